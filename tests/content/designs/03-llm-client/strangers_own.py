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
    """Lets retries be a small share of the calls of a sliding window, but always a few."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._calls: deque[float] = deque()
        self._retries: deque[float] = deque()
        self._promised = 0

    def call(self) -> None:
        self._calls.append(now())

    def _left(self) -> float:
        horizon = now() - self._settings.retry_window
        for stamps in (self._calls, self._retries):
            while stamps and stamps[0] <= horizon:
                stamps.popleft()
        allowed = max(self._settings.retry_floor, self._settings.retry_ratio * len(self._calls))
        return allowed - len(self._retries)

    def promise(self) -> bool:
        if self._left() - self._promised < 1:
            return False
        self._promised += 1
        return True

    def give_back(self) -> None:
        self._promised -= 1

    def spend(self) -> bool:
        """After give_back: whether the retry may go out now."""
        if self._left() < 1:
            return False
        self._retries.append(now())
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
        if deadline <= 0:
            raise TimeoutError("no time at all")
        ends_at = now() + deadline
        async with asyncio.timeout_at(ends_at):
            return await _Call(self, prompt, ends_at).race()


class _Call:
    """One call of `complete`."""

    def __init__(self, client: LLMClient, prompt: str, ends_at: float) -> None:
        self._client = client
        self._settings = client._settings
        self._prompt = prompt
        self._ends_at = ends_at
        self._waiting = deque(client._providers)
        self._running: dict[str, asyncio.Task[str]] = {}
        self._all: list[asyncio.Task[str]] = []
        self._errors: dict[str, Exception] = {}
        self._winner: str | None = None
        self._newest = 0.0

    def _begin(self) -> None:
        if self._waiting and self._winner is None:
            name = self._waiting.popleft()
            self._newest = now()
            self._running[name] = task = asyncio.create_task(self._turn(name))
            self._all.append(task)

    def _spoke(self, name: str) -> None:
        if self._winner is not None:
            return
        self._winner = name
        for other, task in list(self._running.items()):
            if other != name and not task.done():
                task.cancel()
                del self._running[other]
                self._waiting.append(other)

    async def race(self) -> str:
        try:
            self._begin()
            while self._running:
                patience = None
                if self._settings.hedge_after is not None and self._waiting and self._winner is None:
                    patience = max(0.0, self._newest + self._settings.hedge_after - now())
                await asyncio.wait(self._running.values(), timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                ended = [(name, task) for name, task in self._running.items() if task.done()]
                for name, task in ended:
                    del self._running[name]
                    if name == self._winner:
                        self._winner = None
                    error = task.exception()
                    if error is None:
                        return task.result()
                    if not isinstance(error, Exception) or is_the_requests_own(error):
                        raise error
                    self._errors[name] = error
                for _ in ended:
                    self._begin()
                if not ended and patience is not None and now() + EPSILON >= self._newest + self._settings.hedge_after:
                    self._begin()
            raise AllFailed("no provider has an answer", [self._errors[name] for name in self._client._providers])
        finally:
            for task in self._all:
                task.cancel()
            await asyncio.gather(*self._all, return_exceptions=True)

    async def _turn(self, name: str) -> str:
        budget = self._client._budget
        number = 0
        while True:
            try:
                return await self._attempt(name)
            except Exception as error:
                if asyncio.current_task().cancelling():
                    raise asyncio.CancelledError from error
                if number >= self._settings.retries or not passes(error) or not budget.promise():
                    raise
                last = error
            try:
                pause = max(
                    getattr(last, "retry_after", None) or 0,
                    self._client._random() * min(self._settings.cap, self._settings.base * 2**number),
                )
                if now() + pause >= self._ends_at - EPSILON:
                    raise last
                await asyncio.sleep(pause)
            finally:
                budget.give_back()
            number += 1
            if not budget.spend():
                raise last

    async def _attempt(self, name: str) -> str:
        if now() >= self._ends_at:
            raise TimeoutError("the deadline is over")
        breaker = self._client._breakers[name]
        ticket = breaker.enter()
        good = None
        try:
            cut_at = now() + self._settings.timeout
            async with asyncio.timeout_at(cut_at if cut_at < self._ends_at - EPSILON else None):
                stream = self._client._providers[name].stream(self._prompt)
                try:
                    tokens = []
                    async for token in stream:
                        self._spoke(name)
                        tokens.append(token)
                finally:
                    await stream.aclose()
            good = True
            return "".join(tokens)
        except Exception as error:
            if not asyncio.current_task().cancelling() and speaks_against(error):
                good = False
            raise
        finally:
            breaker.leave(ticket, good)
