"""A stock asyncio loop whose clock is virtual and whose selector is the pipe to the judge.

`_run_once` is CPython's own: only the selector, the clock and the ways out of the process are replaced, so that the
order of callbacks is what a real loop does.
"""

from __future__ import annotations

import asyncio
import asyncio.base_events
import sys
from asyncio.events import Handle
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context, ContextVar
from typing import Any
from weakref import ref

from .clock import VirtualClock

Poll = Callable[[str], Sequence[Handle]]
Turns = Callable[[], Sequence[Handle]]


class SeqFuture(asyncio.Future):  # type: ignore[type-arg]
    """A future whose hash is its number, so that sets of futures iterate alike in every run."""

    def __init__(self, *, loop: VirtualLoop) -> None:
        super().__init__(loop=loop)
        loop.made += 1
        self._seq = loop.made

    def __hash__(self) -> int:
        return self._seq


class SeqTask(asyncio.Task):  # type: ignore[type-arg]
    """A task whose hash is its number, and that is named by it (3.13.0 named none for eager tasks)."""

    def __init__(self, coro: Any, *, loop: VirtualLoop, name: str | None = None, **options: Any) -> None:
        # Before super(): registering the task already hashes it.
        loop.made += 1
        self._seq = loop.made
        loop.task_count += 1
        super().__init__(coro, loop=loop, name=name or f"Task-{loop.task_count}", **options)

    def __hash__(self) -> int:
        return self._seq


_ours: Any
for _ours, _stock in ((SeqFuture, "Future"), (SeqTask, "Task")):
    # What a repr or an error message shows is the stock name.
    _ours.__name__ = _ours.__qualname__ = _stock


class PollSelector:
    """What `_run_once` asks for events. `poll` is called when the loop is idle or the judge wants a pause."""

    __slots__ = ("poll", "turns")

    def __init__(self, poll: Poll, turns: Turns) -> None:
        self.poll = poll
        self.turns = turns

    def select(self, timeout: float | None) -> Sequence[Handle]:
        if timeout == 0:
            return self.turns()
        return self.poll("idle")


class VirtualLoop(asyncio.base_events.BaseEventLoop):
    """The loop of one execution.

    `poll(kind)` returns the handles to append to the ready queue; `turns()` is called for each poll with work ready;
    `here` is the context variable that tells whose work is running.
    """

    _ready: deque[Handle]
    _scheduled: list[Any]
    _task_factory: Any
    _check_closed: Callable[[], None]

    def __init__(self, clock: VirtualClock, poll: Poll, turns: Turns, here: ContextVar[Any]) -> None:
        super().__init__()
        self._clock = clock
        self._clock_resolution = 1e-9
        self._selector = PollSelector(poll, turns)
        self.made = 0
        self.task_count = 0
        # Weak: a task that was dropped must tell its lost exception then, as on a stock loop. Each with the value of
        # `here` where it belongs, since Task.get_context came with 3.12 only.
        self.tasks: list[tuple[ref[asyncio.Task[Any]], Any]] = []
        self._here = here
        self.executor_call: Callable[[Callable[..., Any], tuple[Any, ...]], asyncio.Future[Any]] | None = None
        self.timer_made: Callable[[], None] | None = None
        self._signal_handlers: dict[int, Handle] = {}

    def time(self) -> float:
        return self._clock.read()

    def _process_events(self, events: Sequence[Handle]) -> None:
        self._ready.extend(events)

    def _write_to_self(self) -> None:
        pass

    def create_future(self) -> asyncio.Future[Any]:
        return SeqFuture(loop=self)

    def create_task(self, coro: Any, **options: Any) -> asyncio.Task[Any]:
        if self._task_factory is not None:
            task: asyncio.Task[Any] = super().create_task(coro, **options)
        else:
            self._check_closed()
            task = SeqTask(coro, loop=self, **options)
        context = options.get("context")
        owner = self._here.get(None) if context is None else context.get(self._here)
        self.tasks.append((ref(task), owner or (None, None)))
        return task

    def call_at(self, when: float, callback: Callable[..., object], *args: Any, context: Any = None) -> asyncio.TimerHandle:  # type: ignore[override]
        if self.timer_made is not None:
            self.timer_made()
        return super().call_at(when, callback, *args, context=context)

    def next_deadline_ns(self) -> int:
        """The earliest timer in nanoseconds, -1 when there is none. Cancelled ones at the head are gone by then."""
        for handle in self._scheduled[:1]:
            if not handle._cancelled:
                return max(int(handle._when * 1e9), 0)
        alive = [handle._when for handle in self._scheduled if not handle._cancelled]
        return int(min(alive) * 1e9) if alive else -1

    def handle(self, callback: Callable[..., Any], args: Sequence[Any], context: Context) -> Handle:
        return Handle(callback, args, self, context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Run inline at once; that it is done is an event which the judge delivers."""
        assert self.executor_call is not None
        return self.executor_call(func, args)

    async def subprocess_exec(self, protocol_factory: Any, *args: Any, **options: Any) -> Any:
        sys.audit("os.system", args)  # refused by the fences, with the learner's line
        raise NotImplementedError

    subprocess_shell = subprocess_exec

    def add_signal_handler(self, sig: int, callback: Callable[..., Any], *args: Any) -> None:  # type: ignore[override]
        """Kept and never called: no signal comes in a world. A service that installs its own must still start."""
        self._signal_handlers[sig] = Handle(callback, args, self)

    def remove_signal_handler(self, sig: int) -> bool:
        return self._signal_handlers.pop(sig, None) is not None

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        return None

    def living_tasks(self) -> list[tuple[asyncio.Task[Any], Any]]:
        """All tasks that somebody still holds, in order of creation, each with the process and flow it belongs to."""
        return [(task, owner) for task, owner in [(found(), owner) for found, owner in self.tasks] if task is not None]

    def is_current(self) -> bool:
        return asyncio._get_running_loop() is self
