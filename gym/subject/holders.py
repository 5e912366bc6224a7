"""Who holds the locks of a world and what its flows wait for: for the report of a hang, and only where it is recorded.

asyncio's locks do not know their holders. While a world is recorded the acquiring and releasing methods of `Lock` and
`Semaphore` take note; they run the stock ones and wait for nothing else, so the order of callbacks stays what it was.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .fences import Place

Holding = tuple[str, Place | None]
"""Who (a flow, or the coroutine of a task), and the line at which it got hold."""

_WAITED_FOR = (
    asyncio.Lock,
    asyncio.Semaphore,
    asyncio.Event,
    asyncio.Condition,
    asyncio.Barrier,
    asyncio.Queue,
    asyncio.TaskGroup,
)


class Holders:
    """The holdings of one world. `who()` tells whose work is running and at which line."""

    def __init__(self, who: Callable[[], Holding]) -> None:
        self._who = who
        self._held: dict[int, tuple[Any, list[Holding]]] = {}

    def took(self, lock: Any) -> None:
        """The lock, or one permit of it, went to whoever is running."""
        self._held.setdefault(id(lock), (lock, []))[1].append(self._who())

    def gave(self, lock: Any) -> None:
        """One permit came back: that of whoever is running, else the oldest."""
        _, held = self._held.get(id(lock), (lock, []))
        if held:
            mine = [holding for holding in held if holding[0] == self._who()[0]]
            held.remove((mine or held)[0])

    def of(self, thing: Any) -> list[Holding]:
        """Who holds it now. A condition is held through its lock."""
        return list(self._held.get(id(thing), (thing, []))[1])


@contextmanager
def watched(holders: Holders) -> Iterator[None]:
    """Take note of all locks until the end of the block."""
    stock = [(kind, kind.acquire, kind.release) for kind in (asyncio.Lock, asyncio.Semaphore)]
    for kind, acquire, release in stock:
        kind.acquire, kind.release = _noting(holders, acquire, release)  # type: ignore[method-assign]
    try:
        yield
    finally:
        for kind, acquire, release in stock:
            kind.acquire, kind.release = acquire, release  # type: ignore[method-assign]


def _noting(holders: Holders, stock_acquire: Any, stock_release: Any) -> tuple[Any, Any]:
    @functools.wraps(stock_acquire)
    async def acquire(self: Any) -> Any:
        got = await stock_acquire(self)
        holders.took(self)
        return got

    @functools.wraps(stock_release)
    def release(self: Any) -> Any:
        holders.gave(self)
        return stock_release(self)

    return acquire, release


def waited_for(coroutine: Any) -> Any:
    """The lock, event, queue or the like in which a chain of awaiting coroutines ends, or None."""
    found = None
    for _ in range(100):
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        if frame is not None:
            mine = frame.f_locals.get("self")
            found = mine if isinstance(mine, _WAITED_FOR) else found
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)
        if coroutine is None:
            break
    return found


def kind_of(thing: Any) -> str:
    """The stock class's name, whatever it is called: `Lock`, `Semaphore`, `Event`."""
    return next(kind.__name__ for kind in _WAITED_FOR if isinstance(thing, kind))
