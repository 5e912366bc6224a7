"""One attempt, and for the rest the same with one attempt less."""

from __future__ import annotations

import asyncio
import random as _random


async def retry(fn, *, attempts, base, cap, random=_random.random):
    if attempts <= 0:
        raise ValueError("attempts")
    try:
        return await fn()
    except OSError as error:
        if attempts == 1:
            raise
        pause = max(random() * min(cap, base), getattr(error, "retry_after", 0) or 0)
    await asyncio.sleep(pause)
    return await retry(fn, attempts=attempts - 1, base=2 * base, cap=cap, random=random)
