"""What the team has: a few jobs, and a limit that stays."""

from __future__ import annotations

import asyncio

import pytest
from limiter import Limiter

pytestmark = pytest.mark.asyncio


class Work:
    """Jobs that give way once. `most` is how many ran at a time."""

    def __init__(self) -> None:
        self.most = self._now = 0

    async def job(self) -> str:
        self._now += 1
        self.most = max(self.most, self._now)
        await asyncio.sleep(0)
        self._now -= 1
        return "done"


async def test_no_more_than_the_limit_run_at_a_time() -> None:
    limiter, work = Limiter(2), Work()
    assert await asyncio.gather(*(limiter.run(work.job) for _ in range(5))) == ["done"] * 5
    assert work.most == 2
    assert limiter.active == 0


async def test_a_job_that_fails_makes_room() -> None:
    async def broken() -> None:
        raise OSError("broken")

    limiter = Limiter(1)
    with pytest.raises(OSError, match="broken"):
        await limiter.run(broken)
    assert await limiter.run(Work().job) == "done"


async def test_a_limit_below_1_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        Limiter(0)
