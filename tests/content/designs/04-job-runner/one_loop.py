"""A run is one coroutine: it claims, waits for its calls and its watch together, and writes what came of them, in turn."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ports import LEASE

PAUSE = 25.0
CLAIM = """
UPDATE jobs SET status = 'running', attempt = attempt + 1, lease_until = ?
WHERE id = (SELECT id FROM jobs WHERE status = 'queued' OR (status = 'running' AND lease_until < ?) ORDER BY id LIMIT 1)
RETURNING *
"""
MINE = "WHERE id = ? AND attempt = ? AND status = 'running'"


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self.db = db
        self.provider = provider
        self.free = limit
        self.news = asyncio.Event()
        self.phase = "open"
        self.runs: set[object] = set()

    def tell(self) -> None:
        """Whoever waits looks again."""
        self.news.set()
        self.news = asyncio.Event()

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        async with self.db.transaction() as tx:
            await tx.fetch("SELECT 1 FROM jobs WHERE batch = ?", batch, for_update=True)
            for place, prompt in enumerate(prompts):
                if await tx.scalar("SELECT id FROM jobs WHERE batch = ? AND position = ?", batch, place) is None:
                    sql = "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)"
                    await tx.execute(sql, batch, place, user, prompt, cost)
            return [row["id"] for row in await tx.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch)]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self.db.fetch("SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch)

    async def requeue(self, job: int) -> bool:
        sql = "UPDATE jobs SET status = 'queued' WHERE id = ? AND status = 'running' RETURNING id"
        return await self.db.fetch_one(sql, job) is not None

    async def run(self) -> None:
        me = object()
        self.runs.add(me)
        calls: dict[asyncio.Task[str], dict[str, Any]] = {}
        try:
            while await self.step(calls):
                pass
        finally:
            for call in calls:
                call.cancel()
            if calls:
                await asyncio.wait(calls)
            self.free += len(calls)
            self.runs.discard(me)
            self.tell()

    async def step(self, calls: dict[asyncio.Task[str], dict[str, Any]]) -> bool:
        """One turn: take what there is, then wait. Returns whether another turn is due."""
        empty = not await self.fill(calls)
        if not calls and (empty or self.phase != "open"):
            return False
        if self.phase != "over":
            await self.wait(calls)
        if self.phase == "over":
            for call in calls:
                call.cancel()
            if calls:
                await asyncio.wait(calls)
        for call in [call for call in calls if call.done()]:
            await self.settle(calls[call], call)
            del calls[call]
            self.free += 1
            self.tell()
        for job in list(calls.values()):
            sql = f"UPDATE jobs SET lease_until = ? {MINE}"
            await self.db.execute(sql, time.time() + LEASE, job["id"], job["attempt"])
        return True

    async def wait(self, calls: dict[asyncio.Task[str], dict[str, Any]]) -> None:
        news = asyncio.ensure_future(self.news.wait())
        try:
            await asyncio.wait([*calls, news], timeout=PAUSE if calls else None, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()

    async def fill(self, calls: dict[asyncio.Task[str], dict[str, Any]]) -> bool:
        """Claim until the slots or the jobs run out. Returns False if it was the jobs."""
        while self.free and self.phase == "open":
            self.free -= 1
            job = None
            try:
                now = time.time()
                job = await self.db.fetch_one(CLAIM, now + LEASE, now)
            finally:
                if job is None:
                    self.free += 1
                    self.tell()
            if job is None:
                return False
            calls[asyncio.create_task(self.ask(job))] = job
        return True

    async def ask(self, job: dict[str, Any]) -> str:
        return await self.provider.generate(job["prompt"], f"{job['id']}")

    async def settle(self, job: dict[str, Any], call: asyncio.Task[str]) -> None:
        whose = job["id"], job["attempt"]
        if call.cancelled() and self.phase == "over":
            await self.db.execute(f"UPDATE jobs SET status = 'queued' {MINE}", *whose)
        elif call.cancelled() or call.exception():
            async with self.db.transaction() as tx:
                if await tx.execute(f"UPDATE jobs SET status = 'failed' {MINE}", *whose):
                    sql = "UPDATE wallets SET balance = balance + ? WHERE user = ?"
                    await tx.execute(sql, job["cost"], job["user"])
        else:
            await self.db.execute(f"UPDATE jobs SET status = 'done', text = ? {MINE}", call.result(), *whose)

    async def stop(self, grace: float) -> None:
        self.phase = "closing"
        self.tell()
        ends = asyncio.get_running_loop().time() + grace
        while self.runs:
            left = ends - asyncio.get_running_loop().time()
            if left <= 0 and self.phase == "closing":
                self.phase = "over"
                self.tell()
            news = self.news
            try:
                await asyncio.wait_for(news.wait(), left if self.phase == "closing" else None)
            except TimeoutError:
                continue
