"""How the map uses it. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from throttle import Throttled

if TYPE_CHECKING:
    from collections.abc import Callable


async def move(draw: Throttled, points: list[tuple[float, str]]) -> None:
    """Ask for a drawing of each point at its time, in seconds from now."""
    begun = asyncio.get_running_loop().time()
    for at, point in points:
        await asyncio.sleep(begun + at - asyncio.get_running_loop().time())
        draw(point)


def draws(screen: Callable[[str, int], str], wait: float, **edges: Any) -> Throttled:
    """A drawing that tells the screen the point, and the time in milliseconds."""
    return Throttled(_at_its_time(screen), wait, **edges)


def draws_once_more(screen: Callable[[str, int], str], wait: float) -> Throttled:
    """The same; and a drawing of a point in capitals asks for one of the same in small letters."""
    show = _at_its_time(screen)

    def draw(point: str) -> None:
        show(point)
        if point.isupper():
            again(point.lower())

    again = Throttled(draw, wait)
    return again


def is_pending(draw: Throttled) -> bool:
    """Whether a drawing is to come."""
    return draw.pending


def _at_its_time(screen: Callable[[str, int], str]) -> Callable[[str], str]:
    return lambda point: screen(point, round(asyncio.get_running_loop().time() * 1000))
