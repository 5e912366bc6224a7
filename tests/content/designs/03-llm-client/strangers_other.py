"""One client for several language models: retries, circuit breakers, failover and hedging."""

from __future__ import annotations

import asyncio
import random as chance
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ports import AllFailed, ApiError, CircuitOpen, Settings

if TYPE_CHECKING:
    from ports import Provider

EPSILON = 1e-9


def now() -> float:
    return asyncio.get_running_loop().time()


def is_the_requests_own(error: BaseException) -> bool:
    return isinstance(error, ApiError) and 400 <= error.status < 500 and error.status != 429


def passes(error: BaseException) -> bool:
    """Whether the same request may do better another time."""
    if isinstance(error, ApiError):
        return error.status in (429, 502, 503, 504)
    return isinstance(error, (ConnectionError, TimeoutError))


def speaks_against(error: BaseException) -> bool:
    """Whether the error is the provider's failure."""
    if isinstance(error, ApiError):
        return error.status == 429 or 500 <= error.status < 600
    return isinstance(error, (ConnectionError, TimeoutError))


class Breaker:
    """Keeps a provider out of the way while it is down. Tickets are numbers of eras; each change begins an era."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._state = "closed"
        self._era = 0
        self._failures = 0
        self._trials = 0
        self._opened_at = 0.0

    def _become(self, state: str) -> None:
        self._state = state
        self._era += 1
        self._failures = self._trials = 0
        if state == "open":
            self._opened_at = now()

    def enter(self) -> int:
        if self._state == "open" and now() >= self._opened_at + self._settings.cooldown:
            self._become("half-open")
        if self._state == "open":
            raise CircuitOpen("the circuit is open")
        if self._state == "half-open":
            if self._trials >= self._settings.half_open_max:
                raise CircuitOpen("the circuit is half-open, and all trials are taken")
            self._trials += 1
        return self._era

    def leave(self, ticket: int, good: bool | None) -> None:
        """`good` is None where the attempt said nothing about the provider."""
        if ticket != self._era:
            return
        if self._state == "half-open":
            self._trials -= 1
            if good is not None:
                self._become("closed" if good else "open")
        elif good:
            self._failures = 0
        elif good is False:
            self._failures += 1
            if self._failures >= self._settings.threshold:
                self._become("open")


class RetryBudget:
    """Fixed windows, counted from the first call."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._window = -1.0
        self._calls = self._retries = 0

    def _turn_page(self) -> None:
        window = now() // self._settings.retry_window
        if window != self._window:
            self._window = window
            self._calls = self._retries = 0

    def call(self) -> None:
        self._turn_page()
        self._calls += 1

    def take(self) -> bool:
        self._turn_page()
        if self._retries + 1 > max(self._settings.retry_floor, self._settings.retry_ratio * self._calls):
            return False
        self._retries += 1
        return True


class LLMClient:
    """Asks the providers in their order, each as often as the settings allow."""

    def __init__(
        self, providers: Mapping[str, Provider], settings: Settings, random: Callable[[], float] = chance.random
    ) -> None:
        self._providers = providers
        self._settings = settings
        self._random = random
        self._breakers = {name: Breaker(settings) for name in providers}
        self._budget = RetryBudget(settings)

    async def complete(self, prompt: str, deadline: float) -> str:
        """Return the whole answer to `prompt`, within `deadline` seconds."""
        self._budget.call()
        desk = Desk(self, prompt, now() + deadline)
        try:
            return await desk.serve()
        finally:
            await desk.close()


