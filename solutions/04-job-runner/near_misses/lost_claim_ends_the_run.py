"""the fix that looks, and claims what it saw if it is still free

Tempting, because the UPDATE asks once more, so nobody gets a job twice. Who loses finds nothing in its hands, takes the queue for
empty and goes, although the next job waits: with each instance more there is more losing, and less done.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from ports import LEASE

if TYPE_CHECKING:
    from ports import Database, Provider

log = logging.getLogger("runner")

Job = dict[str, "Any"]


class JobRunner:
    """One instance's hands on the queue. Lives as long as its process; `main` calls `run` once a second."""

    def __init__(self, db: Database, provider: Provider, limit: int) -> None:
        self._db = db
        self._provider = provider
        self._limit = limit
        self._slots = asyncio.Semaphore(limit)
        self._workers: set[asyncio.Task[None]] = set()
        self._calls: set[asyncio.Task[str]] = set()
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
        if self._stopping:
            return
        async with asyncio.TaskGroup() as group:
            for _ in range(self._limit):
                worker = group.create_task(self._work_off())
                self._workers.add(worker)
                worker.add_done_callback(self._workers.discard)

    async def stop(self, grace: float) -> None:
        """Take no more jobs, give those under way `grace` seconds to end, and hand the rest back."""
        self._stopping = True
        if self._workers:
            await asyncio.wait(self._workers, timeout=grace)
        self._time_is_up = True
        for call in self._calls:
            call.cancel()
        if self._workers:
            await asyncio.wait(self._workers)

    async def requeue(self, job: int) -> bool:
        """Take a running job from whoever has it and put it back. Return whether there was something to take."""
        changed = await self._db.execute(
            "UPDATE jobs SET status = 'queued' WHERE id = ? AND status = 'running'", job
        )
        return changed == 1

    async def _work_off(self) -> None:
        """Take one job after another, until there is none or the runner stops."""
        while True:
            async with self._slots:
                # Waiting for the slot may have taken long: whatever was known before it is old.
                if self._stopping:
                    return
                job = await self._claim()
                if job is None:
                    return
                await self._work(job)

    async def _claim(self) -> Job | None:
        """Take the oldest job that waits, or whose instance died. The attempt number makes the claim unique."""
        now = time.time()
        free = "(status = 'queued' OR (status = 'running' AND lease_until < ?))"
        job = await self._db.scalar(f"SELECT id FROM jobs WHERE {free} ORDER BY id LIMIT 1", now)
        return await self._db.fetch_one(
            "UPDATE jobs SET status = 'running', attempt = attempt + 1, lease_until = ?"
            f" WHERE id = ? AND {free} RETURNING id, user, prompt, cost, attempt",
            now + LEASE, job, now,
        )

    async def _work(self, job: Job) -> None:
        beat = asyncio.create_task(self._beat(job))
        try:
            text = await self._story(job)
        except asyncio.CancelledError:
            # A client may raise one of its own: a call that nobody has cut has failed.
            await (self._hand_back(job) if self._time_is_up or self._gone() else self._fail(job))
            if self._gone():
                raise
        except Exception as error:
            log.warning("job=%d failed: %s", job["id"], error)
            await self._fail(job)
        else:
            await self._still_mine("status = 'done', text = ?, ended_at = ?", job, text, time.time())
        finally:
            beat.cancel()

    async def _story(self, job: Job) -> str:
        """Ask the provider, in a task that a stop can cut without touching anything else."""
        if self._time_is_up:
            raise asyncio.CancelledError
        call = asyncio.create_task(self._provider.generate(job["prompt"], f"job {job['id']}"))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return await call

    async def _beat(self, job: Job) -> None:
        """Renew the lease for as long as the job is this claim's."""
        while True:
            await asyncio.sleep(LEASE / 3)
            if not await self._still_mine("lease_until = ?", job, time.time() + LEASE):
                return

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

    async def _hand_back(self, job: Job) -> None:
        await self._still_mine("status = 'queued'", job)

    async def _still_mine(self, change: str, job: Job, *values: object) -> bool:
        """Change the job's row if it still belongs to this claim, and tell whether it does."""
        sql = f"UPDATE jobs SET {change} WHERE id = ? AND status = 'running' AND attempt = ?"
        return await self._db.execute(sql, *values, job["id"], job["attempt"]) == 1

    @staticmethod
    def _gone() -> bool:
        """Whether the worker itself is cancelled, and not only its call."""
        task = asyncio.current_task()
        return task is not None and task.cancelling() > 0
