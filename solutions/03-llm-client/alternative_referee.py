"""A referee hears from the turns through a queue, and a breaker's states are objects that hear from their own attempts.

Who was let in by a state reports to that state, so what comes late changes nothing: no tickets, no generation. The turns
decide nothing either; all of that stands in one loop. The price: a breaker of three classes, and one turn of the event loop
between a first token and the end of the others.
"""

from __future__ import annotations

import asyncio
import random as chance
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING

from ports import AllFailed, ApiError, CircuitOpen, Settings

if TYPE_CHECKING:
    from ports import Provider

NETWORK = (ConnectionError, TimeoutError)


def now() -> float:
    return asyncio.get_running_loop().time()


def own_fault(error: Exception) -> bool:
    """Whether the request is wrong: it would be wrong anywhere."""
    return isinstance(error, ApiError) and error.status // 100 == 4 and error.status != 429


def may_retry(error: Exception) -> bool:
    """Whether the same provider may do better another time."""
    return error.status in {429, 502, 503, 504} if isinstance(error, ApiError) else isinstance(error, NETWORK)


class Closed:
    """Lets everything through and counts failures on end."""

    def __init__(self, breaker: Breaker) -> None:
        self._breaker = breaker
        self._failures = 0

    def enter(self) -> bool:
        return True

    def leave(self, healthy: bool | None) -> None:
        if healthy is None:
            return
        self._failures = 0 if healthy else self._failures + 1
        if self._failures >= self._breaker.settings.threshold:
            self._breaker.leave_state(self, Open(self._breaker))


class Open:
    """Refuses, until its time is over: then its successor is asked."""

    def __init__(self, breaker: Breaker) -> None:
        self._breaker = breaker
        self._ends_at = now() + breaker.settings.cooldown

    def enter(self) -> bool:
        if now() < self._ends_at:
            return False
        self._breaker.leave_state(self, HalfOpen(self._breaker))
        return self._breaker.state.enter()

    def leave(self, healthy: bool | None) -> None:
        """Nobody was let in, so nobody leaves."""


class HalfOpen:
    """Lets a few through at a time; the first that says anything decides."""

    def __init__(self, breaker: Breaker) -> None:
        self._breaker = breaker
        self._free = breaker.settings.half_open_max

    def enter(self) -> bool:
        if self._free == 0:
            return False
        self._free -= 1
        return True

    def leave(self, healthy: bool | None) -> None:
        self._free += 1
        if healthy is not None:
            self._breaker.leave_state(self, Closed(self._breaker) if healthy else Open(self._breaker))


class Breaker:
    """Keeps calls from a provider that is down: a state at a time, which is asked and told."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.state: Closed | Open | HalfOpen = Closed(self)

    def leave_state(self, old: Closed | Open | HalfOpen, new: Closed | Open | HalfOpen) -> None:
        """What an old state still hears moves nothing."""
        if self.state is old:
            self.state = new

    def enter(self) -> Closed | Open | HalfOpen:
        """The state that an attempt was let in by, or CircuitOpen."""
        if not self.state.enter():
            raise CircuitOpen("the circuit is open")
        return self.state


class RetryBudget:
    """The moments of requests and retries of the last seconds: a window that slides."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests: deque[float] = deque()
        self._retries: deque[float] = deque()

    def request(self) -> None:
        self._requests.append(now())

    def take(self) -> bool:
        """Whether there is a retry left, which is then gone."""
        for moments in (self._requests, self._retries):
            while moments and moments[0] <= now() - self._settings.retry_window:
                moments.popleft()
        allowed = max(self._settings.retry_floor, self._settings.retry_ratio * len(self._requests))
        if len(self._retries) + 1 > allowed:
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
        self._budget.request()
        turns: dict[str, asyncio.Task[None]] = {}
        async with asyncio.timeout(deadline), asyncio.TaskGroup() as group:
            try:
                found = await self._referee(prompt, turns, group)
            finally:
                for turn in turns.values():
                    turn.cancel()
        if isinstance(found, Exception):
            raise found
        return found

    async def _referee(self, prompt: str, turns: dict[str, asyncio.Task[None]], group: asyncio.TaskGroup) -> str | Exception:
        """The answer, or the error that ends the call. Turns report; what it means is decided here."""
        heard: asyncio.Queue[tuple[str, str | Exception | None]] = asyncio.Queue()
        waiting = deque(self._providers)
        errors: dict[str, Exception] = {}
        winner = None
        while waiting or turns:
            if waiting and (winner is None or not turns):
                name = waiting.popleft()
                turns[name] = group.create_task(self._turn(name, prompt, heard))
            while True:
                try:
                    async with asyncio.timeout(self._settings.hedge_after if waiting and winner is None else None):
                        name, what = await heard.get()
                except TimeoutError:
                    break
                if name not in turns:
                    continue  # it was stopped after it had said this
                if what is None:
                    winner = name
                    for other in [other for other in turns if other != winner]:
                        turns.pop(other).cancel()
                elif isinstance(what, str):
                    return what
                else:
                    del turns[name]
                    if own_fault(what):
                        return what
                    errors[name] = what
                    break
        return AllFailed("no provider has an answer", [errors[name] for name in self._providers if name in errors])

    async def _turn(self, name: str, prompt: str, heard: asyncio.Queue[tuple[str, str | Exception | None]]) -> None:
        """Ask one provider, again if need be, and say how it went."""
        retry = 0
        while True:
            try:
                heard.put_nowait((name, await self._attempt(name, prompt, lambda: heard.put_nowait((name, None)))))
                return
            except Exception as error:
                known = error
            if retry == self._settings.retries or not may_retry(known):
                break
            if not self._budget.take():
                break
            ceiling = min(self._settings.cap, self._settings.base * 2**retry)
            await asyncio.sleep(max(getattr(known, "retry_after", None) or 0.0, self._random() * ceiling))
            retry += 1
        heard.put_nowait((name, known))

    async def _attempt(self, name: str, prompt: str, spoke: Callable[[], None]) -> str:
        state = self._breakers[name].enter()
        healthy: bool | None = None
        try:
            async with asyncio.timeout(self._settings.timeout), aclosing(self._providers[name].stream(prompt)) as stream:
                tokens: list[str] = []
                async for token in stream:
                    if not tokens:
                        spoke()
                    tokens.append(token)
            healthy = True
            return "".join(tokens)
        except (ApiError, *NETWORK) as error:
            healthy = None if own_fault(error) else False
            raise
        finally:
            state.leave(healthy)
