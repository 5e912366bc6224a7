"""Everything is a task that somebody waits for with `asyncio.wait`: the call, its turns, their attempts. No timeout blocks.

Who stops waiting cancels what it waited for, and sees it end. Half-open is a semaphore that each outage makes anew.
"""

from __future__ import annotations

import asyncio
import random as chance
import time

from ports import AllFailed, ApiError, CircuitOpen


async def finish(tasks):
    """Cancel and see the end, also when cancelled meanwhile."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
    for task in tasks:
        task.cancelled() or task.exception()


async def within(seconds, coroutine):
    """The coroutine's result; TimeoutError when it takes longer."""
    task = asyncio.ensure_future(coroutine)
    try:
        done, _ = await asyncio.wait([task], timeout=seconds)
    except asyncio.CancelledError:
        await finish([task])
        raise
    if not done:
        await finish([task])
        raise TimeoutError(f"{seconds} s")
    return task.result()


class Outage:
    def __init__(self, settings):
        self.over_at = time.monotonic() + settings.cooldown
        self.places = asyncio.Semaphore(settings.half_open_max)


class Breaker:
    def __init__(self, settings):
        self.settings = settings
        self.outage = None
        self.good_times = object()
        self.run_of_failures = 0

    def open(self):
        self.outage = Outage(self.settings)

    def close(self):
        self.outage = None
        self.good_times = object()
        self.run_of_failures = 0

    async def guard(self, attempt):
        outage, times = self.outage, self.good_times
        if outage is not None:
            if time.monotonic() < outage.over_at or outage.places.locked():
                raise CircuitOpen("open")
            await outage.places.acquire()  # never waits: it is not locked
        try:
            result = await attempt()
        except ApiError as error:
            if error.status == 429 or error.status >= 500:
                self.bad(outage, times)
            raise
        except (ConnectionError, TimeoutError):
            self.bad(outage, times)
            raise
        finally:
            if outage is not None:
                outage.places.release()
        if outage is None:
            if times is self.good_times and self.outage is None:
                self.run_of_failures = 0
        elif self.outage is outage:
            self.close()
        return result

    def bad(self, outage, times):
        if outage is not self.outage:
            return
        if outage is not None:
            self.open()
        elif times is self.good_times:
            self.run_of_failures += 1
            if self.run_of_failures >= self.settings.threshold:
                self.open()


class LLMClient:
    def __init__(self, providers, settings, random=chance.random):
        self.providers = providers
        self.settings = settings
        self.random = random
        self.breakers = {name: Breaker(settings) for name in providers}
        self.history = []

    async def complete(self, prompt, deadline):
        self.history.append((time.monotonic(), 0))
        return await within(deadline, self.work(prompt))

    def another_retry(self):
        since = time.monotonic() - self.settings.retry_window
        self.history = [(at, kind) for at, kind in self.history if at > since]
        retries = sum(kind for _, kind in self.history)
        limit = max(self.settings.retry_floor, self.settings.retry_ratio * (len(self.history) - retries))
        if retries + 1 <= limit:
            self.history.append((time.monotonic(), 1))
            return True
        return False

    async def work(self, prompt):
        spoken = asyncio.get_running_loop().create_future()
        turns, errors = {}, {}
        names = iter(self.providers)
        try:
            name = next(names)
            while name is not None or turns:
                if name is not None:
                    turns[name] = asyncio.ensure_future(self.turn(name, prompt, spoken))
                    name = None
                await asyncio.wait(
                    [*turns.values(), spoken], timeout=self.settings.hedge_after, return_when=asyncio.FIRST_COMPLETED
                )
                if spoken.done():
                    winner = spoken.result()
                    await finish([turn for other, turn in turns.items() if other != winner])
                    try:
                        return await turns[winner]
                    except Exception as error:
                        if self.own(error):
                            raise
                        errors[winner] = error
                        turns, spoken = {}, asyncio.get_running_loop().create_future()
                for each in [each for each, turn in turns.items() if turn.done()]:
                    turn = turns.pop(each)
                    if turn.exception() is None:
                        return turn.result()
                    errors[each] = turn.exception()
                    if self.own(errors[each]):
                        raise errors[each]
                name = next(names, None)
            raise AllFailed("all", [errors[each] for each in self.providers if each in errors])
        finally:
            spoken.cancel()
            await finish(list(turns.values()))

    @staticmethod
    def own(error):
        return isinstance(error, ApiError) and error.status in range(400, 500) and error.status != 429

    async def turn(self, name, prompt, spoken):
        left = self.settings.retries
        doubled = 1
        while True:
            try:
                return await self.breakers[name].guard(
                    lambda: within(self.settings.timeout, self.read(name, prompt, spoken))
                )
            except ApiError as error:
                if error.status not in (429, 502, 503, 504) or not left or not self.another_retry():
                    raise
                asked = error.retry_after or 0
            except (ConnectionError, TimeoutError):
                if not left or not self.another_retry():
                    raise
                asked = 0
            wait = max(asked, self.random() * min(self.settings.cap, self.settings.base * doubled))
            await asyncio.sleep(wait)
            left -= 1
            doubled *= 2

    async def read(self, name, prompt, spoken):
        got = []
        async for token in self.providers[name].stream(prompt):
            got.append(token)
            if not spoken.done():
                spoken.set_result(name)
        return "".join(got)
