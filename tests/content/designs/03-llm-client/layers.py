"""Layers of functions, each around the next: breaker, timeout, retries; and a condition on which the race waits."""

from __future__ import annotations

import asyncio
import contextlib
import random as chance

from ports import AllFailed, ApiError, CircuitOpen


def time():
    return asyncio.get_running_loop().time()


def passing(error):
    if isinstance(error, ApiError):
        return error.status in {429, 502, 503, 504}
    return isinstance(error, (ConnectionError, TimeoutError))


def wrong(error):
    return isinstance(error, ApiError) and error.status in range(400, 500) and error.status != 429


def ill(error):
    return passing(error) or (isinstance(error, ApiError) and error.status >= 500)


def guarded(settings):
    """A breaker: a function that runs another one inside of it."""
    epoch = {"kind": "closed", "failures": 0, "inside": 0}

    def change(kind):
        nonlocal epoch
        epoch = {"kind": kind, "failures": 0, "inside": 0, "since": time()}

    async def inside(work):
        if epoch["kind"] == "open" and time() - epoch["since"] >= settings.cooldown:
            change("half-open")
        mine = epoch
        if mine["kind"] == "open" or (mine["kind"] == "half-open" and mine["inside"] == settings.half_open_max):
            raise CircuitOpen("not now")
        mine["inside"] += 1
        try:
            result = await work()
        except Exception as error:
            if ill(error):
                mine["failures"] += 1
                if mine is epoch and (mine["kind"] == "half-open" or mine["failures"] >= settings.threshold):
                    change("open")
            raise
        else:
            mine["failures"] = 0
            if mine is epoch and mine["kind"] == "half-open":
                change("closed")
            return result
        finally:
            mine["inside"] -= 1

    return inside


def budgeted(settings):
    """Two functions: one is told of each call, the other asks for a retry. Windows are fixed, by the number."""
    counts = {}

    def window():
        number = int(time() // settings.retry_window)
        for old in [each for each in counts if each != number]:
            del counts[old]
        return counts.setdefault(number, [0, 0])

    def called():
        window()[0] += 1

    def retry():
        calls, retries = window()
        if retries >= int(max(settings.retry_floor, settings.retry_ratio * calls)):
            return False
        window()[1] += 1
        return True

    return called, retry


class LLMClient:
    def __init__(self, providers, settings, random=chance.random):
        self.settings = settings
        self.random = random
        self.called, self.may_retry = budgeted(settings)
        self.doors = {name: (provider, guarded(settings)) for name, provider in providers.items()}

    async def complete(self, prompt, deadline):
        self.called()
        async with asyncio.timeout(deadline):
            return await Race(self, prompt).outcome()

    async def turn(self, name, prompt, heard):
        provider, inside = self.doors[name]

        async def read():
            async with asyncio.timeout(self.settings.timeout), contextlib.aclosing(provider.stream(prompt)) as tokens:
                return "".join([heard(token) async for token in tokens])

        retries = 0
        while True:
            try:
                return await inside(read)
            except Exception as error:
                if not passing(error) or retries >= self.settings.retries or not self.may_retry():
                    raise
                asked = getattr(error, "retry_after", 0) or 0
            await asyncio.sleep(max(asked, self.random() * min(self.settings.cap, self.settings.base * 2**retries)))
            retries += 1


class Race:
    def __init__(self, client, prompt):
        self.client = client
        self.prompt = prompt
        self.left = list(client.doors)
        self.on = {}
        self.errors = {}
        self.answer = None
        self.fatal = None
        self.winner = None
        self.changed = asyncio.Condition()

    async def outcome(self):
        everybody = []
        try:
            while self.answer is None and self.fatal is None and (self.left or self.on):
                if self.left and self.winner is None:
                    name = self.left.pop(0)
                    self.on[name] = asyncio.create_task(self.follow(name))
                    everybody.append(self.on[name])
                await self.something(len(self.errors))
        finally:
            for task in everybody:
                task.cancel()
            await asyncio.gather(*everybody, return_exceptions=True)
        if self.fatal is not None:
            raise self.fatal
        if self.answer is not None:
            return self.answer
        raise AllFailed("all failed", [self.errors[name] for name in self.client.doors if name in self.errors])

    async def something(self, failures):
        """Until a turn has ended, or nobody has spoken in time."""
        began = time()
        async with self.changed:
            while len(self.errors) == failures and self.answer is None and self.fatal is None:
                limit = None
                if self.left and self.winner is None and self.client.settings.hedge_after is not None:
                    limit = began + self.client.settings.hedge_after
                    if time() >= limit:
                        return
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout_at(limit):
                        await self.changed.wait()

    async def follow(self, name):
        def heard(token):
            if self.winner is None:
                self.winner = name
                for other in [other for other in self.on if other != name]:
                    self.on.pop(other).cancel()
            return token

        try:
            text = await self.client.turn(name, self.prompt, heard)
            self.answer = text if self.answer is None else self.answer
        except Exception as error:
            if wrong(error):
                self.fatal = error
            self.errors[name] = error
            self.on.pop(name, None)
            if self.winner == name:
                self.winner = None
        async with self.changed:
            self.changed.notify_all()
