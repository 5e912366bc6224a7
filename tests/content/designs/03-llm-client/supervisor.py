"""A supervisor object for each call: it has a little state, and everything that happens calls one of its methods.

Turns are done callbacks and timers, not a loop that waits; the caller awaits one future.
"""

from __future__ import annotations

import asyncio
import random as chance
from types import SimpleNamespace

from ports import AllFailed, ApiError, CircuitOpen


class Health:
    """Closed, or open since a moment; half-open is a matter of the clock alone."""

    def __init__(self, settings):
        self.settings = settings
        self.record = SimpleNamespace(opened=None, strikes=0, trials=0)

    def begin(self):
        now = asyncio.get_event_loop().time()
        record = self.record
        if record.opened is None:
            return record
        if now - record.opened < self.settings.cooldown or record.trials >= self.settings.half_open_max:
            return None
        record.trials += 1
        return record

    def good(self, record):
        if record is self.record:
            if record.opened is None:
                record.strikes = 0
            else:
                self.record = SimpleNamespace(opened=None, strikes=0, trials=0)

    def bad(self, record):
        if record is self.record:
            record.strikes += 1
            if record.opened is not None or record.strikes >= self.settings.threshold:
                self.record = SimpleNamespace(opened=asyncio.get_event_loop().time(), strikes=0, trials=0)

    def void(self, record):
        record.trials -= 1


class Purse:
    def __init__(self, settings):
        self.settings = settings
        self.asked = []
        self.spent = []

    def ask(self, now):
        self.asked.append(now)

    def spend(self, now):
        edge = now - self.settings.retry_window
        self.asked = [at for at in self.asked if at > edge]
        self.spent = [at for at in self.spent if at > edge]
        if len(self.spent) >= self.settings.retry_floor:
            if len(self.spent) + 1 > self.settings.retry_ratio * len(self.asked):
                return False
        self.spent.append(now)
        return True


class Supervisor:
    def __init__(self, client, prompt):
        self.client = client
        self.prompt = prompt
        self.loop = asyncio.get_running_loop()
        self.answer = self.loop.create_future()
        self.left = list(client.providers)
        self.running = {}
        self.errors = {}
        self.all = []
        self.timer = None
        self.spoken = False

    def launch(self):
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if not self.left:
            return
        name = self.left.pop(0)
        task = self.loop.create_task(self.client.turn(name, self.prompt, lambda: self.first_token(name)))
        self.running[name] = task
        self.all.append(task)
        task.add_done_callback(lambda task: self.ended(name, task))
        if self.client.settings.hedge_after is not None and self.left:
            self.timer = self.loop.call_later(self.client.settings.hedge_after, self.launch)

    def first_token(self, name):
        self.spoken = True
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        for other in list(self.running):
            if other != name:
                self.running.pop(other).cancel()

    def ended(self, name, task):
        if task.cancelled() or self.running.get(name) is not task:
            if not task.cancelled():
                task.exception()
            return
        del self.running[name]
        error = task.exception()
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(task.result())
        elif isinstance(error, ApiError) and error.status // 100 == 4 and error.status != 429:
            self.answer.set_exception(error)
        else:
            self.errors[name] = error
            if self.left and not (self.spoken and self.running):
                self.launch()
            elif not self.running:
                self.answer.set_exception(AllFailed("all", list(self.in_order())))

    def in_order(self):
        return (self.errors[name] for name in self.client.providers if name in self.errors)

    async def stop(self):
        if self.timer is not None:
            self.timer.cancel()
        for task in self.all:
            task.cancel()
        if self.all:
            await asyncio.wait(self.all)
        if self.answer.done() and not self.answer.cancelled():
            self.answer.exception()


class LLMClient:
    def __init__(self, providers, settings, random=chance.random):
        self.providers = providers
        self.settings = settings
        self.random = random
        self.health = {name: Health(settings) for name in providers}
        self.purse = Purse(settings)

    async def complete(self, prompt, deadline):
        self.purse.ask(asyncio.get_running_loop().time())
        call = Supervisor(self, prompt)
        call.launch()
        try:
            async with asyncio.timeout(deadline):
                return await call.answer
        finally:
            await call.stop()

    async def turn(self, name, prompt, spoke, retry=0):
        """One attempt, and then the rest of the turn."""
        health = self.health[name]
        record = health.begin()
        if record is None:
            raise CircuitOpen(name)
        stream = self.providers[name].stream(prompt)
        said = False
        tokens = []
        try:
            async with asyncio.timeout(self.settings.timeout):
                tokens.append(await anext(stream))
                spoke()
                while True:
                    tokens.append(await anext(stream))
        except StopAsyncIteration:
            said = True
            health.good(record)
            return "".join(tokens)
        except ApiError as error:
            if error.status >= 500 or error.status == 429:
                said = True
                health.bad(record)
            if error.status not in (429, 502, 503, 504):
                raise
            failed = error
        except (ConnectionError, TimeoutError) as error:
            said = True
            health.bad(record)
            failed = error
        finally:
            if not said:
                health.void(record)
            await stream.aclose()
        if retry == self.settings.retries or not self.purse.spend(asyncio.get_running_loop().time()):
            raise failed
        jitter = self.random() * min(self.settings.cap, self.settings.base * 2**retry)
        await asyncio.sleep(max(jitter, getattr(failed, "retry_after", None) or 0))
        return await self.turn(name, prompt, spoke, retry + 1)
