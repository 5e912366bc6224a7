"""The steps of a script: what a flow does next, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gym.errors import ContentError
from gym.race.faults import Fault, Raised
from gym.race.ports import short
from gym.race.values import Codec, Handle, Method


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a script, made by the functions of this module."""

    kind: str
    target: Handle | None = None
    method: str | None = None
    args: tuple[object, ...] = ()
    kwargs: dict[str, object] | None = None
    mode: str = "await"
    steps: tuple[Step, ...] = ()
    error: Fault | Raised | None = None

    def wire(self, codec: Codec) -> list[Any]:
        """The step of protocol.py."""
        if self.kind == "all":
            return ["all", [step.wire(codec) for step in self.steps]]
        assert self.target is not None
        target = ["h", self.target.number]
        if self.kind == "call":
            args = [codec.encode(arg) for arg in self.args]
            kwargs = {key: codec.encode(arg) for key, arg in (self.kwargs or {}).items()}
            return ["call", target, self.method, args, kwargs, self.mode]
        if self.kind == "exit":
            return ["exit", target, None if self.error is None else codec.encode(self.error)]
        if self.kind == "send":
            return ["send", target, codec.encode(self.args[0])]
        return [self.kind, target]

    def words(self) -> str:
        """`charge('ada', 80)`: the step as a trace shows it."""
        if self.kind == "all":
            return " | ".join(step.words() for step in self.steps)
        if self.kind != "call":
            return self.kind
        shown = [short(arg) for arg in self.args] + [f"{key}={short(arg)}" for key, arg in (self.kwargs or {}).items()]
        return f"{self.method or (self.target and self.target.type_name)}({', '.join(shown)})"


def call(target: Method | Handle, *args: object, wait: bool | Literal["keep"] = True, **kwargs: object) -> Step:
    """Call a method or a handle and await what it returns.

    `wait=False` hands back what the call returned as a handle, not awaited; `wait="keep"` awaits it and hands the
    result back as a handle, whatever it is.
    """
    method = _method(target)
    mode = {True: "await", False: "handle", "keep": "keep"}[wait]
    return Step("call", method.handle, method.name, args, kwargs, mode)


def wait_for(handle: Handle) -> Step:
    """Await a handle, such as one that `call(..., wait=False)` gave."""
    return Step("await", handle)


def enter(handle: Handle) -> Step:
    """Enter an async context; it is left by `leave`, or unwound when the flow is cancelled."""
    return Step("enter", handle)


def leave(handle: Handle, error: Fault | Raised | None = None) -> Step:
    """Leave an async context, with an exception if there is one. The result tells whether it was suppressed."""
    return Step("exit", handle, error=error)


def step_next(handle: Handle) -> Step:
    """Take the next item of an async iterator; `StopStream` is raised into the script at its end."""
    return Step("next", handle)


def send(handle: Handle, value: object) -> Step:
    """Send a value into an async generator; gives the next item, as `step_next` does."""
    return Step("send", handle, args=(value,))


def together(*steps: Step) -> Step:
    """Begin several steps in one turn; the result is a list of values, `Raised` for those that failed."""
    if not steps:
        raise ContentError("together() needs at least one step")
    return Step("all", steps=steps)


def _method(target: object) -> Method:
    if isinstance(target, Method):
        return target
    if isinstance(target, Handle):
        return Method(target, None)
    raise ContentError(f"a flow calls a handle or a method of one, not {target!r}")
