"""A lease is an object: it renews itself around a shielded call, knows whether it is lost, and is settled when it is left."""

from __future__ import annotations

import asyncio
import time
import uuid
from typing import Any

from ports import LEASE


class Lease:
    """One claim of one job, under a token of its own."""

    def __init__(self, runner: JobRunner, row: dict[str, Any], token: str) -> None:
        self.runner = runner
        self.row = row
        self.token = token
        self.call = asyncio.ensure_future(runner.provider.generate(prompt=row["prompt"], key=f"job/{row['id']}"))

    async def write(self, db: Any, change: str, *values: object) -> bool:
        sql = f"UPDATE jobs SET {change} WHERE id = ? AND owner = ? AND status = 'running'"
        return await db.execute(sql, *values, self.row["id"], self.token) > 0

    async def bring_home(self) -> None:
        try:
            while True:
                try:
                    text = await asyncio.wait_for(asyncio.shield(self.call), LEASE / 5)
                    break
                except TimeoutError:
                    if self.call.done():
                        raise
                    await self.write(self.runner.db, "lease_until = ?", time.time() + LEASE)
        except asyncio.CancelledError:
            if not self.call.cancelled() or asyncio.current_task().cancelling():
                self.call.cancel()
                await asyncio.wait([self.call])
                raise
            await self.give_up()
        except Exception:
            await self.give_up()
        else:
            await self.write(self.runner.db, "status = 'done', text = ?, ended_at = ?", text, time.time())

    async def give_up(self) -> None:
        if self.runner.in_a_hurry:
            await self.write(self.runner.db, "status = 'queued', owner = NULL")
            return
        async with self.runner.db.transaction() as tx:
            if await self.write(tx, "status = 'failed', ended_at = ?", time.time()):
                sql = "UPDATE wallets SET balance = balance + (SELECT cost FROM jobs WHERE id = ?) WHERE user = ?"
                await tx.execute(sql, self.row["id"], self.row["user"])


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self.db = db
        self.provider = provider
        self.limit = limit
        self.used = 0
        self.change = asyncio.Event()
        self.leases: set[Lease] = set()
        self.closed = False
        self.in_a_hurry = False

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        sql = (
            "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (batch, position) DO UPDATE SET batch = excluded.batch RETURNING id"
        )
        async with self.db.transaction() as tx:
            return [await tx.scalar(sql, batch, place, user, prompt, cost) for place, prompt in enumerate(prompts)]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self.db.fetch("SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch)

    async def requeue(self, job: int) -> bool:
        sql = "UPDATE jobs SET status = 'queued', owner = NULL WHERE id = ? AND status = 'running'"
        return await self.db.execute(sql, job) == 1

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            while await self.slot():
                handed_on = False
                try:
                    lease = None if self.closed else await self.claim()
                    if lease is None:
                        return
                    group.create_task(self.work(lease)).add_done_callback(lambda task, lease=lease: self.left(lease))
                    handed_on = True
                finally:
                    if not handed_on:
                        self.used -= 1
                        self.wake()

    def left(self, lease: Lease) -> None:
        """However a task ends, before its first step too."""
        lease.call.cancel()
        self.leases.discard(lease)
        self.used -= 1
        self.wake()

    def wake(self) -> None:
        self.change.set()
        self.change = asyncio.Event()

    async def slot(self) -> bool:
        while self.used >= self.limit and not self.closed:
            await self.change.wait()
        if self.closed:
            return False
        self.used += 1
        return True

    async def claim(self) -> Lease | None:
        token = uuid.uuid4().hex
        now = time.time()
        row = await self.db.fetch_one(
            "UPDATE jobs SET status = 'running', owner = ?, lease_until = ? WHERE id = (SELECT id FROM jobs"
            " WHERE status = 'queued' OR status = 'running' AND lease_until <= ? ORDER BY id LIMIT 1) RETURNING *",
            token, now + LEASE, now,
        )
        if row is None:
            return None
        lease = Lease(self, row, token)
        self.leases.add(lease)
        if self.in_a_hurry:
            lease.call.cancel()
        return lease

    async def work(self, lease: Lease) -> None:
        await lease.bring_home()

    async def stop(self, grace: float) -> None:
        self.closed = True
        self.wake()
        try:
            async with asyncio.timeout(grace):
                await self.nobody()
        except TimeoutError:
            self.in_a_hurry = True
            for lease in self.leases:
                lease.call.cancel()
            await self.nobody()

    async def nobody(self) -> None:
        while self.used:
            await self.change.wait()
