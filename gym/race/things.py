"""What a world hands to the subject beside ports: callbacks, iterables, awaitables. All by reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from gym.errors import ContentError
from gym.race.faults import Fault
from gym.race.ops import Op
from gym.race.ports import Manners, MethodKind, describe_call


@dataclass(frozen=True, slots=True)
class Record:
    """One call of a synchronous function that was handed out."""

    flow: str
    args: tuple[object, ...]
    kwargs: dict[str, object]


@dataclass(slots=True, eq=False, repr=False)
class CallbackThing:
    """A synchronous function. With `function` None calls are only recorded, and the subject does not wait."""

    number: int
    name: str
    function: Callable[..., object] | None
    calls: list[Record] = field(default_factory=list)

    def __repr__(self) -> str:
        return self.name

    def wire(self) -> list[Any]:
        return ["p", self.number, "callback" if self.function else "recorder", self.name, {}]


@dataclass(slots=True, eq=False, repr=False)
class IterableThing:
    """An iterable whose items the subject pulls one by one; `pulled` counts them."""

    number: int
    name: str
    items: Iterator[object]
    pulled: int = 0

    def __repr__(self) -> str:
        return self.name

    def wire(self) -> list[Any]:
        return ["p", self.number, "iterable", self.name, {}]

    def pull(self) -> list[object]:
        for item in self.items:
            self.pulled += 1
            return [item]
        return []


class _Single:
    """A port with one anonymous method."""

    methods: Mapping[str, MethodKind] = MappingProxyType({})

    def __init__(self, name: str) -> None:
        self.name = name

    def manners(self, method: str) -> Manners:
        return Manners("drops")

    def ready(self, op: Op) -> bool:
        return True

    def cancelled(self, op: Op, *, effected: bool) -> None:
        pass

    def killed(self, process: str) -> None:
        pass

    def watched(self) -> dict[str, str]:
        return {}

    def describe(self, op: Op) -> str:
        return describe_call(op)


class AsyncItems(_Single):
    """An async iterable: each item is an op. `pulled` counts them, `closed` tells whether it was closed early."""

    def __init__(self, name: str, items: Iterable[object]) -> None:
        super().__init__(name)
        self._items = iter(items)
        self.pulled = 0
        self.closed = False

    def apply(self, op: Op) -> object:
        for item in self._items:
            if isinstance(item, Fault):
                raise item
            self.pulled += 1
            return [item]
        return []


class Outcome(_Single):
    """An awaitable: its one op gives the value or raises the error."""

    def __init__(self, name: str, value: object, error: Fault | None) -> None:
        super().__init__(name)
        self._value = value
        self._error = error

    def apply(self, op: Op) -> object:
        if self._error is not None:
            raise self._error
        return self._value

    def describe(self, op: Op) -> str:
        return describe_call(op).replace(".result()", "", 1)


class Executor(_Single):
    """Work that the subject ran in a thread: done already, only its completion is an event."""

    def apply(self, op: Op) -> object:
        return None


@dataclass(slots=True, eq=False, repr=False)
class StreamThing:
    """An async iterable or awaitable as it is handed out."""

    number: int
    kind: str
    port: AsyncItems | Outcome

    @property
    def pulled(self) -> int:
        return self.port.pulled if isinstance(self.port, AsyncItems) else 0

    @property
    def closed(self) -> bool:
        return isinstance(self.port, AsyncItems) and self.port.closed

    def __repr__(self) -> str:
        return self.port.name

    def wire(self) -> list[Any]:
        return ["p", self.number, self.kind, self.port.name, {}]


def scripted(name: str, source: Iterable[object] | Callable[[], object]) -> Callable[[], object]:
    """A function that gives the next scripted value at each call, or whatever `source` computes."""
    if callable(source):
        return source
    values = iter(source)

    def take() -> object:
        for value in values:
            return value
        raise ContentError(f"the script of {name!r} ran out of values")

    return take
