"""What the team has: editors who take turns, and whose blocks end well."""

from __future__ import annotations

import asyncio

import pytest
from callers import edit, in_use, move
from keyed_lock import KeyedLock

pytestmark = pytest.mark.asyncio


class Desk:
    """Saves at once, and keeps what was saved. `most` is how many saved at a time."""

    def __init__(self) -> None:
        self.saved: list[str] = []
        self.most = self._now = 0

    async def save(self, key: str) -> str:
        self._now += 1
        self.most = max(self.most, self._now)
        await asyncio.sleep(0)
        self._now -= 1
        self.saved.append(key)
        return f"saved {key}"


async def test_two_editors_of_one_document_take_turns() -> None:
    locks, desk = KeyedLock(), Desk()
    assert await asyncio.gather(edit(locks, desk, "a"), edit(locks, desk, "a")) == ["saved a", "saved a"]
    assert desk.most == 1


async def test_editors_of_two_documents_do_not_wait() -> None:
    locks, desk = KeyedLock(), Desk()
    await asyncio.gather(edit(locks, desk, "a"), edit(locks, desk, "b"))
    assert desk.most == 2


async def test_two_documents_may_be_held_together() -> None:
    locks, desk = KeyedLock(), Desk()
    assert await move(locks, desk, "a", "b") == "saved b"


async def test_a_key_that_nobody_uses_takes_no_room() -> None:
    locks, desk = KeyedLock(), Desk()
    await edit(locks, desk, "a")
    assert in_use(locks) == 0
