"""A call in two phases: first tokens race as tasks that end with an open stream, then the winner's stream is read here.

The breaker is an async context manager; whoever is in it says how it went by leaving it.
"""

from __future__ import annotations

import asyncio
import random as chance
from contextlib import AsyncExitStack, asynccontextmanager

from ports import AllFailed, ApiError, CircuitOpen


def clock():
    return asyncio.get_running_loop().time()


def callers_fault(error):
    return isinstance(error, ApiError) and error.status < 500 and error.status != 429


class Breaker:
    def __init__(self, settings):
        self._s = settings
        self._open_until = None
        self._failures = 0
        self._age = 0
        self._inside = 0

    @asynccontextmanager
    async def __call__(self):
        if self._open_until is not None:
            if clock() < self._open_until or self._inside >= self._s.half_open_max:
                raise CircuitOpen("not now")
        age, trial = self._age, self._open_until is not None
        self._inside += trial
        try:
            yield
        except (ApiError, ConnectionError, TimeoutError) as error:
            if age == self._age and not callers_fault(error):
                self._failures += 1
                if trial or self._failures >= self._s.threshold:
                    self._turn(clock() + self._s.cooldown)
            raise
        else:
            if age == self._age:
                self._failures = 0
                if trial:
                    self._turn(None)
        finally:
            if age == self._age:
                self._inside -= trial

    def _turn(self, open_until):
        self._open_until = open_until
        self._age += 1
        self._failures = self._inside = 0


class LLMClient:
    def __init__(self, providers, settings, random=chance.random):
        self._providers = providers
        self._s = settings
        self._random = random
        self._breakers = {name: Breaker(settings) for name in providers}
        self._log = []

    def _may_spend(self):
        self._log = [entry for entry in self._log if entry[0] > clock() - self._s.retry_window]
        kinds = [kind for _, kind in self._log]
        if kinds.count("retry") + 1 > max(self._s.retry_floor, self._s.retry_ratio * kinds.count("request")):
            return False
        self._log.append((clock(), "retry"))
        return True

    async def complete(self, prompt, deadline):
        self._log.append((clock(), "request"))
        async with asyncio.timeout(deadline):
            return await self._complete(prompt)

    async def _complete(self, prompt):
        queue = list(self._providers)
        errors = {}
        turns = {}
        try:
            while queue or turns:
                if queue:
                    name = queue.pop(0)
                    turns[name] = asyncio.create_task(self._until_spoken(name, prompt, 0))
                delay = self._s.hedge_after if queue else None
                await asyncio.wait(turns.values(), timeout=delay, return_when=asyncio.FIRST_COMPLETED)
                for name in [name for name, task in turns.items() if task.done()]:
                    task = turns.pop(name)
                    if task.exception() is not None:
                        errors[name] = task.exception()
                        if callers_fault(errors[name]):
                            raise errors[name]
                        continue
                    await self._give_up(turns)
                    try:
                        return await self._rest(name, prompt, task.result())
                    except Exception as error:
                        errors[name] = error
                        if callers_fault(error):
                            raise
            raise AllFailed("nobody", [errors[name] for name in self._providers if name in errors])
        finally:
            await self._give_up(turns)

    async def _give_up(self, turns):
        """Stop who is still at it; who has spoken meanwhile has left an open stream behind."""
        tasks = list(turns.values())
        turns.clear()
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, tuple):
                await outcome[0].aclose()

    async def _until_spoken(self, name, prompt, retry):
        """Attempts until one has given a token (or has ended without any): what keeps it open, its tokens, the retries."""
        while True:
            stack = AsyncExitStack()
            try:
                return await self._open(stack, name, prompt, retry)
            except Exception as error:
                wait = self._wait(error, retry)
            retry += 1
            await asyncio.sleep(wait)

    def _wait(self, error, retry):
        passing = isinstance(error, (ConnectionError, TimeoutError))
        if isinstance(error, ApiError):
            passing = error.status in (429, 502, 503, 504)
        if not passing or retry >= self._s.retries or not self._may_spend():
            raise error
        drawn = self._random() * min(self._s.cap, self._s.base * 2**retry)
        return max(drawn, getattr(error, "retry_after", None) or 0)

    async def _open(self, stack, name, prompt, retry):
        ends = clock() + self._s.timeout
        guard = await stack.enter_async_context(Held(self._breakers[name]()))
        stream = self._providers[name].stream(prompt)
        stack.push_async_callback(stream.aclose)
        try:
            async with asyncio.timeout_at(ends):
                first = [token async for token in take_one(stream)]
        except BaseException as error:
            guard.error = error
            await stack.aclose()
            raise
        return stack, stream, guard, first, ends, retry

    async def _rest(self, name, prompt, opened):
        while True:
            stack, stream, guard, tokens, ends, retry = opened
            try:
                async with asyncio.timeout_at(ends):
                    async for token in stream:
                        tokens.append(token)
                guard.done = True
                await stack.aclose()
                return "".join(tokens)
            except BaseException as error:
                guard.error = error
                await stack.aclose()
                if not isinstance(error, Exception):
                    raise
                wait = self._wait(error, retry)
            await asyncio.sleep(wait)
            opened = await self._until_spoken(name, prompt, retry + 1)


class Held:
    """Stays inside a context between two phases, and leaves it with the error that it was told."""

    def __init__(self, context):
        self._context = context
        self.error = None
        self.done = False

    async def __aenter__(self):
        await self._context.__aenter__()
        return self

    async def __aexit__(self, *_):
        error = self.error
        if error is None and not self.done:
            error = asyncio.CancelledError()
        if error is None:
            await self._context.__aexit__(None, None, None)
            return
        try:
            await self._context.__aexit__(type(error), error, error.__traceback__)
        except BaseException as same:
            if same is not error:
                raise


async def take_one(stream):
    async for token in stream:
        yield token
        return
