"""A dispatcher that claims, one task for each job, and a book of what was claimed.

One look at an empty queue instead of one for each worker; and in whatever way a task ends, even before its first step,
the book says what is to be handed back. The price: slots and book are kept by hand, and each way out has to settle them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from ports import LEASE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ports import Database, Provider

log = logging.getLogger("runner")

Job = dict[str, "Any"]


class JobRunner:
    """One instance's hands on the queue. Lives as long as its process; `main` calls `run` once a second."""

    def __init__(self, db: Database, provider: Provider, limit: int) -> None:
        self._db = db
        self._provider = provider
        self._slots = asyncio.Semaphore(limit)
        # Every job that this runner has claimed and not ended yet, by the task that works on it.
        self._book: dict[asyncio.Task[None], Job] = {}
        self._runs = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._stopping = False
        self._time_is_up = False

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        """Put a batch of stories into the queue and return the ids of its jobs, one for each prompt."""
        async with self._db.transaction() as tx:
            for position, prompt in enumerate(prompts):
                await tx.execute(
                    "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    batch, position, user, prompt, cost,
                )
        return [row["job"] for row in await self.results(batch)]

    async def results(self, batch: str) -> list[Job]:
        """Return job, status and text of each job of the batch, in the order of its prompts."""
        return await self._db.fetch(
            "SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY position", batch
        )

    async def run(self) -> None:
        """Work the queue off, at most `limit` jobs at once."""
        started: set[asyncio.Task[None]] = set()
        self._runs += 1
        self._quiet.clear()
        try:
            while (task := await self._start_next()) is not None:
                started.add(task)
            if started:
                await asyncio.wait(started)
        finally:
            try:
                await self._settle(started)
            finally:
                self._runs -= 1
                if not self._runs:
                    self._quiet.set()

    async def stop(self, grace: float) -> None:
        """Take no more jobs, give those under way `grace` seconds to end, and hand the rest back."""
        self._stopping = True
        try:
            async with asyncio.timeout(grace):
                await self._quiet.wait()
        except TimeoutError:
            self._time_is_up = True
            for task in self._book:
                task.cancel()
            await self._quiet.wait()

    async def requeue(self, job: int) -> bool:
        """Take a running job from whoever has it and put it back. Return whether there was something to take."""
        changed = await self._db.execute(
            "UPDATE jobs SET status = 'queued' WHERE id = ? AND status = 'running'", job
        )
        return changed == 1

    async def _start_next(self) -> asyncio.Task[None] | None:
        """Wait for a slot, claim a job and start its task, which gives the slot back. None: there is none to take."""
        await self._slots.acquire()
        task = None
        try:
            job = None if self._stopping else await self._claim()
            if job is not None:
                task = asyncio.create_task(self._work(job))
                self._book[task] = job
                # A callback comes even if the task is cancelled before its first step; a `finally` in it would not.
                task.add_done_callback(lambda _task: self._slots.release())
                if self._time_is_up:
                    task.cancel()
        finally:
            if task is None:
                self._slots.release()
        return task

    async def _settle(self, tasks: Iterable[asyncio.Task[None]]) -> None:
        """End what is left of these tasks, and hand back what they had claimed and did not end."""
        for task in tasks:
            task.cancel()
        pending = [task for task in tasks if not task.done()]
        if pending:
            await asyncio.wait(pending)
        for task in tasks:
            job = self._book.pop(task, None)
            if job is not None:
                await self._change(job, "status = 'queued'")
            if not task.cancelled():
                task.result()

    async def _claim(self) -> Job | None:
        """Take the oldest job that waits, or whose instance died. The attempt number makes the claim unique."""
        now = time.time()
        return await self._db.fetch_one(
            "UPDATE jobs SET status = 'running', attempt = attempt + 1, lease_until = ? WHERE id = ("
            "SELECT id FROM jobs WHERE status = 'queued' OR (status = 'running' AND lease_until < ?)"
            " ORDER BY id LIMIT 1) RETURNING id, user, prompt, cost, attempt",
            now + LEASE, now,
        )

    async def _work(self, job: Job) -> None:
        """Bring a job to its end. Whoever cancels this task settles its job."""
        call = asyncio.create_task(self._provider.generate(job["prompt"], f"job {job['id']}"))
        try:
            while not (await asyncio.wait([call], timeout=LEASE / 3))[0]:
                await self._change(job, "lease_until = ?", time.time() + LEASE)
            # Nobody here cancels a call that is still waited for: one that was is a failure of the client's own.
            if call.cancelled() or call.exception() is not None:
                log.warning("job=%d failed", job["id"])
                await self._fail(job)
            else:
                await self._change(job, "status = 'done', text = ?, ended_at = ?", call.result(), time.time())
        finally:
            call.cancel()
        task = asyncio.current_task()
        assert task is not None
        del self._book[task]

    async def _fail(self, job: Job) -> None:
        async with self._db.transaction() as tx:
            mine = await tx.execute(
                "UPDATE jobs SET status = 'failed', ended_at = ?"
                " WHERE id = ? AND status = 'running' AND attempt = ?",
                time.time(), job["id"], job["attempt"],
            )
            if mine:
                await tx.execute(
                    "UPDATE wallets SET balance = balance + ? WHERE user = ?", job["cost"], job["user"]
                )

    async def _change(self, job: Job, change: str, *values: object) -> None:
        """Change the job's row, unless it belongs to a later claim by now or has ended."""
        sql = f"UPDATE jobs SET {change} WHERE id = ? AND status = 'running' AND attempt = ?"
        await self._db.execute(sql, *values, job["id"], job["attempt"])
