"""Who acts in a brute-force run: callers and their calls, as this side keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.completeness.port import Method, Refused, Store
from tests.completeness.spec import Caller


@dataclass(eq=False)
class Call:
    """One call of the port. `phase`: "out" (no effect yet), "back" (the reply is under way), "late", "gone"."""

    caller: str
    process: str
    method: str
    args: tuple[Any, ...]
    manners: Method
    future: asyncio.Future[Any]
    due_ns: int | None = None
    phase: str = "out"
    state: str = "invoked"
    effected: bool = False
    reply: Any = None
    refused: bool = False
    in_thread: bool = False

    @property
    def pending(self) -> bool:
        return self.phase in ("out", "back")

    def take_effect(self, store: Store, effects: list[str]) -> None:
        """On the store, where it is seen."""
        shown = "item" if self.method.startswith("items.") else f"{self.method}{self.args!r}"
        if self.in_thread:
            return
        try:
            self.reply = self.manners.effect(store, *self.args)
        except Refused:
            self.refused = True
            effects.append(shown + " refused")
        else:
            self.effected = True
            effects.append(f"{shown} {self.reply!r}" if shown == "item" else f"{shown} -> {self.reply!r}")

    def deliver(self) -> None:
        """The reply, unless the one who waits for it was cancelled in the same poll."""
        if self.future.done():
            return
        if self.refused:
            self.future.set_exception(ValueError("refused"))
        else:
            self.future.set_result(self.reply)

    def fail(self) -> None:
        if not self.future.done():
            self.future.set_exception(ConnectionError("down"))


@dataclass(eq=False)
class Actor:
    """One caller: its task takes a step whenever `wake` is resolved; the first step makes the task."""

    caller: Caller
    service: Callable[[], Any]
    started: bool = False
    begun: bool = False
    over: bool = False
    how: str = "hung"
    value: Any = None
    waits_for_turn: bool = False
    cancel_sent: bool = False
    hit: bool = False
    task: asyncio.Task[None] | None = None
    _wake: asyncio.Future[None] | None = None
    results: list[Any] = field(default_factory=list)

    @property
    def running(self) -> bool:
        return self.started and not self.over

    def arrive(self, loop: asyncio.AbstractEventLoop) -> None:
        """A callback of the loop: begin, or go on with the script."""
        if self.task is None:
            self.task = loop.create_task(self._live(loop))
        elif self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def cancel(self) -> None:
        """A callback of the loop. The task of a script that is over waits on, and may still be woken by it."""
        if self.task is not None and self.task.cancel():
            self.hit = self.hit or not self.over

    def notice_unbegun(self) -> None:
        """A task that was cancelled before its first step ends without a word of its own."""
        if self.task is not None and self.task.done() and not self.begun:
            self.begun = True
            self.end("cancelled")

    def end(self, how: str, value: Any = None) -> None:
        if not self.over:
            self.over, self.how, self.value = True, how, value

    async def _live(self, loop: asyncio.AbstractEventLoop) -> None:
        self.begun = True
        try:
            if not self.caller.steps:
                self.end("ok", await self._call(self.caller.method, *self.caller.args))
                return
            await self._follow_script(loop)
        except asyncio.CancelledError:
            self.end("cancelled")
            raise
        except BaseException as error:
            self.end(type(error).__name__)

    async def _follow_script(self, loop: asyncio.AbstractEventLoop) -> None:
        for number, step in enumerate(self.caller.steps, 1):
            try:
                self.results.append(await self._take(step))
            except Exception as error:
                self.results.append(f"!{type(error).__name__}")
            if number == len(self.caller.steps):
                self.end("ok", self.results)
            self.waits_for_turn = not self.over
            self._wake = loop.create_future()
            await self._wake

    async def _take(self, step: tuple[Any, ...]) -> Any:
        if step[0] == "call":
            return await self._call(*step[1:])
        tasks = [asyncio.create_task(self._take(part)) for part in step[1:]]
        return _plain(await asyncio.gather(*tasks, return_exceptions=True))

    async def _call(self, method: str, *args: Any) -> Any:
        result = getattr(self.service(), method)(*args)
        return _plain(await result if isinstance(result, Awaitable) else result)


def _plain(value: Any) -> Any:
    """With the names of exceptions in place of them."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return f"!{type(value).__name__}" if isinstance(value, BaseException) else value
