"""A look, and then a claim that must find the row as it was seen; an event that says time is up, waited for beside."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ports import LEASE

BEAT = 10.0


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self.db = db
        self.provider = provider
        self.limit = limit
        self.permits: asyncio.Queue[int] = asyncio.Queue()
        for number in range(limit):
            self.permits.put_nowait(number)
        self.stopped = False
        self.time_is_up = asyncio.Event()
        self.active: set[asyncio.Task[Any]] = set()

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        marks = ", ".join("(?, ?, ?, ?, ?)" for _ in prompts)
        values = [value for place, prompt in enumerate(prompts) for value in (batch, place, user, prompt, cost)]
        if prompts:
            sql = f"INSERT INTO jobs (batch, position, user, prompt, cost) VALUES {marks} ON CONFLICT DO NOTHING"
            await self.db.execute(sql, *values)
        return [row["job"] for row in await self.results(batch)]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        rows = await self.db.fetch("SELECT * FROM jobs WHERE batch = ?", batch)
        rows.sort(key=lambda row: row["position"])
        return [{"job": row["id"], "status": row["status"], "text": row["text"]} for row in rows]

    async def requeue(self, job: int) -> bool:
        sql = "UPDATE jobs SET status = 'queued', attempt = attempt + 1 WHERE id = ? AND status = 'running' RETURNING 1"
        return await self.db.scalar(sql, job) is not None

    async def run(self) -> None:
        tasks: list[asyncio.Task[None]] = []
        try:
            while not self.stopped:
                permit = await self.permits.get()
                try:
                    job = None if self.stopped else await self.claim()
                except BaseException:
                    self.permits.put_nowait(permit)
                    raise
                if job is None:
                    self.permits.put_nowait(permit)
                    break
                task = asyncio.create_task(self.do(job))
                task.add_done_callback(lambda _, permit=permit: self.permits.put_nowait(permit))
                self.active.add(task)
                task.add_done_callback(self.active.discard)
                tasks.append(task)
            for task in tasks:
                await task
        finally:
            left = [task for task in tasks if not task.done()]
            for task in left:
                task.cancel()
            if left:
                await asyncio.wait(left)

    async def stop(self, grace: float) -> None:
        self.stopped = True
        end = asyncio.get_running_loop().time() + grace
        # A claim that is on its way is waited for too: only with every permit in hand is nobody at work.
        hands: list[int] = []
        while len(hands) < self.limit:
            try:
                left = None if self.time_is_up.is_set() else end - asyncio.get_running_loop().time()
                hands.append(await asyncio.wait_for(self.permits.get(), left))
            except TimeoutError:
                self.time_is_up.set()
        for permit in hands:
            self.permits.put_nowait(permit)

    async def claim(self) -> dict[str, Any] | None:
        while True:
            now = time.time()
            job = await self.db.fetch_one(
                "SELECT * FROM jobs WHERE status = 'queued' OR (status = 'running' AND lease_until < ?) ORDER BY id", now
            )
            if job is None:
                return None
            got = await self.db.execute(
                "UPDATE jobs SET status = 'running', attempt = ?, lease_until = ? WHERE id = ? AND attempt = ?"
                " AND status = ?",
                job["attempt"] + 1, now + LEASE, job["id"], job["attempt"], job["status"],
            )
            if got:
                return {**job, "attempt": job["attempt"] + 1}

    async def do(self, job: dict[str, Any]) -> None:
        call = asyncio.ensure_future(self.provider.generate(job["prompt"], key=f"{job['batch']}/{job['position']}"))
        bell = asyncio.ensure_future(self.time_is_up.wait())
        try:
            while True:
                done, _ = await asyncio.wait({call, bell}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
                if done:
                    break
                await self.write(job, "lease_until = ?", time.time() + LEASE)
        except asyncio.CancelledError:
            await self.end_call(call, bell)
            await self.write(job, "status = 'queued'")
            raise
        await self.end_call(call, bell)
        if call.cancelled() and self.time_is_up.is_set():
            await self.write(job, "status = 'queued'")
        elif call.cancelled() or call.exception() is not None:
            await self.fail(job)
        else:
            await self.write(job, "status = 'done', text = ?", call.result())

    async def end_call(self, *tasks: asyncio.Future[Any]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def fail(self, job: dict[str, Any]) -> None:
        async with self.db.transaction() as tx:
            row = await tx.fetch_one(
                "UPDATE jobs SET status = 'failed' WHERE id = ? AND status = 'running' AND attempt = ?"
                " RETURNING user, cost",
                job["id"], job["attempt"],
            )
            if row is not None:
                sql = "UPDATE wallets SET balance = balance + ? WHERE user = ?"
                await tx.execute(sql, row["cost"], row["user"])

    async def write(self, job: dict[str, Any], change: str, *values: object) -> None:
        sql = f"UPDATE jobs SET {change} WHERE id = ? AND status = 'running' AND attempt = ?"
        await self.db.execute(sql, *values, job["id"], job["attempt"])
