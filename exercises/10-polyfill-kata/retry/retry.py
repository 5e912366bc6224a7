"""Retry: calls again what failed, later and later."""

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
    failure: Exception | None = None
    for attempt in range(attempts):
        try:
            return await fn()
        except Exception as error:
            failure = error
        await asyncio.sleep(random() * min(cap, base * 2**attempt))
    assert failure is not None
    raise failure
