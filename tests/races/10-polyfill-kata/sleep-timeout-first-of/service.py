"""Mirrors, and those who fetch from them: what has ended when a call is over, and what is left behind."""

from __future__ import annotations

from dataclasses import dataclass, field

from gym.race import Fault, Flow, Handle, World, op


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
    def cancelled(self) -> bool:
        return any(each.state == "cancelled" for each in self.world.calls("mirrors"))

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
