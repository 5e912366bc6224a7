"""Tasks and a timer's future instead of sleep; the outcome of each attempt is looked at, not caught."""

from __future__ import annotations

import asyncio
import random as dice


async def retry(fn, *, attempts, base, cap, random=dice.random):
    if attempts < 1:
        raise ValueError(attempts)
    loop = asyncio.get_running_loop()
    for number in range(1, attempts + 1):
        task = asyncio.ensure_future(fn())
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            task.cancel()
            raise
        if number == attempts or not isinstance(task.exception(), OSError):
            return task.result()
        at_least = getattr(task.exception(), "retry_after", 0)
        over = loop.create_future()
        timer = loop.call_later(max(at_least, random() * min(cap, base * 2 ** (number - 1))), over.set_result, None)
        try:
            await over
        finally:
            timer.cancel()
    return None
