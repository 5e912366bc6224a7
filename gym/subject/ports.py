"""What stands in the subject for things of the judge's: ports, callbacks, iterables, awaitables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .calls import Calls

Method = Callable[..., Any]
Args = tuple[Any, ...]
Kwargs = dict[str, Any]


def make_port(calls: Calls, number: int, kind: str, name: str, methods: dict[str, str]) -> Any:
    """Build the stand-in that protocol.py's "p" describes."""
    if kind == "port":
        return _port_class(name, tuple(sorted(methods.items())))(calls, number)
    return _KINDS[kind](calls, number, name)


_classes: dict[tuple[str, tuple[tuple[str, str], ...]], type[_Port]] = {}


def _port_class(name: str, methods: tuple[tuple[str, str], ...]) -> type[_Port]:
    found = _classes.get((name, methods))
    if found is None:
        members = {method: _METHODS[kind](method) for method, kind in methods}
        found = type(name, (_Port,), {"__module__": "ports", **members})
        _classes[name, methods] = found
    return found


class _Numbered:
    """Sets of what the judge handed out iterate in the order in which it was made."""

    _number: int

    def __hash__(self) -> int:
        return self._number


class _Port(_Numbered):
    def __init__(self, calls: Calls, number: int) -> None:
        self._calls = calls
        self._number = number


def _op_method(method: str) -> Method:
    async def call(self: _Port, *args: Any, **kwargs: Any) -> Any:
        return await self._calls.op(self._number, method, args, kwargs)

    call.__name__ = call.__qualname__ = method
    return call


def _context_method(method: str) -> Method:
    def open_(self: _Port, *args: Any, **kwargs: Any) -> _PortContext:
        return _PortContext(self._calls, self._number, method, args, kwargs)

    open_.__name__ = open_.__qualname__ = method
    return open_


def _stream_method(method: str) -> Method:
    def stream(self: _Port, *args: Any, **kwargs: Any) -> _PortStream:
        return _PortStream(self._calls, self._number, method, args, kwargs)

    stream.__name__ = stream.__qualname__ = method
    return stream


def _sync_method(method: str) -> Method:
    def ask(self: _Port, *args: Any, **kwargs: Any) -> Any:
        return self._calls.ask(self._number, method, args, kwargs)

    ask.__name__ = ask.__qualname__ = method
    return ask


def _record_method(method: str) -> Method:
    def record(self: _Port, *args: Any, **kwargs: Any) -> None:
        self._calls.record(self._number, method, args, kwargs)

    record.__name__ = record.__qualname__ = method
    return record


_METHODS: dict[str, Callable[[str], Method]] = {
    "op": _op_method,
    "cm": _context_method,
    "stream": _stream_method,
    "sync": _sync_method,
    "record": _record_method,
}


class _PortContext:
    """`async with port.method(...)`: entering and leaving are ops of their own."""

    def __init__(self, calls: Calls, number: int, method: str, args: Args, kwargs: Kwargs) -> None:
        self._call = (calls, number, method, args, kwargs)
        self._ticket: int | None = None

    async def __aenter__(self) -> Any:
        calls, number, method, args, kwargs = self._call
        value, self._ticket = await calls.enter(number, method, args, kwargs)
        return value

    async def __aexit__(self, kind: type[BaseException] | None, error: object, traceback: object) -> None:
        calls, number, method, _, _ = self._call
        name = None if kind is None else kind.__name__
        await calls.op(number, method + ".exit", (name, self._ticket), {})
        return


class _PortStream:
    """An async iterator each of whose items is an op."""

    def __init__(self, calls: Calls, number: int, method: str, args: Args, kwargs: Kwargs) -> None:
        self._calls = calls
        self._number = number
        self._method = method
        self._opening = (args, kwargs)
        self._ticket: int | None = None
        self._done = False

    def __aiter__(self) -> _PortStream:
        return self

    async def __anext__(self) -> Any:
        if self._done:
            raise StopAsyncIteration
        calls = self._calls
        if self._ticket is None:
            args, kwargs = self._opening
            self._ticket = calls.ticket()
            op = calls.op(self._number, self._method + ".open", (self._ticket, *args), kwargs)
        else:
            op = calls.op(self._number, self._method + ".next", (self._ticket,), {})
        try:
            more = await op
        except BaseException:
            self._done = True
            raise
        if not more:
            self._done = True
            raise StopAsyncIteration
        return more[0]

    async def aclose(self) -> None:
        if not self._done:
            self._done = True
            if self._ticket is not None:
                self._calls.record(self._number, self._method + ".close", (self._ticket,), {})


class _Callback(_Numbered):
    """A synchronous function of the judge's: the answer is waited for at once."""

    def __init__(self, calls: Calls, number: int, name: str) -> None:
        self._calls = calls
        self._number = number
        self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._calls.ask(self._number, "call", args, kwargs)


class _Recorder(_Callback):
    """A synchronous function that only takes note: nothing is waited for."""

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        self._calls.record(self._number, "call", args, kwargs)


class _Iterable(_Numbered):
    """An iterable whose items stay with the judge until they are pulled."""

    def __init__(self, calls: Calls, number: int, name: str) -> None:
        self._calls = calls
        self._number = number

    def __iter__(self) -> Iterator[Any]:
        while True:
            item = self._calls.ask(self._number, "next", (), {})
            if not item:
                return
            yield item[0]


class _AsyncIterable(_Numbered):
    def __init__(self, calls: Calls, number: int, name: str) -> None:
        self._number = number
        self._stream = _PortStream(calls, number, "items", (), {})

    def __aiter__(self) -> _PortStream:
        return self._stream


def _awaitable(calls: Calls, number: int, name: str) -> Any:
    async def outcome() -> Any:
        return await calls.op(number, "result", (), {})

    outcome.__name__ = outcome.__qualname__ = name
    return outcome()


_KINDS: dict[str, Callable[[Calls, int, str], Any]] = {
    "callback": _Callback,
    "recorder": _Recorder,
    "iterable": _Iterable,
    "async iterable": _AsyncIterable,
    "awaitable": _awaitable,
}


def new_event() -> asyncio.Event:
    """An asyncio.Event of the subject's own, which a flow of the judge's may set."""
    return asyncio.Event()
