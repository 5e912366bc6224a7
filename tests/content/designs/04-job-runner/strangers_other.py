"""A different design: single statements, one heartbeat for all jobs of the instance, a semaphore, shields."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ports import LEASE

if TYPE_CHECKING:
    from ports import Database, Provider

HELD = "id = ? AND status = 'running' AND owner = ?"


class JobRunner:
    """`owner` is a fresh token for each claim; no attempt numbers."""

    def __init__(self, db: Database, provider: Provider, limit: int) -> None:
        self._db, self._provider, self._limit = db, provider, limit
        self._held: dict[str, tuple[int, asyncio.Task[str]]] = {}
        self._busy = 0
        self._change = asyncio.Condition()
        self._work: set[asyncio.Task[bool]] = set()
        self._stopping = False
        self._runs: dict[str, asyncio.Event] = {}
        self._cut: set[asyncio.Task[str]] = set()
        self._lost: set[asyncio.Task[str]] = set()

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        async with self._db.transaction() as tx:
            for position, prompt in enumerate(prompts):
                await tx.execute(
                    "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT (batch, position) DO NOTHING",
                    batch, position, user, prompt, cost,
                )
            return [row["id"] for row in await tx.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch)]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        return await self._db.fetch(
            "SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch
        )

    async def requeue(self, job: int) -> bool:
        async with self._db.transaction() as tx:
            return await tx.execute(
                "UPDATE jobs SET status = 'queued', owner = NULL WHERE id = ? AND status = 'running'", job
            ) == 1

    async def run(self) -> None:
        gone = asyncio.Event()
        mine: list[asyncio.Task[bool]] = []
        try:
            while not self._stopping:
                if self._busy >= self._limit:
                    if not await self._db.scalar(
                        "SELECT 1 FROM jobs WHERE status = 'queued' OR (status = 'running' AND lease_until < ?) LIMIT 1",
                        time.time(),
                    ):
                        break
                    if self._busy >= self._limit and not self._stopping:
                        with suppress(TimeoutError):
                            async with asyncio.timeout(5):
                                async with self._change:
                                    await self._change.wait()
                    continue
                self._busy += 1
                begun = asyncio.get_running_loop().create_future()
                task = asyncio.create_task(self._one(begun, gone))
                self._work.add(task)
                mine.append(task)
                task.add_done_callback(self._work.discard)
                await asyncio.wait({begun})
                if not begun.result():
                    break
            await asyncio.wait(mine) if mine else None
        except asyncio.CancelledError:
            gone.set()
            for key, (job, call) in list(self._held.items()):
                if self._runs.get(key) is gone:
                    call.cancel()
            while left := [task for task in mine if not task.done()]:
                with suppress(asyncio.CancelledError):
                    await asyncio.wait(left)
            raise

    async def stop(self, grace: float) -> None:
        self._stopping = True
        async with self._change:
            self._change.notify_all()
        if self._work:
            await asyncio.wait(self._work, timeout=grace)
        for _, call in list(self._held.values()):
            call.cancel()
            self._cut.add(call)
        while self._work:
            await asyncio.wait(self._work)

    async def _one(self, begun: asyncio.Future[bool], gone: asyncio.Event) -> bool:
        try:
            token = uuid4().hex
            job = None
            if not self._stopping and not gone.is_set():
                now = time.time()
                job = await self._db.fetch_one(
                    "UPDATE jobs SET status = 'running', owner = ?, lease_until = ? WHERE id = (SELECT id FROM jobs"
                    " WHERE status = 'queued' OR (status = 'running' AND lease_until < ?) ORDER BY id LIMIT 1)"
                    " RETURNING id, user, prompt, cost",
                    token, now + LEASE, now,
                )
            begun.set_result(job is not None)
            if job is None:
                return False
            if self._stopping or gone.is_set():
                await self._free(job["id"], token)
                return False
            await self._tell(job, token, gone)
            return True
        finally:
            self._busy -= 1
            if not begun.done():
                begun.set_result(False)
            async with self._change:
                self._change.notify_all()

    async def _tell(self, job: dict[str, Any], token: str, gone: asyncio.Event) -> None:
        call = asyncio.create_task(self._provider.generate(job["prompt"], f"job:{job['id']}"))
        self._held[token] = (job["id"], call)
        self._runs[token] = gone
        beat = asyncio.create_task(self._beat(job["id"], token, call))
        try:
            await asyncio.wait({call})
        finally:
            del self._held[token]
            del self._runs[token]
            if not call.done():
                call.cancel()
        error = None if call.cancelled() else call.exception()
        if call in self._lost:
            self._lost.discard(call)
            await asyncio.wait({beat})
            return
        stopped = gone.is_set() or call in self._cut
        self._cut.discard(call)
        try:
            if call.cancelled() or error is not None:
                if stopped:
                    await self._free(job["id"], token)
                else:
                    async with self._db.transaction() as tx:
                        if await tx.execute(
                            f"UPDATE jobs SET status = 'failed', ended_at = ? WHERE {HELD}", time.time(), job["id"], token
                        ):
                            await tx.execute(
                                "UPDATE wallets SET balance = balance + ? WHERE user = ?", job["cost"], job["user"]
                            )
            else:
                await self._db.execute(
                    f"UPDATE jobs SET status = 'done', text = ?, ended_at = ? WHERE {HELD}",
                    call.result(), time.time(), job["id"], token,
                )
        finally:
            beat.cancel()
            await asyncio.wait({beat})

    async def _free(self, job: int, token: str) -> None:
        await self._db.execute(f"UPDATE jobs SET status = 'queued', owner = NULL WHERE {HELD}", job, token)

    async def _beat(self, job: int, token: str, call: asyncio.Task[str]) -> None:
        while True:
            await asyncio.sleep(20)
            if not await self._db.execute(
                f"UPDATE jobs SET lease_until = ? WHERE {HELD}", time.time() + LEASE, job, token
            ):
                if not call.done():
                    self._lost.add(call)
                    call.cancel()
                return
