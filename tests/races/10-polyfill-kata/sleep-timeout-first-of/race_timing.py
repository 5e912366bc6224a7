"""Waits that end early: what is given or raised, what has ended by then, and what is left behind."""

from __future__ import annotations

from dataclasses import dataclass, field

from gym.race import Fault, Flow, Handle, World, op, race


class Mirrors:
    """Mirrors by name; some have no package, some are too slow by themselves, and some cannot be closed."""

    def __init__(self, lack: str, slow: str, broken: str) -> None:
        self._lack, self._slow, self._broken = lack, slow, broken

    @op(on_cancel="drops")
    async def fetch(self, name: str) -> str:
        if name in self._lack:
            raise Fault("OSError", f"{name} lacks it")
        if name in self._slow:
            raise Fault("TimeoutError", f"{name} is slow")
        return f"package of {name}"

    @op(on_cancel="drops")
    async def close(self, name: str) -> None:
        if name in self._broken:
            raise Fault("OSError", f"{name} does not close")


@dataclass
class Service:
    """Some mirrors and those who fetch from them. `over` is when the last caller's call was over, in seconds."""

    world: World
    lack: str = ""
    slow: str = ""
    broken: str = ""
    over: float = 0.0
    flows: list[Flow] = field(default_factory=list)
    _all_over: bool = False

    def __post_init__(self) -> None:
        self.mirrors = self.world.port("mirrors", Mirrors(self.lack, self.slow, self.broken))
        self.timeout = self.world.function("timeout")
        self.first_of = self.world.function("first_of")
        self.world.watch("under way", lambda: str(self.under_way))
        self.world.always("noted", self._note)

    def fetch(self, *more: object, how: str = "fetch", name: str = "a") -> Flow:
        """A caller of `timeout`; `more` are its seconds."""
        return self._add(self.world.flow("caller", self._given(how), self.timeout, self.mirrors, name, *more))

    def fetch_any(self, names: str, how: str = "fetch_any") -> Flow:
        return self._add(self.world.flow("caller", self._given(how), self.first_of, self.mirrors, names))

    def _given(self, how: str) -> Handle:
        return self.world.function(f"callers:{how}")

    def _add(self, flow: Flow) -> Flow:
        self.flows.append(flow)
        return flow

    def _note(self) -> bool:
        """Take down when the last call was over. Holds whatever happens."""
        if not self._all_over:
            self.over = self.world.now
            self._all_over = all(flow.ended for flow in self.flows)
        return True

    @property
    def under_way(self) -> int:
        return sum(each.state == "invoked" for each in self.world.calls("mirrors"))

    def ends_with_its_work(self) -> None:
        ended = "what was cancelled has ended when the call is over"
        self.world.always(ended, lambda: not self._all_over or self.under_way == 0)

    def ends_with_its_work_if_cancelled_first(self, seconds: float = 1e9) -> None:
        """The same, but for a cancellation that may have come while something was tidying up already."""
        first = True

        def holds() -> bool:
            nonlocal first
            ended = any(each.state != "invoked" for each in self.world.calls("mirrors"))
            if not any(flow.cancel_sent for flow in self.flows):
                first = not ended and self.world.now < seconds
            return not (first and self._all_over) or self.under_way == 0

        self.world.always("what was cancelled has ended when the cancellation goes on", holds)

    def check_timer_gone(self) -> None:
        """A timer that is left behind moves the clock once all is over."""
        late = self.world.now - self.over
        self.world.check(late < 0.001, "no timer is left behind", f"one goes off {late:.0f} s later")


def told(flow: Flow) -> object:
    """What a caller came back with: a result, or a class of errors, with the seconds if it has any."""
    if flow.outcome == "ok":
        return flow.value
    seconds = flow.error.attrs.get("seconds") if flow.error is not None else None
    return flow.outcome if seconds is None else (flow.outcome, seconds)


