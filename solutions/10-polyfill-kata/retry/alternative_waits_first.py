"""The waits are a generator of their own; when it has no further one, the error goes on.

Times and attempts can be read, and tested, apart. The price: the first attempt stands before the loop's own idea of a wait,
and the generator has to be told what the error said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from random import random as any_random
from typing import Any


def _waits(attempts: int, base: float, cap: float, random: Callable[[], float]) -> Iterator[float]:
    """The waits between so many attempts, in seconds."""
    step = base
    for _ in range(attempts - 1):
        yield random() * min(cap, step)
        step *= 2


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
    waits = _waits(attempts, base, cap, random)
    while True:
        try:
            return await fn()
        except OSError as error:
            wait = next(waits, None)
            if wait is None:
                raise
            at_least = getattr(error, "retry_after", 0)
        await asyncio.sleep(max(wait, at_least))
