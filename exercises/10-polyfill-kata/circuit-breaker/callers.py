"""How the service uses it. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from breaker import Breaker


async def later(breaker: Breaker, fn: Callable[[], Awaitable[Any]], seconds: float) -> Any:
    """Call after so many seconds."""
    await asyncio.sleep(seconds)
    return await breaker.call(fn)


async def crowd(breaker: Breaker, fn: Callable[[], Awaitable[Any]], seconds: float) -> list[str]:
    """Five calls at once, after so many seconds: the result of each, or the class name of its error."""
    await asyncio.sleep(seconds)
    told = await asyncio.gather(*(breaker.call(fn) for _ in range(5)), return_exceptions=True)
    return [type(each).__name__ if isinstance(each, BaseException) else str(each) for each in told]
