"""What a world asks of any port, and the wrapper that makes one of an author's fake class."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CoroutineType
from typing import Any, Literal, Protocol, TypeVar

from gym.errors import ContentError
from gym.race.faults import Fault
from gym.race.ops import Op

MethodKind = Literal["op", "cm", "stream", "sync", "record"]
OnCancel = Literal["lands", "drops", "may", "at once"]
T = TypeVar("T", bound=Callable[..., object])


class PortLike(Protocol):
    """A dependency handed to the subject. `apply` is the effect: it returns the reply's value or raises Fault."""

    name: str

    @property
    def methods(self) -> Mapping[str, MethodKind]: ...

    def ready(self, op: Op) -> bool:
        """Whether the op may complete now."""

    def apply(self, op: Op) -> object: ...

    def cancelled(self, op: Op, *, effected: bool) -> None:
        """The caller went away."""

    def killed(self, process: str) -> None:
        """That process died: undo what it had open."""

    def watched(self) -> dict[str, str]:
        """State to show after every step."""

    def describe(self, op: Op) -> str:
        """One short line for the trace, with the outcome where there is one."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a port method behaves in flight: what a cancelled call does, and how long it takes on the virtual clock.

    A cancelled call "lands" some time later, "drops" (never takes effect), "may" land, or lands "at once" or never.
    """

    on_cancel: OnCancel = "may"
    latency: float | None = None


def op(*, on_cancel: OnCancel = "may", latency: float | None = None) -> Callable[[T], T]:
    """Set the manners of a fake's method. `latency` is in virtual seconds."""

    def mark(method: T) -> T:
        method.__gym_manners__ = Manners(on_cancel, latency)  # type: ignore[attr-defined]
        return method

    return mark


_DEFAULT_MANNERS = Manners()


@dataclass(frozen=True, slots=True)
class _Nature:
    """What an author's class is as a port: its public methods, how each behaves, which are split."""

    kinds: dict[str, MethodKind]
    manners: dict[str, Manners]
    split: frozenset[str]


@functools.cache
def _nature(fake: type) -> _Nature:
    methods = {name: getattr(fake, name, None) for name in dir(fake) if not name.startswith("_")}
    methods = {name: method for name, method in methods.items() if inspect.isfunction(method)}
    return _Nature(
        {name: "stream" if inspect.isasyncgenfunction(method) else "op" for name, method in methods.items()},
        {name: getattr(method, "__gym_manners__", _DEFAULT_MANNERS) for name, method in methods.items()},
        frozenset(name for name, method in methods.items() if inspect.isgeneratorfunction(method)),
    )


class FakePort:
    """A port made of an author's class: each public method is an op (see `Fault`, `op`).

    Four optional hooks of the class: `_ready(op)` tells whether a call may complete now, `_latency(op)` how long it takes
    on the virtual clock (None: as long as the schedule likes), `_cancelled(op)` hears that a caller went away,
    `_watched()` gives the state to show after every step.
    """

    def __init__(self, name: str, fake: object) -> None:
        self.name = name
        self.fake = fake
        kind: Any = type(fake)
        self._nature = _nature(kind)
        self._streams: dict[object, Any] = {}

    @property
    def always_ready(self) -> bool:
        """Whether `ready` need not be asked: neither the class of the port nor the fake has its own word on it."""
        return type(self).ready is FakePort.ready and not hasattr(self.fake, "_ready")

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return self._nature.kinds

    def manners(self, method: str) -> Manners:
        return self._nature.manners.get(method.partition(".")[0], _DEFAULT_MANNERS)

    @property
    def latency(self) -> Callable[[Op], float | None] | None:
        """Tells each call's own virtual seconds as it is made; None where `manners` say it for all of a method's."""
        hook: Callable[[Op], float | None] | None = getattr(self.fake, "_latency", None)
        return hook

    def is_split(self, method: str) -> bool:
        return method in self._nature.split

    def ready(self, op: Op) -> bool:
        hook = getattr(self.fake, "_ready", None)
        return True if hook is None else bool(hook(op))

    def apply(self, op: Op) -> object:
        name, _, part = op.method.partition(".")
        function = getattr(self.fake, name)
        if not part:
            result = function(*op.args, **op.kwargs)
            return _run(result) if type(result) is CoroutineType else result
        if part == "open":
            self._streams[op.args[0]] = function(*op.args[1:], **op.kwargs)
        return _next_item(self._streams[op.args[0]])

    def cancelled(self, op: Op, *, effected: bool) -> None:
        hook = getattr(self.fake, "_cancelled", None)
        if hook is not None:
            hook(op)

    def killed(self, process: str) -> None:
        pass

    def watched(self) -> dict[str, str]:
        hook = getattr(self.fake, "_watched", None)
        return {} if hook is None else hook()

    def describe(self, op: Op) -> str:
        return describe_call(op)


@dataclass(slots=True, eq=False, repr=False)
class PortThing:
    """A port as it is handed to the subject: `port.method` names a method for `may_fail` and friends."""

    number: int
    port: PortLike
    process: str | None = None

    def __repr__(self) -> str:
        return self.port.name

    def wire(self) -> list[Any]:
        return ["p", self.number, "port", self.port.name, dict(self.port.methods)]

    def __getattr__(self, name: str) -> PortMethod:
        if name.startswith("_") or name not in self.port.methods:
            raise AttributeError(f"the port {self.port.name!r} has no method {name!r}")
        return PortMethod(self, name)


@dataclass(frozen=True, slots=True)
class PortMethod:
    """One method of a port: to say what may happen to its calls, or to hand it out as an async function."""

    thing: PortThing
    name: str

    def __repr__(self) -> str:
        return f"{self.thing.port.name}.{self.name}"


def describe_call(op: Op, *, with_port: bool = True) -> str:
    """`provider.generate('ada', 80) -> 'ok'`, cut to what fits a column."""
    shown = [short(arg) for arg in op.args] + [f"{key}={short(value)}" for key, value in op.kwargs.items()]
    call = f"{op.port}.{op.method}" if with_port else op.method
    return f"{call}({', '.join(shown)}){outcome_text(op)}"


def outcome_text(op: Op) -> str:
    """What came of it, as ` -> value` or ` !! Error`; empty while it is under way."""
    if op.state == "invoked":
        return ""
    if op.state in ("failed", "lost"):
        name = op.error.name if isinstance(op.error, Fault) else type(op.error).__name__
        return f" !! {name}" + (" (took effect)" if op.effected else "")
    if op.state in ("cancelled", "killed"):
        return " (took effect)" if op.effected else ""
    return "" if op.value is None else f" -> {short(op.value)}"


def short(value: object, limit: int = 28) -> str:
    """A repr that fits."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _run(coroutine: Any) -> object:
    """Run a fake's async method: it may not await anything, since there is no loop in the judge."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    coroutine.close()
    raise ContentError(f"{coroutine.__qualname__} awaits something: a port method of a fake runs at once")


def _next_item(stream: Any) -> list[object]:
    """The next item of a fake's async generator as [item], or [] at its end."""
    try:
        stream.asend(None).send(None)
    except StopIteration as item:
        return [item.value]
    except StopAsyncIteration:
        return []
    raise ContentError(f"{stream.__qualname__} awaits something: a stream of a fake only yields")
