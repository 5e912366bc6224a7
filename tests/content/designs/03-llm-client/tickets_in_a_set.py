"""The deadline is a wait beside the work; a breaker knows who is inside, and a change of state forgets them all."""

from __future__ import annotations

import asyncio
import random as chance
from collections import deque

from ports import AllFailed, ApiError, CircuitOpen

NETWORK = (ConnectionError, TimeoutError)


class Breaker:
    def __init__(self, settings):
        self.settings = settings
        self.inside = set()
        self.opened_at = None
        self.failed = 0

    def enter(self):
        if self.opened_at is not None:
            now = asyncio.get_running_loop().time()
            if now < self.opened_at + self.settings.cooldown or len(self.inside) >= self.settings.half_open_max:
                raise CircuitOpen("closed for now")
        ticket = object()
        self.inside.add(ticket)
        return ticket

    def leave(self, ticket, news):
        if ticket not in self.inside:
            return
        self.inside.discard(ticket)
        if news == "good":
            self.failed = 0
            if self.opened_at is not None:
                self.opened_at, self.inside = None, set()
        elif news == "bad":
            self.failed += 1
            if self.opened_at is not None or self.failed >= self.settings.threshold:
                self.opened_at, self.inside, self.failed = asyncio.get_running_loop().time(), set(), 0


class Purse:
    """A sliding window; a retry is paid for when its wait is over, and until then it is promised."""

    def __init__(self, settings):
        self.settings = settings
        self.calls, self.retries = deque(), deque()
        self.promised = 0

    def look(self, retries):
        since = asyncio.get_running_loop().time() - self.settings.retry_window
        for times in (self.calls, self.retries):
            while times and times[0] <= since:
                times.popleft()
        allowed = max(self.settings.retry_floor, self.settings.retry_ratio * len(self.calls))
        return len(self.retries) + self.promised + retries <= allowed


class LLMClient:
    def __init__(self, providers, settings, random=chance.random):
        self.providers = providers
        self.settings = settings
        self.random = random
        self.breakers = {name: Breaker(settings) for name in providers}
        self.purse = Purse(settings)

    async def complete(self, prompt, deadline):
        self.purse.calls.append(asyncio.get_running_loop().time())
        work = asyncio.create_task(Call(self, prompt).run())
        try:
            await asyncio.wait([work], timeout=deadline)
        finally:
            if not work.done():
                work.cancel()
                await asyncio.wait([work])
        if work.cancelled():
            raise TimeoutError("the deadline is over")
        return work.result()


class Call:
    """One call of complete: its turns, who has the floor, and how they failed."""

    def __init__(self, client, prompt):
        self.client = client
        self.prompt = prompt
        self.turns = {}
        self.floor = None
        self.failed = {}

    async def run(self):
        waiting = deque(self.client.providers)
        try:
            while waiting or self.turns:
                if waiting and self.floor is None:
                    name = waiting.popleft()
                    self.turns[name] = asyncio.create_task(self.turn(name))
                timeout = self.client.settings.hedge_after if waiting and self.floor is None else None
                await asyncio.wait(list(self.turns.values()), timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
                for name, turn in list(self.turns.items()):
                    if turn.cancelled():
                        del self.turns[name]
                    elif turn.done():
                        del self.turns[name]
                        error = turn.exception()
                        if error is None:
                            return turn.result()
                        if verdict(error) == "own":
                            raise error
                        self.failed[name] = error
                        self.floor = None if self.floor == name else self.floor
            names = [name for name in self.client.providers if name in self.failed]
            raise AllFailed("nobody could", [self.failed[name] for name in names])
        finally:
            for turn in self.turns.values():
                turn.cancel()
            await asyncio.gather(*self.turns.values(), return_exceptions=True)

    def speak(self, name):
        if self.floor is None:
            self.floor = name
            for other, turn in self.turns.items():
                if other != name:
                    turn.cancel()

    async def turn(self, name):
        settings, purse = self.client.settings, self.client.purse
        for number in range(settings.retries + 1):
            try:
                return await self.attempt(name)
            except Exception as error:
                if number == settings.retries or verdict(error) != "passes" or not purse.look(1):
                    raise
                drawn = self.client.random() * min(settings.cap, settings.base * 2**number)
                wait = max(drawn, getattr(error, "retry_after", None) or 0.0)
            purse.promised += 1
            try:
                await asyncio.sleep(wait)
            finally:
                purse.promised -= 1
            purse.retries.append(asyncio.get_running_loop().time())

    async def attempt(self, name):
        breaker = self.client.breakers[name]
        ticket, news, text = breaker.enter(), None, ""
        stream = self.client.providers[name].stream(self.prompt)
        try:
            async with asyncio.timeout(self.client.settings.timeout):
                async for token in stream:
                    self.speak(name)
                    text += token
            news = "good"
            return text
        except Exception as error:
            news = "bad" if verdict(error) in ("passes", "bad") else None
            raise
        finally:
            breaker.leave(ticket, news)
            await stream.aclose()


def verdict(error):
    """What an error says: passes, bad (and will not pass), own (the request's), or nothing."""
    if isinstance(error, ApiError):
        if error.status in (429, 502, 503, 504):
            return "passes"
        return "own" if 400 <= error.status < 500 else "bad"
    return "passes" if isinstance(error, NETWORK) else "nothing"
