"""One client for several language models: retries, circuit breakers, failover and hedging."""

from __future__ import annotations

import asyncio
import random as chance
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ports import AllFailed, ApiError, CircuitOpen, Settings

if TYPE_CHECKING:
    from ports import Provider


class Breaker:
    """Keeps a provider out of the way while it is down."""

    def __init__(self, settings: Settings) -> None:
        self._threshold = settings.threshold
        self._cooldown = settings.cooldown
        self._failures = 0
        self._opened_at = 0.0

    def check(self) -> None:
        """Raise CircuitOpen while the provider is given time to recover."""
        if self._failures >= self._threshold and time.monotonic() - self._opened_at < self._cooldown:
            raise CircuitOpen("the circuit is open")

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self) -> None:
        self._failures += 1
        if self._failures >= self._threshold:
            self._opened_at = time.monotonic()


class RetryBudget:
    """Lets retries be a small share of the requests of a window, but always a few."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._began = time.monotonic()
        self._requests = self._retries = 0

    def request(self) -> None:
        if time.monotonic() - self._began >= self._settings.retry_window:
            self._began = time.monotonic()
            self._requests = self._retries = 0
        self._requests += 1

    def take(self) -> bool:
        """Whether there is a retry left, which is then gone."""
        allowed = max(self._settings.retry_floor, self._settings.retry_ratio * self._requests)
        self._retries += 1
        return self._retries <= allowed


def may_retry(error: Exception) -> bool:
    """Whether the same request may do better another time."""
    if isinstance(error, ApiError):
        return error.status in (409, 429) or error.status >= 500
    return isinstance(error, OSError)


class LLMClient:
    """Asks the providers in their order, each as often as the settings allow."""

    def __init__(
        self, providers: Mapping[str, Provider], settings: Settings, random: Callable[[], float] = chance.random
    ) -> None:
        self._providers = providers
        self._settings = settings
        self._random = random
        self._breakers = {name: Breaker(settings) for name in providers}

    async def complete(self, prompt: str, deadline: float) -> str:
        """Return the whole answer to `prompt`, within `deadline` seconds."""
        budget = RetryBudget(self._settings)
        budget.request()
        ends_at = time.monotonic() + deadline
        errors: list[Exception] = []
        turns: list[asyncio.Task[str]] = []
        for number, name in enumerate(self._providers, 1):
            turns.append(asyncio.create_task(self._turn(name, prompt, ends_at, budget)))
            patience = self._settings.hedge_after if number < len(self._providers) else None
            done, _ = await asyncio.wait(turns, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            for turn in done:
                turns.remove(turn)
                error = turn.exception()
                if error is None:
                    return turn.result()
                if isinstance(error, ApiError) and error.status < 500 and not may_retry(error):
                    raise error
                errors.append(error)
        raise AllFailed("no provider has an answer", errors)

    async def _turn(self, name: str, prompt: str, ends_at: float, budget: RetryBudget) -> str:
        """Ask one provider, again if need be."""
        for attempt in range(self._settings.retries + 1):
            left = ends_at - time.monotonic()
            try:
                return await self._attempt(name, prompt, min(self._settings.timeout, left))
            except (ApiError, OSError) as error:
                last = error
                if not may_retry(error) or not budget.take():
                    break
            await asyncio.sleep(min(self._settings.cap, self._settings.base * 2**attempt))
        raise last

    async def _attempt(self, name: str, prompt: str, limit: float) -> str:
        breaker = self._breakers[name]
        try:
            breaker.check()
            async with asyncio.timeout(limit):
                text = "".join([token async for token in self._providers[name].stream(prompt)])
        except Exception:
            breaker.failed()
            raise
        breaker.succeeded()
        return text
