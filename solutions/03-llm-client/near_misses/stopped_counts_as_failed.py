"""the anything-but-success-is-failure fix

Tempting, because it is safe to count whatever did not succeed. A caller who leaves, a deadline, a race that was lost:
none of them is the provider's doing, and a few impatient users take a healthy one out of service.
"""

from __future__ import annotations

import asyncio
import random as chance
from collections.abc import Callable, Mapping
from contextlib import aclosing
from itertools import count
from typing import TYPE_CHECKING

from ports import AllFailed, ApiError, CircuitOpen, Settings

if TYPE_CHECKING:
    from ports import Provider

PASSING = (429, 502, 503, 504)
NETWORK = (ConnectionError, TimeoutError)


def now() -> float:
    return asyncio.get_running_loop().time()


def own_fault(error: Exception) -> bool:
    """Whether the request is wrong: it would be wrong anywhere."""
    return isinstance(error, ApiError) and 400 <= error.status < 500 and error.status != 429


def may_retry(error: Exception) -> bool:
    """Whether the same provider may do better another time."""
    return error.status in PASSING if isinstance(error, ApiError) else isinstance(error, NETWORK)


class Breaker:
    """Keeps calls from a provider that is down. None of its methods awaits, so nothing comes in between."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._generation = 0
        self._move("closed")

    def admit(self) -> int:
        """Let one call through and give it a ticket, or raise CircuitOpen."""
        if self._state == "open" and now() - self._opened_at >= self._settings.cooldown:
            self._move("half-open")
        if self._state == "open" or (self._state == "half-open" and self._trials >= self._settings.half_open_max):
            raise CircuitOpen("the circuit is open")
        self._trials += 1
        return self._generation

    def settle(self, ticket: int, healthy: bool | None) -> None:
        """A call has ended; None: that says nothing of the provider. Calls from before the last change count no more."""
        if ticket != self._generation:
            return
        self._trials -= 1
        if healthy is None:
            return
        self._failures = 0 if healthy else self._failures + 1
        if self._state == "half-open":
            self._move("closed" if healthy else "open")
        elif self._failures >= self._settings.threshold:
            self._move("open")

    def _move(self, state: str) -> None:
        self._state = state
        self._generation += 1
        self._failures = self._trials = 0
        self._opened_at = now() if state == "open" else 0.0


class RetryBudget:
    """Lets retries be a small share of the requests of a window, but always a few."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._ends_at = 0.0
        self._requests = self._retries = 0

    def request(self) -> None:
        self._look_at_the_clock()
        self._requests += 1

    def take(self) -> bool:
        """Whether there is a retry left, which is then gone."""
        self._look_at_the_clock()
        if self._retries + 1 > max(self._settings.retry_floor, self._settings.retry_ratio * self._requests):
            return False
        self._retries += 1
        return True

    def _look_at_the_clock(self) -> None:
        if now() >= self._ends_at:
            self._ends_at = now() + self._settings.retry_window
            self._requests = self._retries = 0


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
        self._budget.request()
        turns: list[asyncio.Task[str]] = []
        async with asyncio.timeout(deadline):
            try:
                return await self._race(prompt, turns)
            finally:
                for turn in turns:
                    turn.cancel()
                # Not only to wait for them: who lost with an error must have been looked at.
                await asyncio.gather(*turns, return_exceptions=True)

    async def _race(self, prompt: str, turns: list[asyncio.Task[str]]) -> str:
        """Begin turns until one has an answer: the next at once when one fails, or beside it when none speaks."""
        waiting = list(self._providers)
        running: dict[asyncio.Task[str], str] = {}
        errors: dict[str, Exception] = {}
        spoken = False

        def spoke() -> None:
            nonlocal spoken
            spoken = True
            for other in [turn for turn in running if turn is not asyncio.current_task()]:
                other.cancel()
                del running[other]

        while waiting or running:
            if waiting and not (spoken and running):
                name = waiting.pop(0)
                turns.append(asyncio.create_task(self._turn(name, prompt, spoke)))
                running[turns[-1]] = name
            patience = self._settings.hedge_after if waiting and not spoken else None
            done, _ = await asyncio.wait(running, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            for turn in [turn for turn in running if turn in done]:
                name = running.pop(turn)
                error = turn.exception()
                if error is None:
                    return turn.result()
                if own_fault(error):
                    raise error
                errors[name] = error
        raise AllFailed("no provider has an answer", [errors[name] for name in self._providers if name in errors])

    async def _turn(self, name: str, prompt: str, spoke: Callable[[], None]) -> str:
        """Ask one provider, again if need be and if there is a retry left."""
        for retry in count():
            try:
                return await self._attempt(name, prompt, spoke)
            except (ApiError, *NETWORK) as error:
                if retry == self._settings.retries or not may_retry(error) or not self._budget.take():
                    raise
                wait = self._wait(retry, error)
            await asyncio.sleep(wait)
        raise AssertionError("unreachable")

    def _wait(self, retry: int, error: Exception) -> float:
        """Seconds until the next attempt: anything up to a doubled ceiling, and no less than the provider asks for."""
        jitter = self._random() * min(self._settings.cap, self._settings.base * 2**retry)
        return max(jitter, getattr(error, "retry_after", None) or 0.0)

    async def _attempt(self, name: str, prompt: str, spoke: Callable[[], None]) -> str:
        ticket = self._breakers[name].admit()
        healthy: bool | None = None
        tokens: list[str] = []
        try:
            async with asyncio.timeout(self._settings.timeout), aclosing(self._providers[name].stream(prompt)) as stream:
                async for token in stream:
                    if not tokens:
                        spoke()
                    tokens.append(token)
            healthy = True
            return "".join(tokens)
        except (ApiError, *NETWORK) as error:
            healthy = None if own_fault(error) else False
            raise
        except asyncio.CancelledError:
            healthy = False
            raise
        finally:
            # In `finally`: a cancelled trial gives its place back too.
            self._breakers[name].settle(ticket, healthy)
