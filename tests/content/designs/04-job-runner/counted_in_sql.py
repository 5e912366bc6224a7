"""No semaphore at all: the claim itself counts the rows that this instance has running."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from uuid import uuid4

from ports import LEASE


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self.db = db
        self.provider = provider
        self.limit = limit
        self.me = uuid4().hex
        self.stopping = False
        self.cut = False
        self.calls: dict[asyncio.Task[str], int] = {}
        self.runs: set[asyncio.Task[None]] = set()

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        async with self.db.transaction() as tx:
            known = await tx.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch, for_update=True)
            if known:
                return [row["id"] for row in known]
            sql = "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?) RETURNING id"
            return [await tx.scalar(sql, batch, place, user, prompt, cost) for place, prompt in enumerate(prompts)]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self.db.fetch("SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY id", batch)

    async def requeue(self, job: int) -> bool:
        sql = "UPDATE jobs SET status = 'queued', owner = NULL WHERE id = ? AND status = 'running'"
        return bool(await self.db.execute(sql, job))

    async def run(self) -> None:
        inner = asyncio.create_task(self.all_of_it())
        self.runs.add(inner)
        inner.add_done_callback(self.runs.discard)
        try:
            await asyncio.shield(inner)
        except asyncio.CancelledError:
            inner.cancel()
            await asyncio.gather(inner, return_exceptions=True)
            raise

    async def stop(self, grace: float) -> None:
        self.stopping = True
        loop = asyncio.get_running_loop()
        up = loop.call_later(grace, self.cut_all)
        if grace <= 0:
            self.cut_all()
        while self.runs:
            await asyncio.wait(list(self.runs))
        up.cancel()

    def cut_all(self) -> None:
        self.cut = True
        for call in self.calls:
            call.cancel()

    async def all_of_it(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self.limit):
                group.create_task(self.one_after_another())

    async def one_after_another(self) -> None:
        while not self.stopping:
            now = time.time()
            job = await self.db.fetch_one(
                "UPDATE jobs SET status = 'running', owner = ?, attempt = attempt + 1, lease_until = ?"
                " WHERE id = (SELECT min(id) FROM jobs WHERE status = 'queued' OR status = 'running' AND lease_until < ?)"
                " AND (SELECT count(*) FROM jobs WHERE owner = ? AND status = 'running' AND lease_until >= ?) < ?"
                " RETURNING *",
                self.me, now + LEASE, now, self.me, now, self.limit,
            )
            if job is None:
                return
            await self.one(job)

    async def one(self, job: dict[str, Any]) -> None:
        mine = "WHERE id = ? AND status = 'running' AND attempt = ?"
        whose = job["id"], job["attempt"]
        call = asyncio.create_task(self.provider.generate(job["prompt"], f"story-{job['id']}"))
        self.calls[call] = job["id"]
        if self.cut:
            call.cancel()
        try:
            while not call.done():
                await asyncio.wait([call], timeout=LEASE / 2)
                if not call.done():
                    await self.db.execute(f"UPDATE jobs SET lease_until = ? {mine}", time.time() + LEASE, *whose)
        finally:
            call.cancel()
            del self.calls[call]
        if call.cancelled() and self.cut:
            await self.db.execute(f"UPDATE jobs SET status = 'queued', owner = NULL {mine}", *whose)
        elif not call.cancelled() and call.exception() is None:
            await self.db.execute(f"UPDATE jobs SET status = 'done', text = ? {mine}", call.result(), *whose)
        else:
            async with self.db.transaction() as tx:
                if await tx.execute(f"UPDATE jobs SET status = 'failed' {mine}", *whose):
                    sql = "UPDATE wallets SET balance = balance + ? WHERE user = ?"
                    await tx.execute(sql, job["cost"], job["user"])
