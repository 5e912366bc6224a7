"""A stock asyncio loop whose clock is virtual and whose selector is the pipe to the judge.

`_run_once` is CPython's own: only the selector, the clock and the ways out of the process are replaced, so that the
order of callbacks is what a real loop does.
"""

import asyncio
import asyncio.base_events
from asyncio.events import Handle


class SeqFuture(asyncio.Future):
    """A future whose hash is its number, so that sets of futures iterate alike in every run."""

    def __init__(self, *, loop):
        super().__init__(loop=loop)
        loop.made += 1
        self._seq = loop.made

    def __hash__(self):
        return self._seq


class SeqTask(asyncio.Task):
    """A task whose hash is its number, and that is named by it (3.13.0 named none for eager tasks)."""

    def __init__(self, coro, *, loop, name=None, **options):
        # Before super(): registering the task already hashes it.
        loop.made += 1
        self._seq = loop.made
        loop.tasks.append(self)
        super().__init__(coro, loop=loop, name=name or f"Task-{len(loop.tasks)}", **options)

    def __hash__(self):
        return self._seq


class PollSelector:
    """What `_run_once` asks for events. `poll` is called when the loop is idle or the judge wants a pause."""

    __slots__ = ("poll", "turns")

    def __init__(self, poll, turns):
        self.poll = poll
        self.turns = turns

    def select(self, timeout):
        if timeout == 0:
            return self.turns()
        return self.poll("idle")


class VirtualLoop(asyncio.base_events.BaseEventLoop):
    """The loop of one execution.

    `poll(kind)` returns the handles to append to the ready queue; `turns()` is called for each poll with work ready.
    """

    def __init__(self, clock, poll, turns):
        super().__init__()
        self._clock = clock
        self._clock_resolution = 1e-9
        self._selector = PollSelector(poll, turns)
        self.made = 0
        self.tasks = []
        self.executor_call = None

    def time(self):
        return self._clock.read()

    def _process_events(self, events):
        self._ready.extend(events)

    def _write_to_self(self):
        pass

    def create_future(self):
        return SeqFuture(loop=self)

    def create_task(self, coro, **options):
        if self._task_factory is not None:
            task = super().create_task(coro, **options)
            self.tasks.append(task)
            return task
        self._check_closed()
        return SeqTask(coro, loop=self, **options)

    def next_deadline_ns(self):
        """The earliest timer in nanoseconds, -1 when there is none. Cancelled ones at the head are gone by then."""
        for handle in self._scheduled[:1]:
            if not handle._cancelled:
                return max(int(handle._when * 1e9), 0)
        alive = [handle._when for handle in self._scheduled if not handle._cancelled]
        return int(min(alive) * 1e9) if alive else -1

    def handle(self, callback, args, context):
        return Handle(callback, args, self, context)

    def run_in_executor(self, executor, func, *args):
        """Run inline at once; that it is done is an event which the judge delivers."""
        return self.executor_call(func, args)

    async def shutdown_default_executor(self, timeout=None):
        return None

    def is_current(self):
        return asyncio._get_running_loop() is self


class OrderedTasks(dict):
    """A set that iterates in order of insertion: what a TaskGroup aborts first must not hang on addresses."""

    def add(self, task):
        self[task] = None

    def discard(self, task):
        self.pop(task, None)

    def remove(self, task):
        del self[task]


def order_task_groups():
    """Give every TaskGroup an ordered set of tasks. Idempotent."""
    group = asyncio.TaskGroup
    if getattr(group, "_gym_ordered", False):
        return
    stock = group.__init__

    def __init__(self, *args, **kwargs):
        stock(self, *args, **kwargs)
        self._tasks = OrderedTasks()

    group.__init__ = __init__
    group._gym_ordered = True
