"""Two tabs: two processes that have nothing in common but the store."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress

from gym.race import Fault, Raised, World, call, race
from gym.race.steps import Step

from .service import BUDGET, CLAIM_S, PATH, Service, data, later, told

SLOW_S = 2.9
"""How long a slow refresh takes, in seconds: a little less than the server promises."""
MOST_LOOKS = 45
"""Ten a second while a slow refresh is under way, and then some for whoever wants to be quite sure."""


@race(
    "two tabs find that the token has run out: one refresh, and both get their data",
    shape="cross-process",
    points=2,
    fault="tabs-side-by-side",
    budget=BUDGET,
)
def two_tabs(world: World) -> None:
    service = Service(world)
    first = world.flow("widget A", service.tab("tab 1", world.process("tab 1")).get, PATH)
    second = world.flow("widget B", service.tab("tab 2", world.process("tab 2")).get, PATH)
    world.alike(first, second)
    world.run()
    service.one_refresh()
    for flow in (first, second):
        world.check(told(flow) == data(), "both tabs get their data", f"{flow.name}: {told(flow)}")
    world.check(world.now < 3, "nobody waits for a claim when the refresh is over", f"after {world.now:g} s")


@race(
    "two tabs refresh in turn: who is behind takes the newer token, and who refreshes uses the newest one up",
    shape="stale-response",
    points=1,
    fault="tabs-side-by-side",
    budget=BUDGET,
)
def in_turn(world: World) -> None:
    service = Service(world)
    place = world.process("tab 2")
    one, two = service.tab("tab 1"), service.tab("tab 2", place)
    told_first: list[object] = []

    def turns() -> Generator[Step, object, object]:
        told_first.append((yield call(one.get, PATH)))
        service.issuer.expire()
        return None

    def other_turn() -> Generator[Step, object, object]:
        with suppress(Raised):  # its own token has run out, and so has the one that the store holds: it may be refused twice
            yield call(two.get, PATH)
        return (yield call(two.get, PATH))

    def last_turn() -> Generator[Step, object, object]:
        told_first.append((yield call(one.get, PATH)))
        service.issuer.expire()
        return (yield call(one.get, PATH))

    first = world.flow("tab 1 refreshes", turns)
    second = world.flow("tab 2 refreshes", other_turn, after=[first], process=place)
    third = world.flow("tab 1 refreshes again", last_turn, after=[second])
    world.run()
    service.one_refresh(times=3)
    world.check(told_first == [data(), data()], "the first tab gets its data", f"{told_first}")
    world.check(told(second) == data(), "the other tab gets its data", told(second))
    world.check(told(third) == data(), "the first tab gets its data again", told(third))


@race(
    "two tabs find the claim of a tab that has died: one of them takes its place, and both get their data",
    shape="cross-process",
    points=2,
    budget=BUDGET,
)
def claim_of_the_dead(world: World) -> None:
    service = Service(world)
    # A tab refreshes, and then everything is as it was when the server heard of it, and six seconds have gone by.
    dead = world.flow("dying widget", service.tab("tab 3", world.process("tab 3")).get, PATH)
    later(world, CLAIM_S + 1, after=[dead])
    world.run()
    before = len(service.refreshes())
    service.back_to_the_claim()
    first = world.flow("widget A", service.tab("tab 1", world.process("tab 1")).get, PATH)
    second = world.flow("widget B", service.tab("tab 2", world.process("tab 2")).get, PATH)
    world.alike(first, second)
    service.api.held = lambda asked: not second.started  # one long after the other finds no claim: that is for other races
    world.run()
    found = len(service.refreshes()) - before
    world.check(found == 1, "one of them refreshes", f"{found}")
    for flow in (first, second):
        world.check(told(flow) == data(), "both tabs get their data", f"{flow.name}: {told(flow)}")
    took = world.now - CLAIM_S - 1
    world.check(took < 3, "nobody waits for a claim that has run out", f"after {took:g} s")


@race(
    "the refresh of one tab takes three seconds, and may fail: the other waits that long and no longer, and gets its data",
    shape="cross-process",
    points=2,
    budget=BUDGET,
)
def other_tab_fails(world: World) -> None:
    service = Service(world)
    service.auth.seconds = SLOW_S
    # Not while the other tab has a look: that is for the races above, and it looks many times here.
    service.auth.held = lambda refresh: any(each.pending for each in world.calls("store"))
    other = world.process("tab 2")
    unlucky = world.flow("unlucky widget", service.tab("tab 1", world.process("tab 1")).get, PATH)
    patient = world.flow("patient widget", service.tab("tab 2", other).get, PATH)
    service.api.held = lambda asked: asked.flow == patient.name and not service.refreshes()
    world.may_fail(service.auth_port.refresh, Fault("RefreshFailed", "503"), flows=[unlucky])
    world.run()
    world.check(told(unlucky) in (data(), "RefreshFailed"), "the first tab is told, or gets its data", told(unlucky))
    world.check(told(patient) == data(), "the other tab gets its data", told(patient))
    refreshing = SLOW_S * len(service.refreshes())
    waited = world.now - refreshing
    world.check(waited < 2, "nobody waits for a claim when the refresh is over", f"{waited:g} s beside {refreshing:g} s")
    looks = len([each for each in world.calls("store", "read") if each.process == other.name])
    world.check(looks <= MOST_LOOKS, "who waits looks again ten times a second at most", f"{looks} times in {world.now:g} s")


@race(
    "a tab dies in the middle of a refresh: the other goes on when the claim has run out, unless the pair died too",
    shape="cross-process",
    points=2,
    budget=BUDGET,
)
def tab_dies(world: World) -> None:
    service = Service(world, may_be_lost=True)
    doomed = world.process("tab 2")
    dying = world.flow("dying widget", service.tab("tab 2", doomed).get, PATH)
    world.may_kill(doomed)
    survivor = world.flow("surviving widget", service.tab("tab 1", world.process("tab 1")).get, PATH, after=[dying])
    world.run()
    taken = any(each.process == doomed.name and each.effected for each in service.refreshes())
    used = "a2" in service.asked(process=doomed.name)
    revoked = taken and not used and told(survivor) == "SessionRevoked"
    world.check(revoked or told(survivor) == data(), "the surviving tab gets its data", told(survivor))
    world.check(world.now < 7, "a claim is void after five seconds", f"after {world.now:g} s")
