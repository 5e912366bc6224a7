"""How the editor uses it. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from debounce import Debounced

if TYPE_CHECKING:
    from collections.abc import Callable


async def type_in(save: Debounced, keys: list[tuple[float, str]]) -> None:
    """Ask for a save of each text at its time, in seconds from now."""
    begun = asyncio.get_running_loop().time()
    for at, text in keys:
        await asyncio.sleep(begun + at - asyncio.get_running_loop().time())
        save(text)


def saves(disk: Callable[[str, int], str], wait: float) -> Debounced:
    """A save that tells the disk the text, and the time in milliseconds."""
    return Debounced(_at_its_time(disk), wait)


def saves_once_more(disk: Callable[[str, int], str], wait: float) -> Debounced:
    """The same; and after a save of the text "old" it asks for a save of "new"."""
    store = _at_its_time(disk)

    def save(text: str) -> str:
        told = store(text)
        if text == "old":
            again("new")
        return told

    again = Debounced(save, wait)
    return again


def is_pending(save: Debounced) -> bool:
    """Whether a save is to come."""
    return save.pending


def _at_its_time(disk: Callable[[str, int], str]) -> Callable[..., str]:
    return lambda *texts: disk("".join(texts), round(asyncio.get_running_loop().time() * 1000))
