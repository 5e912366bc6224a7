"""Widgets of one tab whose token has run out."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import Fault, World, call, race, together
from gym.race.steps import Step

from .service import BUDGET, PATH, Service, all_told, data, told, widgets


@race(
    "six widgets are told 401 within a tenth of a second: one refresh for all, and one retry each",
    shape="init-race",
    points=2,
    fault="refreshes-side-by-side",
    budget=BUDGET,
)
def six_widgets(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")
    paths = [f"{PATH}/{number}" for number in range(1, 7)]
    service.api.seconds = lambda asked: 0.05 + 0.01 * paths.index(str(asked.args[0]))

    def page() -> Generator[Step, object, object]:
        return (yield together(*[call(session.get, path) for path in paths]))

    page_flow = world.flow("page", page)
    world.run()
    service.one_refresh()
    world.check(page_flow.value == [data(path) for path in paths], "each widget gets its data", f"{page_flow.value}")
    # Whoever looks into the store before it asks may find the new token there, and needs no second try.
    asked = [service.asked(path) for path in paths]
    fair = all(tokens in (["a1", "a2"], ["a2"]) for tokens in asked)
    world.check(fair, "each widget asks once more, with the new token", f"{asked}")


@race(
    "two widgets find that the token has run out, in any order: one refresh, and both get their data",
    shape="init-race",
    points=2,
    fault="refreshes-side-by-side",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def two_widgets(world: World) -> None:
    service = Service(world)
    both = widgets(world, service.tab("tab 1"), "widget A", "widget B")
    world.always("a new pair is in the store before it is used", service.saved_first)
    world.run()
    service.one_refresh()
    world.check(all_told(both) == [data()], "both get their data", f"{all_told(both)}")


@race(
    "a widget is told 401 when another has long had its data: no second refresh, and it asks again with the new token",
    shape="stale-response",
    points=2,
    fault="late-401-refreshes",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def late_401(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")
    quick = world.flow("quick widget", session.get, "/quick")
    service.api.held = lambda asked: asked.flow == "slow widget" and not quick.ended
    slow = world.flow("slow widget", session.get, PATH)
    world.run()
    service.one_refresh()
    world.check(told(quick) == data("/quick"), "the quick widget gets its data", told(quick))
    world.check(told(slow) == data(), "the slow widget gets its data", told(slow))


@race(
    "the token runs out a second time: it is refreshed again, with the refresh token that came with it",
    shape="init-race",
    points=1,
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def runs_out_again(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")

    def first() -> Generator[Step, object, object]:
        value = yield call(session.get, PATH)
        service.issuer.expire()
        return value

    before = world.flow("first widget", first)
    both = widgets(world, session, "widget A", "widget B", after=[before])
    world.run()
    world.check(told(before) == data(), "the first widget gets its data", told(before))
    service.one_refresh(times=2)
    world.check(world.now < 3, "nobody waits for a claim when the refresh is over", f"after {world.now:g} s")
    world.check(all_told(both) == [data()], "the later widgets get their data", f"{all_told(both)}")


@race(
    "a refresh fails: who waits is told or gets its data, and the next widget gets its data at once",
    shape="cached-failure",
    points=2,
    fault="failed-refresh-kept",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def refresh_fails(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")
    both = widgets(world, session, "widget A", "widget B")
    world.may_fail(service.auth_port.refresh, Fault("RefreshFailed", "503"), flows=both)
    late = world.flow("next widget", session.get, PATH, after=both)
    world.always("never two refreshes at once", service.at_most_one_under_way)
    world.run()
    fair = set(all_told(both)) <= {data(), "RefreshFailed"}
    world.check(fair, "who waits gets its data or RefreshFailed", f"{all_told(both)}")
    world.check(told(late) == data(), "the next widget gets its data", told(late))
    world.check(world.now < 3, "nobody waits for a claim when the refresh is over", f"after {world.now:g} s")
    good = [each for each in service.refreshes() if each.state == "completed"]
    world.check(len(good) == 1, "one refresh for all", f"{len(good)}")
