"""What the team has: one instance, and a provider that answers at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakes import FakeDatabase, FakeProvider
from runner import JobRunner

pytestmark = pytest.mark.asyncio


@pytest.fixture
def db() -> Iterator[FakeDatabase]:
    database = FakeDatabase("INSERT INTO wallets (user, balance) VALUES ('ada', 0)")
    yield database
    database.close()


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def runner(db: FakeDatabase, provider: FakeProvider) -> JobRunner:
    return JobRunner(db, provider, 2)


async def test_a_batch_is_written_in_the_order_of_its_prompts(runner: JobRunner) -> None:
    jobs = await runner.submit("b1", "ada", ["owls", "tides", "rust"], 5)
    await runner.run()
    assert await runner.results("b1") == [
        {"job": job, "status": "done", "text": f"a story about {prompt}"}
        for job, prompt in zip(jobs, ["owls", "tides", "rust"], strict=True)
    ]


async def test_a_batch_that_is_submitted_again_is_not_written_again(runner: JobRunner) -> None:
    jobs = await runner.submit("b1", "ada", ["owls"], 5)
    assert await runner.submit("b1", "ada", ["owls"], 5) == jobs
    assert len(await runner.results("b1")) == 1


async def test_a_failed_job_gives_its_credits_back(
    runner: JobRunner, db: FakeDatabase, provider: FakeProvider
) -> None:
    provider.down = True
    [job] = await runner.submit("b1", "ada", ["owls"], 5)
    await runner.run()
    assert await runner.results("b1") == [{"job": job, "status": "failed", "text": None}]
    assert await db.scalar("SELECT balance FROM wallets") == 5


async def test_only_a_running_job_is_put_back(runner: JobRunner, db: FakeDatabase) -> None:
    [job] = await runner.submit("b1", "ada", ["owls"], 5)
    assert await runner.requeue(job) is False
    await db.execute("UPDATE jobs SET status = 'running', attempt = 1, lease_until = 1.0")
    assert await runner.requeue(job) is True
    assert await runner.results("b1") == [{"job": job, "status": "queued", "text": None}]


async def test_a_runner_that_was_stopped_takes_nothing(runner: JobRunner, provider: FakeProvider) -> None:
    await runner.submit("b1", "ada", ["owls"], 5)
    await runner.stop(10)
    await runner.run()
    assert provider.asked == []
