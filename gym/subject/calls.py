"""Calls of the learner's code on what the judge handed out: told to the judge, answered when it decides so."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .book import calling_place
from .here import HERE, Here, Process, context_of
from .values import decode, encode

if TYPE_CHECKING:
    from .runtime import Runtime


class WorldOver(BaseException):
    """The judge began something else: leave the loop as it stands."""

    def __init__(self, frame: list[Any]) -> None:
        self.frame = frame


class Calls:
    """The calls of one world. `open` are those under way by number, each with who made it; `local` the results of work
    that was done here at once and whose end the judge delivers."""

    def __init__(self, runtime: Runtime, main: Process) -> None:
        self._runtime = runtime
        self._nowhere: Here = (main, None)
        self._count = 0
        self._tickets = 0
        self.open: dict[int, tuple[asyncio.Future[Any], Process]] = {}
        self.local: dict[int, tuple[bool, Any]] = {}

    async def op(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """One port call: told to the judge with the next report, answered when the judge delivers its end."""
        runtime = self._runtime
        if self is not runtime.calls or runtime.ended:
            raise RuntimeError("this world is over")
        process, flow = HERE.get(self._nowhere)
        self._count += 1
        number = self._count
        place = calling_place(runtime.files, sys._getframe(1)) if runtime.verbose else None
        told = ["op", runtime.turn, number, process.name, flow or process.name, port, method]
        runtime.items.append([*told, *self._sent(args, kwargs), place])
        future: asyncio.Future[Any] = asyncio.Future(loop=runtime.loop)
        self.open[number] = (future, process)
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled() and not runtime.ended:
                self.open.pop(number, None)
                runtime.items.append(["dropped", runtime.turn, number])
            raise

    def _sent(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        book = self._runtime.book
        return [encode(arg, book) for arg in args], {key: encode(arg, book) for key, arg in kwargs.items()}

    async def enter(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, int]:
        """Enter an async context of a port: its value and the ticket to leave it with."""
        value, ticket = await self.op(port, method + ".enter", args, kwargs)
        return value, ticket

    def ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def ask(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A synchronous call: the judge answers at once."""
        runtime = self._runtime
        if runtime.ended:
            return None
        process, flow = HERE.get(self._nowhere)
        sent = self._sent(args, kwargs)
        now = runtime.clock.ns
        runtime.send(["sync", runtime.nonce, now, runtime.items, port, method, *sent, process.name, flow or process.name])
        frame = runtime.receive()
        if frame[0] != "return":
            raise WorldOver(runtime.drift(frame))
        _, ok, value, _ = frame
        if ok:
            return decode(value, runtime.book)
        raise decode(value, runtime.book)

    def record(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """A synchronous call that wants no answer."""
        runtime = self._runtime
        if runtime.ended:
            return
        process, flow = HERE.get(self._nowhere)
        told = ["record", runtime.turn, process.name, flow or process.name, port, method]
        runtime.items.append([*told, *self._sent(args, kwargs)])

    def run_inline(self, function: Callable[..., Any], args: tuple[Any, ...]) -> asyncio.Future[Any]:
        """run_in_executor: the work is done now, that it is done is an event."""
        runtime = self._runtime
        process, flow = HERE.get(self._nowhere)
        self._count += 1
        number = self._count
        try:
            # A thread starts with no context variables of its caller's.
            self.local[number] = (True, context_of(process, flow).run(function, *args))
        except Exception as error:
            self.local[number] = (False, error)
        name = getattr(getattr(function, "func", function), "__name__", "call")
        future: asyncio.Future[Any] = asyncio.Future(loop=runtime.loop)
        self.open[number] = (future, process)
        runtime.items.append(["op", runtime.turn, number, process.name, flow or process.name, 0, name, [], {}, None])
        return future
