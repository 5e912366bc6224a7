"""A fetch with a limit to patience: what counts as in time, and what has ended when it is not."""

from __future__ import annotations

from gym.race import World, race

from .service import Service, told


@race(
    "a fetch that is in time, late, or neither: its result is given, or it is cancelled and timed out",
    shape="control",
    points=1,
    level=1,
    timers="any",
)
def in_time_or_late(world: World) -> None:
    service = Service(world)
    flow = service.fetch(2.0)
    service.ends_with_its_work()
    world.run()
    allowed = [("TimedOut", 2.0)] if service.cancelled else ["package of a"]
    if service.over >= 2 and not service.cancelled:
        allowed.append(("TimedOut", 2.0))
    world.check(told(flow) in allowed, "in time it is its result, and else TimedOut", f"{told(flow)}")
    service.check_timer_gone()


@race(
    "the time is up while the connection is open: it is closed when TimedOut is raised",
    shape="loser-not-cancelled",
    points=2,
    fault="cancelled-and-not-waited-for",
    timers="any",
)
def closed_when_late(world: World) -> None:
    service = Service(world)
    service.fetch(2.0, how="fetch_tidily")
    service.ends_with_its_work()
    world.run()
    closed = len(world.calls("mirrors", "close"))
    world.check(closed == 1, "what was opened is closed", f"closed {closed} times")
    service.check_timer_gone()


@race(
    "the time is up and the work comes to an end of its own: that counts",
    shape="cancellation",
    points=1,
    fault="cancelled-and-not-waited-for",
    timers="any",
)
def own_end_counts(world: World) -> None:
    service = Service(world)
    flow = service.fetch(2.0, how="fetch_or_old")
    world.run()
    world.check(told(flow) in ("package of a", "old a"), "an end of its own counts, also after the time", f"{told(flow)}")


@race(
    "the mirror itself raises a TimeoutError: that is no TimedOut, also as the time is up",
    shape="control",
    points=1,
    level=1,
    timers="any",
)
def their_own_timeout(world: World) -> None:
    service = Service(world, slow="a")
    flow = service.fetch(2.0)
    world.run()
    late = service.over >= 2
    allowed = ["TimeoutError", ("TimedOut", 2.0)] if late else ["TimeoutError"]
    world.check(told(flow) in allowed, "an error of the work is raised as it is", f"{told(flow)}")


@race(
    "a timeout within another: the shorter one times out, whichever it is",
    shape="cancellation",
    points=2,
    timers="any",
)
def one_within_another(world: World) -> None:
    service = Service(world)
    flow = service.fetch(1.0, 3.0, how="fetch_within")
    other = world.flow("other", world.function("callers:fetch_within"), service.timeout, service.mirrors, "b", 3.0, 1.0)
    service.flows.append(other)
    service.ends_with_its_work()
    world.run()
    for each, name in ((flow, "a"), (other, "b")):
        allowed = [("TimedOut", 1.0), f"package of {name}"]
        world.check(told(each) in allowed, "the shorter one times out", f"{told(each)}")
    service.check_timer_gone()


@race(
    "somebody else stops the fetch before the time is up: that is no TimedOut",
    shape="cancellation",
    points=1,
    timers="any",
)
def stopped_by_another(world: World) -> None:
    service = Service(world)
    download = world.subject("callers:Download", service.timeout, service.mirrors)
    begin = world.flow("begins", download.begin, "a")
    flow = world.flow("caller", download.wait, 2.0, after=[begin])
    service.flows.append(flow)
    stopped_in_time: list[bool] = []

    def note() -> bool:
        if not stopped_in_time and service.cancelled:
            stopped_in_time.append(world.now < 2)
        return True

    world.flow("stops", download.stop, after=[begin])
    world.always("noted", note)
    world.run()
    if stopped_in_time == [True]:
        world.check(told(flow) == "cancelled", "work that somebody else cancels is a CancelledError", f"{told(flow)}")
    else:
        late = ("TimedOut", 2.0) if stopped_in_time else "package of a"
        world.check(told(flow) == late, "in time it is its result, and else TimedOut", f"{told(flow)}")
    service.check_timer_gone()


@race(
    "no time at all: nothing is begun; but what is there already is given",
    shape="control",
    points=1,
    fault="begun-without-any-time",
)
def no_time(world: World) -> None:
    service = Service(world)
    ends = [service.fetch(0)]
    ends.append(world.flow("less than none", world.function("callers:fetch"), service.timeout, service.mirrors, "b", -1.0))
    ends.append(world.flow("is there", world.function("callers:have"), service.timeout, "c", 0))
    world.run()
    found = [told(flow) for flow in ends]
    world.check(found == [("TimedOut", 0), ("TimedOut", -1.0), "c"], "without time only what is there is given", f"{found}")
    world.check(not world.calls("mirrors"), "without time nothing is begun", f"{len(world.calls('mirrors'))} fetches")


@race(
    "who waits with a timeout is cancelled, also as the time is up: the fetch is cancelled, too, and has tidied up",
    shape="swallowed-cancellation",
    points=2,
    fault="goes-on-without-its-caller",
    level=2,
    ties="cancel",
    early="cancel",
    timers="any",
)
def caller_leaves(world: World) -> None:
    service = Service(world)
    flow = service.fetch(2.0, how="fetch_tidily")
    world.may_cancel(flow)
    service.ends_with_its_work_if_cancelled_first(2.0)
    world.run()
    service.check_timer_gone()
