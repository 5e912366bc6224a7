"""Row locks, a fresh token for each claim, a timeout that a stop moves closer, and one task that renews all leases."""

from __future__ import annotations

import asyncio
import time
import uuid
from contextlib import suppress
from typing import Any

from ports import LEASE, IntegrityError

WAITING = "SELECT * FROM jobs WHERE status = 'queued' OR (status = 'running' AND lease_until < ?) ORDER BY id LIMIT 1"


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self.db = db
        self.provider = provider
        self.limit = limit
        self.slots = asyncio.BoundedSemaphore(limit)
        self.tokens: set[str] = set()
        self.timeouts: set[asyncio.Timeout] = set()
        self.deadline: float | None = None
        self.runs = 0
        self.over = asyncio.Event()

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        sql = "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)"
        with suppress(IntegrityError):
            async with self.db.transaction() as tx:
                for place, prompt in enumerate(prompts):
                    await tx.execute(sql, batch, place, user, prompt, cost)
        return [row["job"] for row in await self.results(batch)]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self.db.fetch("SELECT id job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch)

    async def requeue(self, job: int) -> bool:
        async with self.db.transaction() as tx:
            status = await tx.scalar("SELECT status FROM jobs WHERE id = ?", job, for_update=True)
            if status != "running":
                return False
            await tx.execute("UPDATE jobs SET status = 'queued', owner = NULL, lease_until = NULL WHERE id = ?", job)
            return True

    async def run(self) -> None:
        if self.deadline is not None:
            return
        self.runs += 1
        beat = asyncio.create_task(self.beat())
        workers = [asyncio.create_task(self.work()) for _ in range(self.limit)]
        try:
            await asyncio.gather(*workers)
        finally:
            for task in (beat, *workers):
                task.cancel()
            await asyncio.gather(beat, *workers, return_exceptions=True)
            self.runs -= 1
            if self.runs == 0:
                self.over.set()

    async def stop(self, grace: float) -> None:
        self.deadline = asyncio.get_running_loop().time() + grace
        for timeout in self.timeouts:
            timeout.reschedule(self.deadline)
        while self.runs:
            self.over.clear()
            await self.over.wait()

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(15)
            for token in list(self.tokens):
                sql = "UPDATE jobs SET lease_until = ? WHERE owner = ? AND status = 'running'"
                await self.db.execute(sql, time.time() + LEASE, token)

    async def work(self) -> None:
        while True:
            async with self.slots:
                job = await self.claim() if self.deadline is None else None
                if job is None:
                    return
                self.tokens.add(job["owner"])
                try:
                    await self.do(job)
                finally:
                    self.tokens.discard(job["owner"])

    async def claim(self) -> dict[str, Any] | None:
        async with self.db.transaction() as tx:
            now = time.time()
            job = await tx.fetch_one(WAITING, now, for_update=True)
            if job is None:
                return None
            job["owner"] = uuid.uuid4().hex
            sql = "UPDATE jobs SET status = 'running', owner = ?, lease_until = ? WHERE id = ?"
            await tx.execute(sql, job["owner"], now + LEASE, job["id"])
            return dict(job)

    async def do(self, job: dict[str, Any]) -> None:
        try:
            async with asyncio.timeout_at(self.deadline) as timeout:
                self.timeouts.add(timeout)
                try:
                    text = await self.provider.generate(prompt=job["prompt"], key=str(job["id"]))
                finally:
                    self.timeouts.discard(timeout)
        except (Exception, asyncio.CancelledError):
            if asyncio.current_task().cancelling():
                raise
            await self.end(job, "queued" if timeout.expired() else "failed", None)
        else:
            await self.end(job, "done", text)

    async def end(self, job: dict[str, Any], status: str, text: str | None) -> None:
        async with self.db.transaction() as tx:
            row = await tx.fetch_one("SELECT * FROM jobs WHERE id = ?", job["id"], for_update=True)
            if row["status"] != "running" or row["owner"] != job["owner"]:
                return
            sql = "UPDATE jobs SET status = ?, text = ?, owner = NULL, lease_until = NULL WHERE id = ?"
            await tx.execute(sql, status, text, job["id"])
            if status == "failed":
                balance = await tx.scalar("SELECT balance FROM wallets WHERE user = ?", row["user"])
                sql = "UPDATE wallets SET balance = ? WHERE user = ?"
                await tx.execute(sql, balance + row["cost"], row["user"])
