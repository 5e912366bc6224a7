"""What each rule finds, and what it lets pass: pairs of listings that differ in what matters."""

from __future__ import annotations

import textwrap

import pytest

from gym.curriculum.place import content_place
from gym.scan.rules import RULES
from gym.scan.scanning import scan_text

FOUND = {
    "lazy-init": [
        """
        async def get(self):
            if self.client is None:
                self.client = await connect()
            return self.client
        """,
        """
        async def get(self, key):
            row = self.rows.get(key)
            if row is not None:
                return row
            row = await load(key)
            self.rows[key] = row
            return row
        """,
        """
        async def get(self, key):
            if key not in self.rows:
                self.rows[key] = await load(key)
            return self.rows[key]
        """,
        """
        _rows: dict[str, str] = {}

        async def get(key):
            if key not in _rows:
                _rows[key] = await load(key)
            return _rows[key]
        """,
    ],
    "check-then-act": [
        """
        async def charge(self, amount):
            if self.credits < amount:
                raise TooLittle
            await self.provider.run(amount)
            self.credits -= amount
        """,
        """
        async def close(self):
            if self.pool:
                await self.pool.close()
                self.pool = None
        """,
        """
        seen = set()

        async def handle(event):
            if event.id in seen:
                return
            await apply(event)
            seen.add(event.id)
        """,
    ],
    "lost-update": [
        """
        async def add(self, number):
            total = self.total
            await self.store.save(number)
            self.total = total + number
        """,
        """
        async def add(self):
            self.total += await self.store.count()
        """,
        """
        async def add():
            global total
            total = total + await count()
        """,
    ],
    "permit-without-finally": [
        """
        async def run(self, job):
            await self.slots.acquire()
            await job()
            self.slots.release()
        """,
    ],
    "cached-awaitable": [
        """
        async def get(self, key):
            load = self.loads.get(key)
            if load is None:
                load = self.loads[key] = asyncio.create_task(self.load(key))
            value = await load
            self.loads.pop(key, None)
            return value
        """,
    ],
    "cached-coroutine": [
        """
        import functools

        @functools.cache
        async def config():
            return await read()
        """,
    ],
    "swallowed-cancellation": [
        """
        async def work(self):
            while True:
                try:
                    await self.step()
                except BaseException:
                    log.exception("step failed")
        """,
        """
        async def work(self):
            with contextlib.suppress(asyncio.CancelledError):
                await self.step()
            await self.finish()
        """,
    ],
    "task-without-owner": [
        """
        async def welcome(self, user):
            asyncio.create_task(self.mail(user))
        """,
    ],
    "unbounded-fan-out": [
        """
        async def send(self, customers):
            await asyncio.gather(*(self.mail(each) for each in customers))
        """,
    ],
    "loser-left-running": [
        """
        async def first(self, tasks):
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        """,
        """
        async def story(self, task):
            return await asyncio.wait_for(asyncio.shield(task), 5)
        """,
    ],
    "woken-without-looking": [
        """
        async def take(self):
            async with self.filled:
                if not self.items:
                    await self.filled.wait()
                return self.items.popleft()
        """,
    ],
    "read-then-write-in-sql": [
        """
        async def charge(self, user, amount):
            row = await self.db.fetch_one("SELECT balance FROM wallets WHERE user = ?", user)
            await self.db.execute("UPDATE wallets SET balance = ? WHERE user = ?", row[0] - amount, user)
        """,
        """
        async def customer(self, mail):
            if await self.db.fetch_one("SELECT 1 FROM customers WHERE mail = ?", mail) is None:
                await self.db.execute("INSERT INTO customers (mail) VALUES (?)", mail)
        """,
    ],
}
PASSED = {
    "a local hides the module's": """
        rows = {}

        async def get(key):
            rows = await fresh()
            if key not in rows:
                rows[key] = await load(key)
            return rows[key]
        """,
    "a lock is held": """
        async def get(self):
            async with self.lock:
                if self.client is None:
                    self.client = await connect()
            return self.client
        """,
    "a lock is taken on the way": """
        async def enter(self):
            if not self.held:
                await self.lock.acquire()
                self.held = True
        """,
    "it is stored before anybody waits": """
        async def get(self):
            if self.connecting is None:
                self.connecting = asyncio.create_task(connect())
            return await asyncio.shield(self.connecting)
        """,
    "the flag is set before anybody waits": """
        async def close(self):
            if self.closed:
                return
            self.closed = True
            await self.pool.close()
        """,
    "it is looked at again": """
        async def charge(self, amount):
            if self.credits < amount:
                raise TooLittle
            await self.provider.run(amount)
            if self.credits >= amount:
                self.credits -= amount
        """,
    "the branch that waits leaves": """
        async def get(self, key):
            item = self.items.get(key)
            if item is not None:
                if not item.done():
                    return await item
                self.items.pop(key)
        """,
    "it is read after the wait": """
        async def add(self, number):
            await self.store.save(number)
            self.total = self.total + number
        """,
    "what is added depends on nothing": """
        async def read(self, size):
            if len(self.buffer) >= size:
                return self.buffer[:size]
            self.buffer.extend(await self.stream.read(size))
        """,
    "a finally gives the permit back": """
        async def run(self, job):
            await self.slots.acquire()
            try:
                await job()
            finally:
                self.slots.release()
        """,
    "a callback takes the task out": """
        async def get(self, key):
            task = self.loads[key] = asyncio.create_task(self.load(key))
            task.add_done_callback(lambda _: self.loads.pop(key, None))
            return await asyncio.shield(task)
        """,
    "another library's cache": """
        from cachery import cache

        @cache
        async def config():
            return await read()
        """,
    "the cancellation goes on": """
        async def work(self):
            while True:
                try:
                    await self.step()
                except asyncio.CancelledError:
                    raise
                except BaseException:
                    log.exception("step failed")
        """,
    "the task ends there": """
        async def work(self):
            while True:
                try:
                    await self.step()
                except asyncio.CancelledError:
                    return
        """,
    "whoever cancels waits for the end": """
        async def stop(self):
            self.task.cancel()
            try:
                await self.task
            except asyncio.CancelledError:
                pass
            await self.pool.close()
        """,
    "the exception is handed on": """
        async def run(self, future):
            while True:
                try:
                    await self.step()
                except BaseException as error:
                    future.set_exception(error)
        """,
    "the task is kept": """
        async def welcome(self, user):
            task = asyncio.create_task(self.mail(user))
            self.tasks.add(task)
        """,
    "a group owns the task": """
        async def welcome(self, users):
            async with asyncio.TaskGroup() as group:
                for user in users:
                    group.create_task(self.mail(user))
        """,
    "a semaphore bounds them": """
        async def mail(self, each):
            async with self.slots:
                await self.provider.send(each)

        async def send(self, customers):
            await asyncio.gather(*(self.mail(each) for each in customers))
        """,
    "the losers are cancelled": """
        async def first(self, tasks):
            done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            return done.pop().result()
        """,
    "it looks again after it was woken": """
        async def take(self):
            async with self.filled:
                while not self.items:
                    await self.filled.wait()
                return self.items.popleft()
        """,
    "one statement decides": """
        async def charge(self, user, amount):
            row = await self.db.fetch_one("SELECT balance FROM wallets WHERE user = ?", user)
            await self.db.execute("UPDATE wallets SET balance = balance - ? WHERE user = ?", amount, user)
        """,
    "the row is held": """
        async def charge(self, user, amount):
            row = await self.db.fetch_one("SELECT balance FROM wallets WHERE user = ? FOR UPDATE", user)
            await self.db.execute("UPDATE wallets SET balance = ? WHERE user = ?", row[0] - amount, user)
        """,
    "a version is asked for": """
        async def edit(self, plan, text):
            row = await self.db.fetch_one("SELECT version FROM plans WHERE id = ?", plan)
            await self.db.execute("UPDATE plans SET text = ?, version = ? WHERE id = ? AND version = ?", text)
        """,
    "the database refuses a second one": """
        async def customer(self, mail):
            if await self.db.fetch_one("SELECT 1 FROM customers WHERE mail = ?", mail) is None:
                await self.db.execute("INSERT INTO customers (mail) VALUES (?) ON CONFLICT DO NOTHING", mail)
        """,
}


def found_in(listing: str) -> list[str]:
    return [finding.rule for finding in scan_text(textwrap.dedent(listing), "x.py").findings]


@pytest.mark.parametrize(("rule", "listing"), [(rule, each) for rule, listings in FOUND.items() for each in listings])
def test_it_is_found_and_nothing_else(rule: str, listing: str) -> None:
    assert found_in(listing) == [rule]


@pytest.mark.parametrize("listing", PASSED.values(), ids=PASSED)
def test_what_holds_passes(listing: str) -> None:
    assert found_in(listing) == []


def test_every_rule_is_shown_here_and_names_a_drill_that_is_there() -> None:
    assert sorted(rule.slug for rule in RULES) == sorted(FOUND)
    drills = content_place().exercises / "_drills"
    assert [rule.drill for rule in RULES if not (drills / f"{rule.drill}.md").is_file()] == []


def test_a_function_inside_another_is_looked_at_once_and_by_itself() -> None:
    listing = """
    async def outer(self):
        async def inner():
            if self.client is None:
                self.client = await connect()
        await inner()
    """
    assert found_in(listing) == []  # inner has no `self` of its own: what is shared there is not known
