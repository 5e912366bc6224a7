"""the cap-at-the-end fix

Tempting, because a cap around everything is surely a cap. The random number shrinks the step before it is cut: late waits
are no longer spread between 0 and the cap, most of them are the cap.
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
            wait = min(cap, random() * base * 2 ** (attempt - 1))
            wait = max(wait, getattr(error, "retry_after", 0))
        await asyncio.sleep(wait)
        attempt += 1
