"""A flow as the judge sees it: what it does next, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from gym.errors import ContentError
from gym.race.faults import Raised, StopStream
from gym.race.steps import Step, leave
from gym.race.values import Handle

Script = Callable[[], Generator[Step, object, object]]


@dataclass(slots=True, eq=False)
class Flow:
    """One caller. `outcome` is "ok", an exception's class name, "cancelled", "killed" or "hung"."""

    name: str
    index: int
    process: str
    after: tuple[Flow, ...] = ()
    single: Step | None = None
    script: Script | None = None
    may_hang: bool = False
    may_ignore_cancel: bool = False
    alike_before: Flow | None = None
    started: bool = False
    ended: bool = False
    status: str = "hung"
    value: object = None
    error: Raised | None = None
    cancel_sent: bool = False
    cancel_hit: bool = False
    next_step: Step | None = None
    step_count: int = 0
    op_count: int = 0
    last_step: Step | None = None
    last_kind: str = ""
    _generator: Generator[Step, object, object] | None = None
    _open: list[Handle] = field(default_factory=list)
    _unwinding: Raised | None = None

    @property
    def outcome(self) -> str:
        if self.status == "error":
            return self.error.name if self.error is not None else "error"
        return self.status

    @property
    def running(self) -> bool:
        return self.started and not self.ended

    def ready(self) -> bool:
        """Whether its first step may be taken now. Of flows that are alike, one order of arrival stands for all."""
        if self.alike_before is not None and not self.alike_before.started:
            return False
        return not self.after or all(flow.ended for flow in self.after)

    def begin(self) -> tuple[Step | None, bool]:
        """The first step, and whether it is the only one. None: the script has no step at all."""
        self.started = True
        if self.single is not None:
            self.last_step = self.single
            return self.single, True
        assert self.script is not None
        self._generator = self.script()
        self._advance(lambda generator: next(generator))
        return self.take(), False

    def take(self) -> Step | None:
        """The step to take now, once."""
        step, self.next_step = self.next_step, None
        if step is not None:
            self.step_count += 1
            self.last_step, self.last_kind = step, step.kind
            if step.kind == "enter" and step.target is not None:
                self._open.append(step.target)
            elif step.kind == "exit" and step.target in self._open:
                self._open.remove(step.target)
        return step

    def result(self, status: str, value: object) -> None:
        """What a step of the script gave; runs the script on to its next step or its end."""
        if self._unwinding is not None:
            self._unwind_next()
        elif status == "error":
            assert isinstance(value, Raised)
            self._advance(lambda generator: generator.throw(value))
        else:
            self._advance(lambda generator: generator.send(value))

    def stream_ended(self) -> None:
        self._advance(lambda generator: generator.throw(StopStream()))

    def end(self, status: str, value: object = None) -> None:
        self.ended = True
        self.status = status
        if isinstance(value, Raised):
            self.error = value
        else:
            self.value = value

    def _advance(self, push: Callable[[Generator[Step, object, object]], Step]) -> None:
        assert self._generator is not None
        try:
            step = push(self._generator)
        except StopIteration as done:
            self.end("ok", done.value)
        except Raised as raised:
            self._unwinding = raised
            self._unwind_next()
        else:
            if not isinstance(step, Step):
                raise ContentError(f"the script of {self.name!r} yielded {step!r}, which is no step")
            self.next_step = step

    def _unwind_next(self) -> None:
        """The script let an exception through: leave what it had entered, then end with it."""
        if self._open:
            self.next_step = leave(self._open[-1], self._unwinding)
        else:
            self.end("error", self._unwinding)


def outcomes(*flows: Flow) -> dict[str, int]:
    """How many flows ended how: `{"ok": 1, "InsufficientCredits": 1}`."""
    counted: dict[str, int] = {}
    for flow in flows:
        counted[flow.outcome] = counted.get(flow.outcome, 0) + 1
    return counted
