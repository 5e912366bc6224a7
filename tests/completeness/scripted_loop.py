"""A stock asyncio loop of the test's own whose selector asks a function what happens, and whose clock is a counter."""

from __future__ import annotations

import asyncio
from asyncio.events import Handle
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from typing import Any
from weakref import ref

Poll = Callable[[bool], list[Handle]]

HERE: ContextVar[tuple[str, str]] = ContextVar("here")
"""Whose work is running: (process, caller)."""


class Over(BaseException):
    """Raised by the poll: nothing happens any more."""


class NumberedTask(asyncio.Task):  # type: ignore[type-arg]
    """Hashed by its number, so that a TaskGroup's set of tasks has one order."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], number: int, **options: Any) -> None:
        self._number = number
        super().__init__(coroutine, **options)

    def __hash__(self) -> int:
        return self._number


class ScriptedLoop(asyncio.BaseEventLoop):
    """`_run_once` is CPython's. `poll(idle)` is called wherever it would ask the kernel; it gives what to run next."""

    _ready: Any
    _scheduled: list[Any]

    def __init__(self, poll: Poll) -> None:
        super().__init__()
        self._selector = self
        self._clock_resolution = 1e-9
        self._poll = poll
        self.ns = 0
        # Every task made, and in which process and by which caller.
        self.tasks: list[tuple[ref[asyncio.Task[Any]], tuple[str, str]]] = []
        self.unheard: list[BaseException] = []
        self.in_thread: Callable[..., asyncio.Future[Any]] | None = None
        self.set_task_factory(self._new_task)
        self.set_exception_handler(lambda _, told: self.unheard.append(told.get("exception") or RuntimeError(told)))

    def time(self) -> float:
        """Each reading takes a nanosecond, so that no two are equal."""
        self.ns += 1
        return self.ns / 1e9

    def select(self, timeout: float | None) -> list[Handle]:
        """What `_run_once` calls: with 0 there is work ready, with anything else the loop would sleep."""
        return self._poll(timeout != 0)

    def _process_events(self, events: list[Handle]) -> None:
        self._ready.extend(events)

    def _write_to_self(self) -> None:
        pass

    def _new_task(self, _: Any, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
        task = NumberedTask(coroutine, len(self.tasks), loop=self, **options)
        self.tasks.append((ref(task), HERE.get()))
        return task

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        assert self.in_thread is not None
        return self.in_thread(func, *args)

    def deadline_ns(self) -> int | None:
        """The earliest timer that was not cancelled."""
        times = [timer.when() for timer in self._scheduled if not timer.cancelled()]
        return int(min(times) * 1e9) if times else None

    def event(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> Handle:
        """One thing that happens outside, as `select` returns it."""
        return Handle(callback, args, self, context)

    def run(self) -> None:
        """Until the poll says that it is over. Anything else that comes out is a fault of the subject or the test."""
        try:
            self.run_forever()
        except Over:
            return
        raise AssertionError("the loop was stopped")

    def clear(self) -> None:
        """End what is under way, so that nothing of it speaks later. Its port must not answer any more."""
        self._poll = self._end_quietly
        self._rounds = 0
        for timer in self._scheduled:
            timer.cancel()
        for task in asyncio.all_tasks(self):
            task.cancel()
        self.run()
        self.set_exception_handler(lambda _, told: None)
        self._ready.clear()
        self._scheduled.clear()
        self.close()

    def _end_quietly(self, idle: bool) -> list[Handle]:
        self._rounds += 1
        if idle or self._rounds > 50:
            raise Over
        return []
