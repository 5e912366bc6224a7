"""A flow: one caller in the judge's script, run as one task of the subject's loop."""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING, Any

from .here import Process, context_of
from .values import Encoded, Kept, decode, encode, encode_exception

if TYPE_CHECKING:
    from .runtime import Runtime


class Flow:
    """The task of one flow and what it waits for between two steps."""

    def __init__(self, runtime: Runtime, name: str, process: Process) -> None:
        self.runtime = runtime
        self.name = name
        self.process = process
        self.task: asyncio.Task[None] | None = None
        self.begun = False
        self.ended = False
        self.next_step: asyncio.Future[tuple[list[Any], bool]] | None = None
        self.open: list[Any] = []

    def arrive(self, step: list[Any], last: bool) -> None:
        """Take a step: the first one makes the task, a later one wakes it."""
        if self.task is None:
            context = context_of(self.process, self.name)
            self.task = self.runtime.loop.create_task(self._run(step, last), context=context)
        elif self.next_step is not None and not self.next_step.done():
            self.next_step.set_result((step, last))

    def cancel(self) -> None:
        if self.task is not None and not self.ended and self.task.cancel():
            self.runtime.items.append(["hit", self.runtime.turn, self.name])

    def end_unbegun(self) -> None:
        """A task cancelled before its first step never enters its body: notice that from outside."""
        if self.task is not None and not self.begun and self.task.done():
            self.begun = True
            self._end("cancelled", None)

    def _end(self, status: str, value: Any) -> None:
        self.ended = True
        self.runtime.items.append(["end", self.runtime.turn, self.name, status, value])

    async def _run(self, step: list[Any], last: bool) -> None:
        self.begun = True
        book = self.runtime.book
        try:
            while True:
                try:
                    value = encode(await self._take(step), book)
                except Exception as error:
                    told = encode_exception(error, book)
                    if last:
                        return self._end("error", told)
                    self.runtime.items.append(["step", self.runtime.turn, self.name, "error", told])
                else:
                    if last:
                        return self._end("ok", value)
                    self.runtime.items.append(["step", self.runtime.turn, self.name, "ok", value])
                self.next_step = asyncio.Future(loop=self.runtime.loop)
                step, last = await self.next_step
                self.next_step = None
        except asyncio.CancelledError as error:
            await self._unwind(error)
            self._end("cancelled", None)
            raise
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if isinstance(error, GeneratorExit) and self.runtime.ended:
                # Closed with its world, not raised by anybody.
                raise
            self._end("error", encode_exception(error, book))

    async def _unwind(self, error: BaseException) -> None:
        while self.open:
            await self.open.pop().__aexit__(type(error), error, error.__traceback__)

    async def _take(self, step: list[Any]) -> Any:
        kind = step[0]
        book = self.runtime.book
        if kind == "all":
            return await self._take_together(step[1])
        target = decode(step[1], book)
        if kind == "call":
            return await self._call(target, *step[2:])
        if kind == "await":
            return await target
        if kind == "next":
            try:
                return [await anext(target)]
            except StopAsyncIteration:
                return []
        if kind == "send":
            try:
                return [await target.asend(decode(step[2], book))]
            except StopAsyncIteration:
                return []
        if kind == "enter":
            value = await target.__aenter__()
            self.open.append(target)
            return value
        if kind == "exit":
            self.open.remove(target)
            error = None if step[2] is None else decode(step[2], book)
            return bool(await target.__aexit__(type(error) if error else None, error, None))
        raise AssertionError(kind)

    async def _call(self, target: Any, method: str | None, args: list[Any], kwargs: dict[str, Any], mode: str) -> Any:
        book = self.runtime.book
        function = target if method is None else getattr(target, method)
        result = function(*[decode(arg, book) for arg in args], **{key: decode(arg, book) for key, arg in kwargs.items()})
        if mode == "await" and inspect.isawaitable(result):
            return await result
        if mode == "keep":
            result = await result if inspect.isawaitable(result) else result
        if mode != "await":
            return Kept(result)
        return result

    async def _take_together(self, steps: list[list[Any]]) -> list[list[Any]]:
        """Begin all steps in one turn; give the outcome of each as [ok, value]."""
        tasks = [self.runtime.loop.create_task(self._take(step)) for step in steps]
        done = await asyncio.gather(*tasks, return_exceptions=True)
        book = self.runtime.book
        return [
            [False, Encoded(encode_exception(item, book))] if isinstance(item, BaseException) else [True, item]
            for item in done
        ]
