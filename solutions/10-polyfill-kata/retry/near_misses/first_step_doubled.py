"""the two-to-the-attempt fix

Tempting, because "two to the power of the attempt" is how everybody says it. The attempt is number 1 by then: each wait is
twice as long as it should be, and `base` is the length of none.
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
            wait = random() * min(cap, base * 2**attempt)
            wait = max(wait, getattr(error, "retry_after", 0))
        await asyncio.sleep(wait)
        attempt += 1
