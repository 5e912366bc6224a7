"""A callback on each of them, a count of those that are left, and one future that tells the caller.

Each end costs one call, however many there are, and this is how asyncio itself does it. The price is care: what the future is
told must not be an error, or a caller who has gone leaves it lying; so it is told *which* one decided.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Part = asyncio.Future[Any]


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error, and lets the others go on."""
    parts = _begin(awaitables)
    decided = await _first_or_last(parts, lambda part: part.cancelled() or part.exception() is not None)
    if decided is not None:
        decided.result()
    return [part.result() for part in parts]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    parts = _begin(awaitables)
    await _first_or_last(parts, lambda part: False)
    return [_outcome(part) for part in parts]


def _begin(awaitables: Iterable[Awaitable[Any]]) -> list[Part]:
    """One task or future for each argument; one for all places at which the same awaitable stands."""
    begun: dict[int, Part] = {}
    return [begun.setdefault(id(each), begun.get(id(each)) or asyncio.ensure_future(each)) for each in awaitables]


async def _first_or_last(parts: list[Part], decides: Callable[[Part], bool]) -> Part | None:
    """The first one that decides, or else the last one to end. When the caller is cancelled, so are they all."""
    left = set(parts)
    over: asyncio.Future[Part] = asyncio.get_running_loop().create_future()

    def note(part: Part) -> None:
        left.discard(part)
        if not part.cancelled():
            part.exception()
        if not over.done() and (not left or decides(part)):
            over.set_result(part)

    for part in tuple(left):
        part.add_done_callback(note)
    if not parts:
        return None
    try:
        return await over
    except asyncio.CancelledError:
        for part in parts:
            part.cancel()
        raise


def _outcome(part: Part) -> tuple[str, Any]:
    if part.cancelled():
        return "cancelled", None
    error = part.exception()
    return ("ok", part.result()) if error is None else ("error", error)
