"""Everything is a task or a future, and one place waits for them: it tells its own cancellation from that of another.

`asyncio.wait` raises nothing of what it waits for, so a CancelledError that comes out of it is the caller's own, and whatever
happened to the others is read from them afterwards. The price: it registers with all that are pending, anew after each end;
with thousands of them, callbacks that count are cheaper.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any

Part = asyncio.Future[Any]


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error, and lets the others go on."""
    parts = _begin(awaitables)
    pending = set(parts)
    while pending:
        for part in await _wait(pending, asyncio.FIRST_COMPLETED):
            part.result()
            pending.discard(part)
    return [part.result() for part in parts]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    parts = _begin(awaitables)
    if parts:
        await _wait(set(parts), asyncio.ALL_COMPLETED)
    return [_outcome(part) for part in parts]


def _begin(awaitables: Iterable[Awaitable[Any]]) -> list[Part]:
    """One task or future for each argument; one for all places at which the same awaitable stands."""
    begun: dict[int, Part] = {}
    parts = []
    for each in awaitables:
        if id(each) not in begun:
            begun[id(each)] = asyncio.ensure_future(each)
            begun[id(each)].add_done_callback(_look_at)
        parts.append(begun[id(each)])
    return parts


async def _wait(pending: set[Part], until: str) -> set[Part]:
    """Those that have ended. When the caller is cancelled, so are they all."""
    try:
        done, _ = await asyncio.wait(pending, return_when=until)
    except asyncio.CancelledError:
        for part in pending:
            part.cancel()
        raise
    return done


def _look_at(part: Part) -> None:
    """Nobody may be left to look at an error that comes later."""
    if not part.cancelled():
        part.exception()


def _outcome(part: Part) -> tuple[str, Any]:
    if part.cancelled():
        return "cancelled", None
    error = part.exception()
    return ("ok", part.result()) if error is None else ("error", error)
