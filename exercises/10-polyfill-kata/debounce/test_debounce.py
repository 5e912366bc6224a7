"""What the team has: somebody types, stops, and looks."""

from __future__ import annotations

import asyncio

import pytest
from debounce import Debounced

pytestmark = pytest.mark.asyncio
WAIT = 0.01


class Disk:
    """Keeps what was saved."""

    def __init__(self) -> None:
        self.saved: list[str] = []

    def save(self, text: str) -> str:
        self.saved.append(text)
        return f"saved {text}"


async def test_many_calls_are_one_run_with_the_last_arguments() -> None:
    disk = Disk()
    save = Debounced(disk.save, WAIT)
    for text in "abc":
        save(text)
    assert save.pending
    assert disk.saved == []
    await asyncio.sleep(5 * WAIT)
    assert disk.saved == ["c"]
    assert not save.pending


async def test_what_is_cancelled_does_not_run() -> None:
    disk = Disk()
    save = Debounced(disk.save, WAIT)
    save("a")
    save.cancel()
    assert not save.pending
    await asyncio.sleep(5 * WAIT)
    assert disk.saved == []


async def test_a_flush_runs_at_once_and_gives_the_result() -> None:
    disk = Disk()
    save = Debounced(disk.save, WAIT)
    save("a")
    assert save.flush() == "saved a"
    assert not save.pending
    assert save.flush() is None
    await asyncio.sleep(5 * WAIT)
    assert disk.saved == ["a"]
