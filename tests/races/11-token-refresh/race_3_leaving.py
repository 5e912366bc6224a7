"""Widgets that go away while the token is being refreshed."""

from __future__ import annotations

from gym.race import Fault, World, race

from .service import BUDGET, PATH, Service, data, told


@race(
    "two widgets wait for one refresh and one of them goes away: the other gets its data",
    shape="lifecycle",
    points=2,
    fault="leaver-takes-refresh-along",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def one_leaves(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")
    held = [True]
    service.store.held = lambda asked: bool(held)
    first = world.flow("first widget", session.get, PATH)
    world.may_hang(first)
    world.run()  # until it looks into the store, and no further
    second = world.flow("second widget", session.get, PATH)
    world.may_hang(second)
    world.run()  # until it waits as well
    held.clear()
    world.may_cancel(first, second)
    world.run()
    fine = first.cancel_sent or told(first) == data()
    world.check(fine, "the first widget gets its data, though the second has left", told(first))
    fine = second.cancel_sent or told(second) == data()
    world.check(fine, "the second widget gets its data, though the first has left", told(second))
    service.one_refresh()
    world.check(world.now < 3, "nobody waits for the claim of one who has left", f"after {world.now:g} s")


@race(
    "the only widget goes away at any point of a refresh, or it fails: the next one gets its data",
    shape="lifecycle",
    points=2,
    fault="leaver-takes-refresh-along",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def all_leave(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")
    only = world.flow("only widget", session.get, PATH)
    world.may_cancel(only)
    world.may_fail(service.auth_port.refresh, Fault("RefreshFailed", "503"), flows=[only])
    late = world.flow("next widget", session.get, PATH, after=[only])
    world.always("a refresh that has begun goes on when nobody waits", service.none_cut_off)
    world.run()
    joined = told(late) == "RefreshFailed" and any(each.state == "failed" for each in service.refreshes())
    world.check(joined or told(late) == data(), "the next widget gets its data", told(late))
    world.check(world.now < 3, "nobody waits for the claim of one who has left", f"after {world.now:g} s")