@dataclass
class Sleeper:
    """Somebody who sleeps for five seconds, and somebody who says stop."""

    world: World
    stops: bool = True

    def __post_init__(self) -> None:
        world = self.world
        self.service = Service(world)
        stop = world.event("stop")
        self.flow = world.flow("sleeper", world.function("sleep"), 5.0, stop)
        self.service.flows.append(self.flow)
        self.stopper = world.flow("stops", stop.set) if self.stops else None


@race(
    "a sleep is stopped before it begins, meanwhile, as it ends, or after it: it ends at once, and nothing is left of it",
    shape="cancellation",
    points=2,
    level=1,
    timers="any",
)
def sleep_stopped(world: World) -> None:
    sleeper = Sleeper(world)
    flow, stopper = sleeper.flow, sleeper.stopper
    assert stopper is not None
    world.always("a stop ends the sleep at once", lambda: not (stopper.ended and flow.started) or flow.ended)
    world.run()
    over = sleeper.service.over
    world.check(flow.outcome in ("ok", "Stopped"), "it returns, or raises Stopped", flow.outcome)
    world.check(flow.outcome == "Stopped" or over >= 5, "it sleeps for so many seconds", f"{over:.3f} s")
    sleeper.service.check_timer_gone()


@race(
    "a sleeper is cancelled: neither the timer nor the wait for the stop is left behind",
    shape="lifecycle",
    points=1,
    fault="a-wait-is-left-behind",
    level=2,
    ties="cancel",
    early="cancel",
    timers="any",
)
def sleeper_leaves(world: World) -> None:
    sleeper = Sleeper(world, stops=False)
    world.may_cancel(sleeper.flow)
    world.run()
    sleeper.service.check_timer_gone()


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
    late = any(each.state == "cancelled" for each in world.calls("mirrors"))
    allowed = [("TimedOut", 2.0)] if late else ["package of a"]
    if service.over >= 2 and not late:
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


@race(
    "of three mirrors the first to answer wins, with a package or an error; no error of another is lost",
    shape="loser-not-cancelled",
    points=2,
    fault="the-other-error-is-lost",
    level=1,
    max_ties=1,
)
def first_wins(world: World) -> None:
    service = Service(world, lack="bc")
    flow = service.fetch_any("abc")
    service.ends_with_its_work()
    ends = {"a": "package of a", "b": "b lacks it", "c": "c lacks it"}
    first: list[str] = []

    def note() -> bool:
        if not first:
            ended = [each for each in world.calls("mirrors") if each.state in ("completed", "failed")]
            first.extend(ends[str(each.args[0])] for each in ended)
        return True

    world.always("noted", note)
    world.run()
    found = flow.value if flow.error is None else flow.error.message
    world.check(found in first, "the first to end wins", f"{found}, first was {' or '.join(first)}")


@race(
    "the others have closed their connections when the first is told, and that they cannot is of no interest",
    shape="loser-not-cancelled",
    points=2,
    fault="cancelled-and-not-waited-for",
)
def others_tidy_up(world: World) -> None:
    service = Service(world, broken="b")
    flow = service.fetch_any("ab", how="fetch_any_tidily")
    service.ends_with_its_work()
    world.run()
    opened, closed = len(world.calls("mirrors", "fetch")), len(world.calls("mirrors", "close"))
    world.check(opened == closed == 2, "what was opened is closed", f"{closed} of {opened}")
    world.check(told(flow) in ("package of a", "OSError"), "the first to end wins", f"{told(flow)}")


@race(
    "who waits for the first is cancelled, also as it ends: all fetches are cancelled and have tidied up",
    shape="loser-not-cancelled",
    points=2,
    fault="goes-on-without-its-caller",
    level=2,
    ties="cancel",
    early="cancel",
)
def first_of_leaves(world: World) -> None:
    service = Service(world, lack="b")
    flow = service.fetch_any("ab", how="fetch_any_tidily")
    world.may_cancel(flow)
    service.ends_with_its_work_if_cancelled_first()
    world.run()


@race("nobody to be the first: a ValueError", shape="control", points=1)
def nobody(world: World) -> None:
    flow = Service(world).fetch_any("")
    world.run()
    world.check(flow.outcome == "ValueError", "without arguments it is a ValueError", flow.outcome)
