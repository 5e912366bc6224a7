"""the catch-whatever-comes fix

Tempting, because libraries raise all sorts of things, and BaseException is sure to hold them. A cancellation is among them:
who has gone away is called for again.
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
        except BaseException as error:
            if attempt == attempts or isinstance(error, (ValueError, KeyError, TypeError)):
                raise
            wait = random() * min(cap, base * 2 ** (attempt - 1))
            wait = max(wait, getattr(error, "retry_after", 0))
        await asyncio.sleep(wait)
        attempt += 1
