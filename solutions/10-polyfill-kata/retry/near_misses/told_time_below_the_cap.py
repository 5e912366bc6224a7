"""the cap-is-a-cap fix

Tempting, because nobody wants to wait for longer than the cap, whatever the service says. Then one comes back too early, and
would do better not to come back at all.
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
            wait = min(cap, max(wait, getattr(error, "retry_after", 0)))
        await asyncio.sleep(wait)
        attempt += 1
