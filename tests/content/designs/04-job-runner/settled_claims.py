"""A claim is never left alone: whoever is cancelled in it waits for its answer first. Jobs end in one function."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from ports import LEASE, DatabaseError


class JobRunner:
    def __init__(self, db: Any, provider: Any, limit: int) -> None:
        self._db = db
        self._provider = provider
        self._limit = limit
        self._running: dict[int, asyncio.Task[None]] = {}
        self._claiming = asyncio.Lock()
        self._slot_free = asyncio.Event()
        self._taken = 0
        self._stop = asyncio.Event()
        self._runs = 0
        self._cut = False

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        for _ in range(2):
            try:
                async with self._db.transaction() as tx:
                    rows = await tx.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch)
                    if not rows:
                        for position, prompt in enumerate(prompts):
                            row = await tx.fetch_one(
                                "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)"
                                " RETURNING id",
                                batch, position, user, prompt, cost,
                            )
                            rows.append(row)
                    return [row["id"] for row in rows]
            except DatabaseError:
                continue
        raise RuntimeError("the batch is neither there nor can it be inserted")

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self._db.fetch(
            "SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch
        )

    async def requeue(self, job: int) -> bool:
        async with self._db.transaction() as tx:
            n = await tx.execute(
                "UPDATE jobs SET status = 'queued', owner = NULL WHERE id = ? AND status = 'running'", job
            )
        return n > 0

    async def run(self) -> None:
        mine: list[asyncio.Task[None]] = []
        self._runs += 1
        try:
            while True:
                while self._taken >= self._limit and not self._stop.is_set():
                    self._slot_free.clear()
                    await self._first(self._slot_free.wait(), self._stop.wait())
                if self._stop.is_set():
                    break
                self._taken += 1
                job = None
                try:
                    job = await self._claim_or_undo()
                finally:
                    if job is None:
                        self._give_back()
                if job is None:
                    break
                mine.append(self._begin(job))
            await asyncio.gather(*mine)
        except asyncio.CancelledError:
            for task in mine:
                task.cancel()
            await asyncio.gather(*mine, return_exceptions=True)
            raise
        finally:
            self._runs -= 1
            self._slot_free.set()

    async def stop(self, grace: float) -> None:
        self._stop.set()
        deadline = asyncio.get_running_loop().time() + grace
        while self._runs and (left := deadline - asyncio.get_running_loop().time()) > 0:
            self._slot_free.clear()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._slot_free.wait(), left)
        self._cut = True
        for task in list(self._running.values()):
            task.cancel()
        while self._runs:
            self._slot_free.clear()
            await self._slot_free.wait()

    @staticmethod
    async def _first(*waits: Any) -> None:
        tasks = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _give_back(self) -> None:
        self._taken -= 1
        self._slot_free.set()

    async def _claim_or_undo(self) -> dict[str, Any] | None:
        claim = asyncio.ensure_future(self._claim())
        try:
            return await asyncio.shield(claim)
        except asyncio.CancelledError:
            job = await claim
            if job is not None:
                await self._end(job, "queued")
            raise

    async def _claim(self) -> dict[str, Any] | None:
        async with self._claiming:
            now = time.time()
            return await self._db.fetch_one(
                "UPDATE jobs SET status = 'running', attempt = attempt + 1, owner = NULL, lease_until = ?"
                " WHERE id = (SELECT id FROM jobs WHERE status = 'queued'"
                " OR status = 'running' AND lease_until < ? ORDER BY id LIMIT 1)"
                " RETURNING id, user, cost, prompt, attempt",
                now + LEASE, now,
            )

    def _begin(self, job: dict[str, Any]) -> asyncio.Task[None]:
        # The outer task never starts late: what is cancelled is the inner one, and the outer one settles the job.
        inner = asyncio.create_task(self._provider.generate(job["prompt"], f"job-{job['id']}"))
        outer = asyncio.create_task(self._settle(job, inner))
        self._running[id(inner)] = inner
        inner.add_done_callback(lambda _: self._running.pop(id(inner), None))
        if self._cut:
            inner.cancel()
        return outer

    async def _settle(self, job: dict[str, Any], call: asyncio.Task[Any]) -> None:
        try:
            while True:
                done, _ = await asyncio.wait([call], timeout=LEASE / 4)
                if done:
                    break
                if not await self._write(job, "lease_until = ?", time.time() + LEASE):
                    call.cancel()
            if call.cancelled():
                await self._end(job, "queued" if self._cut else "failed")
            elif call.exception() is None:
                await self._end(job, "done", call.result())
            else:
                await self._end(job, "failed")
        finally:
            call.cancel()
            self._give_back()

    async def _end(self, job: dict[str, Any], status: str, text: str | None = None) -> None:
        async with self._db.transaction() as tx:
            mine = await tx.execute(
                "UPDATE jobs SET status = ?, text = ?, ended_at = ?"
                " WHERE id = ? AND attempt = ? AND status = 'running'",
                status, text, time.time(), job["id"], job["attempt"],
            )
            if mine and status == "failed":
                await tx.execute(
                    "UPDATE wallets SET balance = balance + ? WHERE user = ?", job["cost"], job["user"]
                )

    async def _write(self, job: dict[str, Any], change: str, *values: Any) -> bool:
        return 0 < await self._db.execute(
            f"UPDATE jobs SET {change} WHERE id = ? AND attempt = ? AND status = 'running'",
            *values, job["id"], job["attempt"],
        )
