"""What a new token does not mend."""

from __future__ import annotations

from gym.race import Fault, World, race

from .service import BUDGET, PATH, Service, data, told


@race(
    "a widget is told 401 with the new token too: it is told so, and asks no third time",
    shape="retry-storm",
    points=1,
    fault="more-than-one-retry",
    budget=BUDGET,
)
def refused_twice(world: World) -> None:
    service = Service(world)
    service.api.forbidden = {"/salaries"}
    session = service.tab("tab 1")
    curious = world.flow("curious widget", session.get, "/salaries")
    other = world.flow("other widget", session.get, PATH, after=[curious])
    world.run()
    service.one_refresh()
    world.check(told(curious) == "Unauthorized", "who is refused twice is told Unauthorized", told(curious))
    asked = service.asked("/salaries")
    world.check(len(asked) <= 2, "one retry", f"asked with {asked}")
    world.check(told(other) == data(), "the other widget gets its data", told(other))


@race(
    "the service fails, at first or with the new token: the widget is told that, and nothing is refreshed or retried for it",
    shape="control",
    points=1,
    fault="any-error-refreshes",
    budget=BUDGET,
)
def other_errors(world: World) -> None:
    service = Service(world)
    session = service.tab("tab 1")
    unlucky = world.flow("unlucky widget", session.get, "/down")
    world.may_fail(service.api_port.get, Fault("ApiError", "503"), flows=[unlucky])
    world.run()
    fell = [each for each in world.calls("api") if each.state == "failed" and isinstance(each.error, Fault)]
    down = any(isinstance(each.error, Fault) and each.error.name == "ApiError" for each in fell)
    if down:
        world.check(told(unlucky) == "ApiError", "another error is passed on", told(unlucky))
    else:
        world.check(told(unlucky) == data("/down"), "the widget gets its data", told(unlucky))
    begun = len(service.asked("/down"))
    needed = 1 if any(each.error.name == "Unauthorized" for each in fell if isinstance(each.error, Fault)) else 0
    world.check(len(service.refreshes()) == needed, "a refresh only for a 401", f"{len(service.refreshes())}")
    world.check(begun <= 1 + needed, "a retry only for a 401", f"{begun} calls")
