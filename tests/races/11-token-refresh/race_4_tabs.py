"""Two tabs: two processes that have nothing in common but the store."""

from __future__ import annotations

from gym.race import Fault, World, race

from .service import BUDGET, PATH, Service, all_told, data, told, widgets

MOST_LOOKS = 80
"""Ten a second while a claim of five seconds runs out, and then some for whoever wants to be quite sure."""


@race(
    "two tabs find that the token has run out: one refresh, and both get their data",
    shape="cross-process",
    points=2,
    fault="tabs-side-by-side",
    budget=BUDGET,
)
def two_tabs(world: World) -> None:
    service = Service(world)
    other = world.process("tab 2")
    first = world.flow("in tab 1", service.tab("tab 1").get, PATH)
    second = world.flow("in tab 2", service.tab("tab 2", other).get, PATH)
    world.alike(first, second)
    world.run()
    service.one_refresh()
    for flow in (first, second):
        world.check(told(flow) == data(), "both tabs get their data", f"{flow.name}: {told(flow)}")
    world.check(world.now < 3, "nobody waits for a claim when the refresh is over", f"after {world.now:g} s")


@race(
    "a tab wakes up with an old token when another tab has refreshed: it takes the new one from the store",
    shape="cross-process",
    points=1,
    fault="tabs-side-by-side",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def tab_behind(world: World) -> None:
    service = Service(world)
    service.store.record = service.issuer.rotate("r1")
    both = widgets(world, service.tab("tab 1"), "widget A", "widget B")
    world.run()
    service.one_refresh(times=0)
    world.check(all_told(both) == [data()], "both widgets get their data", f"{all_told(both)}")


@race(
    "the refresh of one tab fails: the other tab gets its data without waiting for the claim to run out",
    shape="cross-process",
    points=2,
    budget=BUDGET,
)
def other_tab_fails(world: World) -> None:
    service = Service(world)
    other = world.process("tab 2")
    unlucky = world.flow("in tab 1", service.tab("tab 1").get, PATH)
    patient = world.flow("in tab 2", service.tab("tab 2", other).get, PATH)
    service.api.held = lambda asked: asked.flow == patient.name and not service.refreshes()
    world.may_fail(service.auth_port.refresh, Fault("RefreshFailed", "503"), flows=[unlucky])
    world.run()
    world.check(not service.issuer.revoked, "the session is not revoked")
    world.check(told(unlucky) in (data(), "RefreshFailed"), "the first tab is told, or gets its data", told(unlucky))
    world.check(told(patient) == data(), "the other tab gets its data", told(patient))
    world.check(world.now < 3, "nobody waits for a claim when the refresh is over", f"after {world.now:g} s")


@race(
    "a tab dies in the middle of a refresh: the other goes on when the claim has run out, unless the pair died too",
    shape="cross-process",
    points=2,
    budget=BUDGET,
)
def tab_dies(world: World) -> None:
    service = Service(world)
    doomed = world.process("tab 2")
    dying = world.flow("in tab 2", service.tab("tab 2", doomed).get, PATH)
    world.may_kill(doomed)
    survivor = world.flow("in tab 1", service.tab("tab 1").get, PATH, after=[dying])
    world.run()
    taken = any(each.process == doomed.name and each.effected for each in service.refreshes())
    used = "a2" in service.asked(process=doomed.name)
    revoked = taken and not used and told(survivor) == "SessionRevoked"
    world.check(revoked or told(survivor) == data(), "the surviving tab gets its data", told(survivor))
    world.check(world.now < 10, "a claim is void after five seconds", f"after {world.now:g} s")
    looks = len([each for each in world.calls("store", "read") if each.process != doomed.name])
    world.check(looks <= MOST_LOOKS, "who waits looks again ten times a second at most", f"{looks} times in {world.now:g} s")
