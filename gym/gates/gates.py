"""What a test says to its gates."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

from gym.gates.call import Call
from gym.gates.errors import GateError
from gym.gates.guard import Guarded
from gym.gates.leaving import end_tasks
from gym.gates.loop import MOST_TURNS, HeldLoop
from gym.gates.stuck import Place, place_of, restless_error, stuck_error

MOST_TIMERS = 1_000
"""`open_all` lets so many timers pass; who is not back by then asks for ever."""

T = TypeVar("T")
_caller: ContextVar[str] = ContextVar("gym_gates_caller")


class Gates:
    """The gates of one test; hand fakes through `guard`, start callers with `start`, and go on from there.

    All calls are in `calls`, oldest first, with their state; those that wait for their gate also in `waiting`.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.place: Place | None = None
        """Where the test waited when nothing more could happen."""
        self._held: HeldLoop | None = None
        self._test: asyncio.Task[Any] | None = None
        self._callers: list[asyncio.Task[Any]] = []
        self._timers_ran_out = False

    @property
    def waiting(self) -> list[Call]:
        """The calls that wait at a gate, oldest first."""
        return [call for call in self.calls if call.state == "waiting"]

    def guard(self, fake: T) -> T:
        """The fake, with a gate before each of its async calls. What the test itself asks the bare fake meets no gate."""
        return Guarded(fake, self._at_gate)  # type: ignore[return-value]

    def start(self, name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A caller of that name, as a task; `.cancel()` makes it go away. It runs from the next `await` on."""
        loop = self._hold().loop
        if not asyncio.iscoroutine(work):
            raise GateError(f'start takes a name and a coroutine, as in start("first", box.call()), and not {work!r}.')
        context = copy_context()
        context.run(_caller.set, name)
        task: asyncio.Task[T] = loop.create_task(work, name=name, context=context)
        self._callers.append(task)
        return task

    async def settle(self) -> list[Call]:
        """Until nothing more can happen while gates are closed and time stands still; gives those that wait then."""
        await self._hold().settle()
        return self.waiting

    def open(self, *calls: Call) -> Settling:
        """Let these calls through, in this order. With `await` it also settles; without, they are let through together."""
        return self._let_through(calls, None)

    def fail(self, call: Call, error: BaseException) -> Settling:
        """Let this call fail with `error`, without any effect. With `await` it also settles."""
        return self._let_through((call,), error)

    async def open_all(self) -> None:
        """Open every gate, one at a time, oldest first, and let time pass where nothing waits; until all is quiet.

        Gates that calls come to later are closed again.
        """
        held = self._hold()
        timers = 0
        await held.settle()
        while True:
            due = held.next_timer()
            if self.waiting:
                self.waiting[0].let_through()
                await held.settle()
            elif due is not None and timers < MOST_TIMERS:
                timers += 1
                await held.move_to(due)
            else:
                self._timers_ran_out = due is not None
                return

    async def pass_time(self, seconds: float) -> list[Call]:
        """Let `seconds` pass, timer by timer; gates stay as they are. Gives the calls that wait then."""
        held = self._hold()
        await held.settle()
        end = held.now + seconds
        while (due := held.next_timer()) is not None and due <= end:
            await held.move_to(due)
        held.now = max(held.now, end)
        return await self.settle()

    def close(self) -> None:
        """End what the test left behind, and give its loop back. To be called when the loop does not run."""
        held, self._held = self._held, None
        if held is not None:
            end_tasks(held, self._callers)
            held.release()

    def _let_through(self, calls: tuple[Call, ...], error: BaseException | None) -> Settling:
        for call in calls:
            if not isinstance(call, Call):
                raise GateError(f"{call!r} is no call; those that wait at a gate are in gates.waiting.")
            call.let_through(error)
        return Settling(self.settle)

    def _hold(self) -> HeldLoop:
        """The loop, and that it is the test which speaks. Raises GateError outside of an async test."""
        held = self._hold_loop()
        if _caller.get(None) is None:
            self._test = asyncio.current_task()
        return held

    def _hold_loop(self) -> HeldLoop:
        """The test's loop, held from the first word or the first call on."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            raise GateError("gates need an async test: async def, and pytestmark = pytest.mark.asyncio.") from None
        if self._held is None or self._held.loop is not loop:
            self._held = HeldLoop(loop, self._stuck)
            self._test = asyncio.current_task()
        return self._held

    async def _at_gate(
        self, name: str, method: Callable[..., Awaitable[Any]], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """The call is made when it is awaited, as a real one is."""
        self._hold_loop()
        call = Call(self._caller_now(), name, args, kwargs, asyncio.get_running_loop().create_future())
        self.calls.append(call)
        return await call.through(method)

    def _caller_now(self) -> str:
        """A started caller's name, also in the tasks that it made; else the task's own."""
        task = asyncio.current_task()
        if task is None or task is self._test:
            return "the test"
        return _caller.get(task.get_name())

    def _stuck(self, restless: bool) -> BaseException:
        assert self._held is not None
        self.place = place_of(self._test)
        if restless:
            return restless_error(MOST_TURNS)
        due = self._held.next_timer()
        pause = None if due is None or self._timers_ran_out else due - self._held.now
        return stuck_error(self.waiting, pause, self._callers, MOST_TIMERS if self._timers_ran_out else None)


class Settling:
    """What `open` and `fail` give: awaiting it settles, and so nobody has to."""

    def __init__(self, settle: Callable[[], Coroutine[Any, Any, list[Call]]]) -> None:
        self._settle = settle

    def __await__(self) -> Generator[Any, None, list[Call]]:
        return self._settle().__await__()
