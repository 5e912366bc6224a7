"""The job runner: takes orders for stories, has them written, and gives the credits back for those that failed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ports import LEASE

if TYPE_CHECKING:
    from ports import Database, Provider

log = logging.getLogger("runner")

BEAT = LEASE / 4
LOOK_AGAIN = 1.0

FREE = "(status = 'queued' OR (status = 'running' AND COALESCE(lease_until, 0) < ?))"
MINE = "id = ? AND status = 'running' AND attempt = ?"


class _Unit:
    """One slot's work: a claim, and the job that it brings. Ends by itself; who wants it to hurry calls `cut`."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.claimed: asyncio.Future[bool] = loop.create_future()
        self.hurry: asyncio.Future[None] = loop.create_future()
        self.task: asyncio.Task[None] | None = None

    def cut(self) -> None:
        if not self.hurry.done():
            self.hurry.set_result(None)


class JobRunner:
    """One instance's hands on the queue. Lives as long as its process; `main` calls `run` once a second."""

    def __init__(self, db: Database, provider: Provider, limit: int) -> None:
        self._db = db
        self._provider = provider
        self._limit = limit
        self._name = uuid4().hex
        self._units: set[_Unit] = set()
        self._wakers: set[asyncio.Future[None]] = set()
        self._stopping = False

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        """Put a batch of stories into the queue and return the ids of its jobs, one for each prompt."""
        async with self._db.transaction() as tx:
            known = await tx.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch, for_update=True)
            if known:
                return [row["id"] for row in known]
            return [
                await tx.scalar(
                    "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?) RETURNING id",
                    batch, position, user, prompt, cost,
                )
                for position, prompt in enumerate(prompts)
            ]

    async def results(self, batch: str) -> list[dict[str, Any]]:
        """Return job, status and text of each job of the batch."""
        return await self._db.fetch(
            "SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch
        )

    async def run(self) -> None:
        """Work the queue off, at most `limit` jobs at once."""
        mine: list[_Unit] = []
        try:
            broken = False
            while not self._stopping and not broken:
                found = await self._db.scalar(f"SELECT id FROM jobs WHERE {FREE} LIMIT 1", time.time())
                if self._stopping:
                    break
                if found is None:
                    busy = [unit.task for unit in mine if not unit.task.done()]
                    if not busy:
                        break
                    await asyncio.wait(busy, return_when=asyncio.FIRST_COMPLETED)
                elif len(self._units) >= self._limit:
                    await self._pause()
                else:
                    unit = self._begin()
                    mine.append(unit)
                    await asyncio.wait({unit.claimed})
                    broken = unit.task.done() and not unit.task.cancelled() and unit.task.exception() is not None
            if mine:
                await asyncio.wait([unit.task for unit in mine])
        except asyncio.CancelledError:
            for unit in mine:
                unit.cut()
            await _outlast([unit.task for unit in mine])
            raise
        for unit in mine:
            unit.task.result()

    async def stop(self, grace: float) -> None:
        """Take no more jobs, and give those under way `grace` seconds to end."""
        self._stopping = True
        self._wake()
        tasks = [unit.task for unit in self._units]
        if tasks:
            await asyncio.wait(tasks, timeout=grace)
        for unit in list(self._units):
            unit.cut()
        tasks = [unit.task for unit in self._units]
        if tasks:
            await asyncio.wait(tasks)

    async def requeue(self, job: int) -> bool:
        """Take a running job from whoever has it and put it back. Return whether there was something to take."""
        async with self._db.transaction() as tx:
            changed = await tx.execute(
                "UPDATE jobs SET status = 'queued', owner = NULL, lease_until = NULL"
                " WHERE id = ? AND status = 'running'",
                job,
            )
        return changed == 1

    # Slots

    def _begin(self) -> _Unit:
        unit = _Unit()
        self._units.add(unit)
        unit.task = asyncio.create_task(self._slot(unit))
        unit.task.add_done_callback(lambda task: self._ended(unit))
        return unit

    def _ended(self, unit: _Unit) -> None:
        self._units.discard(unit)
        if not unit.claimed.done():
            unit.claimed.set_result(False)
        if not unit.task.cancelled():
            unit.task.exception()
        self._wake()

    def _wake(self) -> None:
        for waker in self._wakers:
            if not waker.done():
                waker.set_result(None)

    async def _pause(self) -> None:
        """Until a slot is free, or for a moment: others may have emptied the queue meanwhile."""
        waker = asyncio.get_running_loop().create_future()
        self._wakers.add(waker)
        try:
            await asyncio.wait({waker}, timeout=LOOK_AGAIN)
        finally:
            self._wakers.discard(waker)

    async def _slot(self, unit: _Unit) -> None:
        if self._stopping or unit.hurry.done():
            return
        job = await self._claim()
        unit.claimed.set_result(job is not None)
        if job is None:
            return
        if self._stopping or unit.hurry.done():
            await self._put_back(job)
            return
        await self._work(job, unit)

    # One job

    async def _claim(self) -> dict[str, Any] | None:
        """Take the oldest job that waits, or whose instance died."""
        async with self._db.transaction() as tx:
            await tx.fetch_one("SELECT id FROM jobs LIMIT 1", for_update=True)
            now = time.time()
            return await tx.fetch_one(
                "UPDATE jobs SET status = 'running', owner = ?, attempt = attempt + 1, lease_until = ?"
                f" WHERE id = (SELECT id FROM jobs WHERE {FREE} ORDER BY id LIMIT 1)"
                " RETURNING id, user, prompt, cost, attempt",
                self._name, now + LEASE, now,
            )

    async def _work(self, job: dict[str, Any], unit: _Unit) -> None:
        call = asyncio.create_task(self._provider.generate(job["prompt"], f"job-{job['id']}"))
        try:
            while True:
                await asyncio.wait({call, unit.hurry}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
                if call.done():
                    break
                hurry = unit.hurry.done()
                if hurry or not await self._renew(job):
                    call.cancel()
                    await asyncio.wait({call})
                    if not call.cancelled():
                        call.exception()
                    if hurry:
                        await self._put_back(job)
                    return
        finally:
            if not call.done():
                call.cancel()
        if call.cancelled() or call.exception() is not None:
            log.warning("job=%d failed", job["id"])
            await self._fail(job)
        else:
            await self._done(job, call.result())

    async def _renew(self, job: dict[str, Any]) -> bool:
        async with self._db.transaction() as tx:
            await tx.fetch_one("SELECT id FROM jobs WHERE id = ?", job["id"], for_update=True)
            return await tx.execute(
                f"UPDATE jobs SET lease_until = ? WHERE {MINE}", time.time() + LEASE, job["id"], job["attempt"]
            ) == 1

    async def _put_back(self, job: dict[str, Any]) -> None:
        async with self._db.transaction() as tx:
            await tx.execute(
                f"UPDATE jobs SET status = 'queued', owner = NULL, lease_until = NULL WHERE {MINE}",
                job["id"], job["attempt"],
            )

    async def _done(self, job: dict[str, Any], text: str) -> None:
        async with self._db.transaction() as tx:
            await tx.execute(
                f"UPDATE jobs SET status = 'done', text = ?, ended_at = ? WHERE {MINE}",
                text, time.time(), job["id"], job["attempt"],
            )

    async def _fail(self, job: dict[str, Any]) -> None:
        """Mark the job and give its credits back."""
        async with self._db.transaction() as tx:
            failed = await tx.execute(
                f"UPDATE jobs SET status = 'failed', ended_at = ? WHERE {MINE}",
                time.time(), job["id"], job["attempt"],
            )
            if failed:
                await tx.execute(
                    "UPDATE wallets SET balance = balance + ? WHERE user = ?", job["cost"], job["user"]
                )


async def _outlast(tasks: list[asyncio.Task[None]]) -> None:
    """Wait for the tasks, however often we are cancelled. The caller raises CancelledError afterwards."""
    while left := [task for task in tasks if not task.done()]:
        try:
            await asyncio.wait(left)
        except asyncio.CancelledError:
            continue
