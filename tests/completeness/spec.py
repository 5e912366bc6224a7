"""A small world as plain data: what both sides, the engine and the brute force, build for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Which = Literal["any", "cancel", "none"]

Step = tuple[Any, ...]
"""`("call", method, *args)`, or `("together", step, ...)`: begun in one turn."""


@dataclass(frozen=True)
class Caller:
    """One flow: a call of the service's `method`, or a script of steps. `cancel`: its caller may go away."""

    name: str
    method: str = ""
    args: tuple[Any, ...] = ()
    after: tuple[str, ...] = ()
    process: str = "main"
    steps: tuple[Step, ...] = ()
    cancel: bool = False
    may_hang: bool = False


@dataclass(frozen=True)
class Small:
    """A world: the class `Service(net)` of `source` in every process, its callers, and what may go wrong.

    `fails` and `loses` name the port's methods and the callers that are hit, all of them where it is empty.
    `kill` names the process that may die; `successor` is who calls the one that is started in its place.
    `schedules` is how many there are.
    """

    name: str
    schedules: int
    source: str
    callers: tuple[Caller, ...]
    level: int = 0
    ties: Which = "any"
    early: Which = "any"
    max_ties: int | None = None
    max_early: int | None = None
    max_faults: int = 1
    max_cancels: int = 1
    timers: Literal["idle", "any", "last"] = "idle"
    max_ticks: int = 2
    store: Mapping[str, Any] = field(default_factory=dict)
    fails: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    loses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kill: str = ""
    successor: Caller | None = None
    alike: tuple[str, ...] = ()
    probe: Caller | None = None

    @property
    def processes(self) -> tuple[str, ...]:
        """In order of their making; "main" is always the first."""
        return tuple(dict.fromkeys(["main", *(caller.process for caller in self.callers)]))

    def but(self, **changes: Any) -> Small:
        """The same world with something else in it."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Outcome:
    """How one schedule ended, in words that both sides use.

    `callers`: (name, how it ended, value); `calls`: (caller, method, arguments, state, whether it took effect) in order
    of invocation; `effects`: what the port saw, in order; `claim`: what the default checks say, None for nothing.
    """

    callers: tuple[tuple[str, str, str], ...]
    calls: tuple[tuple[str, str, str, str, bool], ...]
    effects: tuple[str, ...]
    store: str
    now_ms: int
    claim: str | None
