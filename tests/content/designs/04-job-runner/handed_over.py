"""Slots are handed from task to task by hand; a job's fate is decided in one place, by what its call came to."""

from __future__ import annotations

import asyncio
import collections
import time
from typing import Any

from ports import LEASE

TAKE = (
    "UPDATE jobs SET status = 'running', attempt = attempt + 1, lease_until = ? WHERE id IN"
    " (SELECT id FROM jobs WHERE status = 'queued' OR (status = 'running' AND coalesce(lease_until, 0) <= ?)"
    " ORDER BY id LIMIT 1) RETURNING *"
)


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self.db = db
        self.provider = provider
        self.free = limit
        self.limit = limit
        self.line: collections.deque[asyncio.Future[bool]] = collections.deque()
        self.closed = False
        self.calls: list[asyncio.Task[Any]] = []
        self.hurry = False
        self.all_free: asyncio.Future[None] | None = None

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        async with self.db.transaction() as tx:
            for place, prompt in enumerate(prompts):
                await tx.execute(
                    "INSERT OR IGNORE INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)",
                    batch, place, user, prompt, cost,
                )
            rows = await tx.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch)
        return [row["id"] for row in rows]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self.db.fetch("SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch)

    async def requeue(self, job: int) -> bool:
        sql = "UPDATE jobs SET status = 'queued', lease_until = NULL WHERE id = ? AND status = 'running'"
        return await self.db.execute(sql, job) == 1

    async def run(self) -> None:
        workers = [asyncio.create_task(self.worker()) for _ in range(self.limit)]
        try:
            await asyncio.wait(workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        for worker in workers:
            worker.result()

    async def worker(self) -> None:
        while await self.take_slot():
            try:
                now = time.time()
                job = await self.db.fetch_one(TAKE, now + LEASE, now)
                if job is None:
                    return
                await self.settle(job, *await self.ask(job))
            finally:
                self.give_slot()

    async def take_slot(self) -> bool:
        if self.closed:
            return False
        if self.free:
            self.free -= 1
            return True
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.line.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in self.line:
                self.line.remove(turn)
            elif turn.done() and not turn.cancelled() and turn.result():
                self.give_slot()
            raise

    def give_slot(self) -> None:
        while self.line:
            turn = self.line.popleft()
            if not turn.done():
                turn.set_result(True)
                return
        self.free += 1
        if self.free == self.limit and self.all_free is not None and not self.all_free.done():
            self.all_free.set_result(None)

    async def ask(self, job: dict[str, Any]) -> tuple[str, str | None]:
        if self.hurry:
            return "queued", None
        call = asyncio.create_task(self.provider.generate(job["prompt"], f"#{job['id']}"))
        self.calls.append(call)
        beat = asyncio.create_task(self.beat(job))
        try:
            await asyncio.wait([call])
        finally:
            beat.cancel()
            call.cancel()
            self.calls.remove(call)
        if call.cancelled():
            return "queued" if self.hurry else "failed", None
        return ("failed", None) if call.exception() else ("done", call.result())

    async def beat(self, job: dict[str, Any]) -> None:
        while True:
            await asyncio.sleep(30)
            sql = "UPDATE jobs SET lease_until = ? WHERE id = ? AND attempt = ? AND status = 'running'"
            await self.db.execute(sql, time.time() + LEASE, job["id"], job["attempt"])

    async def settle(self, job: dict[str, Any], status: str, text: str | None) -> None:
        async with self.db.transaction() as tx:
            changed = await tx.execute(
                "UPDATE jobs SET status = ?, text = ? WHERE id = ? AND attempt = ? AND status = 'running'",
                status, text, job["id"], job["attempt"],
            )
            if changed and status == "failed":
                sql = "UPDATE wallets SET balance = balance + ? WHERE user = ?"
                await tx.execute(sql, job["cost"], job["user"])

    async def stop(self, grace: float) -> None:
        self.closed = True
        while self.line:
            turn = self.line.popleft()
            if not turn.done():
                turn.set_result(False)
        if self.free == self.limit:
            return
        self.all_free = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait_for(asyncio.shield(self.all_free), grace)
        except TimeoutError:
            self.hurry = True
            for call in self.calls:
                call.cancel()
            await self.all_free
