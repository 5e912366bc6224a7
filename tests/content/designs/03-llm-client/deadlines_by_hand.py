"""No timeout around the whole: every wait and every attempt knows what is left, and the deadline has an error of its own.

One provider at a time is asked without any task; only a hedge makes some. A lock stands around the breaker's state.
"""

from __future__ import annotations

import asyncio
import random as chance
import time

from ports import AllFailed, ApiError, CircuitOpen


class DeadlinePassed(TimeoutError):
    pass


class Breaker:
    def __init__(self, settings):
        self.settings = settings
        self.lock = asyncio.Lock()
        self.state, self.epoch, self.failures, self.trials, self.since = "closed", 0, 0, set(), 0.0

    def change(self, state):
        self.state, self.epoch, self.failures, self.since = state, self.epoch + 1, 0, time.monotonic()
        self.trials = set()

    async def admit(self):
        async with self.lock:
            if self.state == "open" and time.monotonic() >= self.since + self.settings.cooldown:
                self.change("half-open")
            if self.state == "open":
                raise CircuitOpen
            ticket = (self.epoch, object())
            if self.state == "half-open":
                if len(self.trials) >= self.settings.half_open_max:
                    raise CircuitOpen
                self.trials.add(ticket)
            return ticket

    def done(self, ticket, good):
        self.trials.discard(ticket)
        if ticket[0] != self.epoch or good is None:
            return
        if self.state == "half-open":
            self.change("closed" if good else "open")
        elif good:
            self.failures = 0
        else:
            self.failures += 1
            if self.failures >= self.settings.threshold:
                self.change("open")


class LLMClient:
    def __init__(self, providers, settings, random=chance.random):
        self.providers, self.settings, self.random = providers, settings, random
        self.breakers = {name: Breaker(settings) for name in providers}
        self.window = -1
        self.requests = self.retries = 0

    def roll(self):
        window = int(time.monotonic() // self.settings.retry_window)
        if window != self.window:
            self.window, self.requests, self.retries = window, 0, 0

    async def complete(self, prompt, deadline):
        self.roll()
        self.requests += 1
        ends = time.monotonic() + deadline
        if self.settings.hedge_after is None:
            return await self.one_by_one(prompt, ends)
        return await self.hedged(prompt, ends)

    async def one_by_one(self, prompt, ends):
        errors = []
        for name in self.providers:
            try:
                return await self.turn(name, prompt, ends, lambda: None)
            except DeadlinePassed:
                raise
            except Exception as error:
                if self.mine(error):
                    raise
                errors.append(error)
        raise AllFailed("none", errors)

    async def hedged(self, prompt, ends):
        names, tasks, errors = list(self.providers), {}, {}
        said = []

        def speak(name):
            if not said:
                said.append(name)
                for other, task in tasks.items():
                    if other != name:
                        task.cancel()

        try:
            while True:
                alive = {name: task for name, task in tasks.items() if name not in errors}
                if not alive and not names:
                    raise AllFailed("none", [errors[name] for name in self.providers if name in errors])
                if names and (not alive or not said):
                    name = names.pop(0)
                    alive[name] = tasks[name] = asyncio.ensure_future(
                        self.turn(name, prompt, ends, lambda name=name: speak(name))
                    )
                patience = self.settings.hedge_after if names and not said else None
                done, _ = await asyncio.wait(alive.values(), timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                for name, task in alive.items():
                    if task not in done:
                        continue
                    if task.cancelled():
                        errors[name] = CircuitOpen("stopped")
                        continue
                    error = task.exception()
                    if error is None:
                        return task.result()
                    if self.mine(error) or isinstance(error, DeadlinePassed):
                        raise error
                    errors[name] = error
        finally:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)

    @staticmethod
    def mine(error):
        return isinstance(error, ApiError) and 400 <= error.status <= 499 and error.status != 429

    async def turn(self, name, prompt, ends, speak):
        for attempt in range(self.settings.retries + 1):
            try:
                return await self.attempt(name, prompt, ends, speak)
            except (CircuitOpen, DeadlinePassed):
                raise
            except (ApiError, ConnectionError, TimeoutError) as error:
                if isinstance(error, ApiError) and error.status not in (429, 502, 503, 504):
                    raise
                if attempt == self.settings.retries:
                    raise
                wait = self.random() * min(self.settings.cap, self.settings.base * 2**attempt)
                wait = max(wait, getattr(error, "retry_after", 0) or 0)
                if time.monotonic() + wait >= ends:
                    raise
                self.roll()
                if self.retries >= int(max(self.settings.retry_floor, self.settings.retry_ratio * self.requests)):
                    raise
                self.retries += 1
            await asyncio.sleep(wait)

    async def attempt(self, name, prompt, ends, speak):
        left = ends - time.monotonic()
        if left <= 0:
            raise DeadlinePassed
        ticket = await self.breakers[name].admit()
        good = None
        try:
            text = await asyncio.wait_for(self.read(name, prompt, speak), min(left, self.settings.timeout))
            good = True
            return text
        except TimeoutError:
            if left <= self.settings.timeout:
                raise DeadlinePassed from None
            good = False
            raise
        except (ApiError, ConnectionError, TimeoutError) as error:
            good = None if self.mine(error) else False
            raise
        finally:
            self.breakers[name].done(ticket, good)

    async def read(self, name, prompt, speak):
        text = ""
        first = True
        async for token in self.providers[name].stream(prompt):
            if first:
                speak()
                first = False
            text += token
        return text
