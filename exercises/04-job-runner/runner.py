"""The job runner: takes orders for stories, has them written, and gives the credits back for those that failed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ports import LEASE, ProviderError

if TYPE_CHECKING:
    from ports import Database, Provider

log = logging.getLogger("runner")


class JobRunner:
    """One instance's hands on the queue. Lives as long as its process; `main` calls `run` once a second."""

    def __init__(self, db: Database, provider: Provider, limit: int) -> None:
        self._db = db
        self._provider = provider
        self._name = uuid4().hex
        self._slots = asyncio.Semaphore(limit)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    async def submit(self, batch: str, user: str, prompts: list[str], cost: int) -> list[int]:
        """Put a batch of stories into the queue and return the ids of its jobs, one for each prompt."""
        known = await self._db.fetch("SELECT id FROM jobs WHERE batch = ? ORDER BY position", batch)
        if known:
            return [row["id"] for row in known]
        jobs = []
        for position, prompt in enumerate(prompts):
            job = await self._db.scalar(
                "INSERT INTO jobs (batch, position, user, prompt, cost) VALUES (?, ?, ?, ?, ?) RETURNING id",
                batch, position, user, prompt, cost,
            )
            jobs.append(job)
        return jobs

    async def results(self, batch: str) -> list[dict[str, Any]]:
        """Return job, status and text of each job of the batch."""
        return await self._db.fetch(
            "SELECT id AS job, status, text FROM jobs WHERE batch = ? ORDER BY ended_at", batch
        )

    async def run(self) -> None:
        """Work the queue off, at most `limit` jobs at once."""
        started = []
        while not self._stopping:
            await self._slots.acquire()
            job = await self._claim()
            if job is None:
                self._slots.release()
                break
            task = asyncio.create_task(self._work(job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            started.append(task)
        await asyncio.gather(*started)

    async def stop(self, grace: float) -> None:
        """Take no more jobs, and give those under way `grace` seconds to end."""
        self._stopping = True
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=grace)
            for task in late:
                task.cancel()

    async def requeue(self, job: int) -> bool:
        """Take a running job from whoever has it and put it back. Return whether there was something to take."""
        changed = await self._db.execute(
            "UPDATE jobs SET status = 'queued' WHERE id = ? AND status = 'running'", job
        )
        return changed == 1

    async def _claim(self) -> dict[str, Any] | None:
        """Take the oldest job that waits, or whose instance died."""
        now = time.time()
        job = await self._db.fetch_one(
            "SELECT id, user, prompt, cost FROM jobs"
            " WHERE status = 'queued' OR (status = 'running' AND lease_until < ?) ORDER BY id LIMIT 1",
            now,
        )
        if job is not None:
            await self._db.execute(
                "UPDATE jobs SET status = 'running', owner = ?, attempt = attempt + 1, lease_until = ? WHERE id = ?",
                self._name, now + LEASE, job["id"],
            )
        return job

    async def _work(self, job: dict[str, Any]) -> None:
        log.info("job=%d begins", job["id"])
        try:
            text = await self._provider.generate(job["prompt"], uuid4().hex)
        except ProviderError as error:
            log.warning("job=%d failed: %s", job["id"], error)
            await self._fail(job)
            return
        await self._db.execute(
            "UPDATE jobs SET status = 'done', text = ?, ended_at = ? WHERE id = ?", text, time.time(), job["id"]
        )
        self._slots.release()

    async def _fail(self, job: dict[str, Any]) -> None:
        """Mark the job and give its credits back."""
        await self._db.execute(
            "UPDATE jobs SET status = 'failed', ended_at = ? WHERE id = ?", time.time(), job["id"]
        )
        await self._db.execute(
            "UPDATE wallets SET balance = balance + ? WHERE user = ?", job["cost"], job["user"]
        )
