"""the service-knows-best fix

Tempting, because the service says when to come back, so that is when. When it says "in no time", or says so to everybody,
all come back together: the own wait is not only a guess, it also spreads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import random as any_random
from typing import Any


async def retry(
    fn: Callable[[], Awaitable[Any]],
    *,
    attempts: int,
    base: float,
    cap: float,
    random: Callable[[], float] = any_random,
) -> Any:
    """Return what `await fn()` gives, within so many attempts. Raises the last one's error."""
    if attempts < 1:
        raise ValueError(f"attempts must be 1 or more, not {attempts}")
    attempt = 1
    while True:
        try:
            return await fn()
        except OSError as error:
            if attempt == attempts:
                raise
            wait = random() * min(cap, base * 2 ** (attempt - 1))
            wait = getattr(error, "retry_after", wait)
        await asyncio.sleep(wait)
        attempt += 1