class Lane:
    """One provider's turn."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.attempt = 0
        self.pump: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.ticket = 0
        self.error: Exception | None = None


class Desk:
    """One call, as a state machine: pumps and timers post events, `serve` handles them one by one."""

    def __init__(self, client: LLMClient, prompt: str, ends_at: float) -> None:
        self.c, self.prompt, self.ends_at = client, prompt, ends_at
        self.s = client._settings
        self.events: asyncio.Queue[tuple] = asyncio.Queue()
        self.lanes: dict[str, Lane] = {}
        self.todo = list(client._providers)
        self.errors: dict[str, Exception] = {}
        self.winner: Lane | None = None
        self.pumps: list[asyncio.Task[None]] = []
        self.timers: list[asyncio.TimerHandle] = []
        self.hedge: asyncio.TimerHandle | None = None

    def at(self, when: float, *event: object) -> asyncio.TimerHandle:
        timer = asyncio.get_running_loop().call_at(when, self.events.put_nowait, event)
        self.timers.append(timer)
        return timer

    async def serve(self) -> str:
        self.at(self.ends_at, "deadline")
        self.next_turn()
        while True:
            if not self.lanes:
                raise AllFailed("no provider has an answer", [self.errors[n] for n in self.c._providers])
            kind, *rest = await self.events.get()
            if now() >= self.ends_at - EPSILON and kind != "end":
                raise TimeoutError("the deadline is over")
            if kind == "hedge":
                if self.winner is None:
                    self.next_turn()
                continue
            lane = rest[0]
            if self.lanes.get(lane.name) is not lane or (kind != "retry" and rest[1] != lane.attempt):
                continue
            if kind == "first":
                if self.winner is None:
                    self.winner = lane
                    for other in list(self.lanes.values()):
                        if other is not lane:
                            self.drop(other)
                            self.errors.setdefault(other.name, TimeoutError("another one was faster"))
            elif kind == "end":
                return rest[2]
            elif kind == "cut":
                lane.pump.cancel()
                self.c._breakers[lane.name].leave(lane.ticket, False)
                self.failed(lane, TimeoutError("no answer in time"))
            elif kind == "error":
                self.failed(lane, rest[2])
            elif kind == "retry":
                self.ask(lane)

    def next_turn(self) -> None:
        if self.hedge:
            self.hedge.cancel()
        if self.todo:
            lane = Lane(self.todo.pop(0))
            self.lanes[lane.name] = lane
            if self.s.hedge_after is not None:
                self.hedge = self.at(now() + self.s.hedge_after, "hedge")
            self.ask(lane)

    def drop(self, lane: Lane) -> None:
        del self.lanes[lane.name]
        if lane.pump:
            lane.pump.cancel()
        if lane.timer:
            lane.timer.cancel()

    def ask(self, lane: Lane) -> None:
        try:
            lane.ticket = self.c._breakers[lane.name].enter()
        except CircuitOpen as error:
            self.over(lane, lane.error or error)
            return
        lane.timer = self.at(now() + self.s.timeout, "cut", lane, lane.attempt)
        lane.pump = asyncio.create_task(self.pump(lane, lane.attempt, lane.ticket))
        lane.pump.add_done_callback(self.settle(lane.name, lane.ticket))
        self.pumps.append(lane.pump)

    def settle(self, name: str, ticket: int) -> Callable[[asyncio.Task[None]], None]:
        def done(task: asyncio.Task[None]) -> None:
            if task.cancelled() or task.result() is None:
                self.c._breakers[name].leave(ticket, None)
        return done

    def failed(self, lane: Lane, error: Exception) -> None:
        lane.timer.cancel()
        lane.error = error
        if is_the_requests_own(error):
            raise error
        if lane.attempt < self.s.retries and passes(error) and self.c._budget.take():
            pause = max(
                getattr(error, "retry_after", None) or 0,
                self.c._random() * min(self.s.cap, self.s.base * 2**lane.attempt),
            )
            lane.attempt += 1
            if now() + pause < self.ends_at - EPSILON:
                lane.timer = self.at(now() + pause, "retry", lane)
                return
        self.over(lane, error)

    def over(self, lane: Lane, error: Exception) -> None:
        self.errors[lane.name] = error
        self.lanes.pop(lane.name)
        if self.winner is lane:
            self.winner = None
        if self.winner is None:
            self.next_turn()

    async def pump(self, lane: Lane, attempt: int, ticket: int) -> bool | None:
        """Return whether the breaker was told."""
        breaker = self.c._breakers[lane.name]
        tokens = []
        stream = None
        try:
            stream = self.c._providers[lane.name].stream(self.prompt)
            async for token in stream:
                if not tokens:
                    self.events.put_nowait(("first", lane, attempt))
                tokens.append(token)
        except Exception as error:
            if asyncio.current_task().cancelling():
                raise asyncio.CancelledError from error
            told = None
            if speaks_against(error):
                breaker.leave(ticket, False)
                told = False
            self.events.put_nowait(("error", lane, attempt, error))
            return told
        finally:
            if stream is not None:
                await stream.aclose()
        breaker.leave(ticket, True)
        self.events.put_nowait(("end", lane, attempt, "".join(tokens)))
        return True

    async def close(self) -> None:
        for timer in self.timers:
            timer.cancel()
        for pump in self.pumps:
            pump.cancel()
        await asyncio.gather(*self.pumps, return_exceptions=True)
