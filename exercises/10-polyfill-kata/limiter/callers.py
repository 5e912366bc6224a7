"""How the service uses it. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from limiter import Limiter


async def ten_jobs(limiter: Limiter, log: Callable[[int], None], limit: int) -> None:
    """Ten jobs of 50 ms, all asked for at once; after 1 ms the limit is changed. The log is told when each begins, in ms."""
    loop = asyncio.get_running_loop()
    begun = loop.time()

    async def job() -> None:
        log(round((loop.time() - begun) * 1000))
        await asyncio.sleep(0.05)

    async def change() -> None:
        await asyncio.sleep(0.001)
        limiter.limit = limit

    await asyncio.gather(*(limiter.run(job) for _ in range(10)), change())


def set_limit(limiter: Limiter, limit: int) -> int:
    """Change the limit, and tell what it is then."""
    try:
        limiter.limit = limit
    except ValueError:
        return -limiter.limit
    return limiter.limit


def active(limiter: Limiter) -> int:
    """How many jobs run now."""
    return limiter.active
