"""What the team has: callers who take turns, and nobody who leaves."""

from __future__ import annotations

import asyncio

import pytest
from semaphore import Semaphore

pytestmark = pytest.mark.asyncio


async def test_free_permits_are_taken_at_once() -> None:
    semaphore = Semaphore(2)
    assert await semaphore.acquire() is True
    assert not semaphore.locked()
    assert await semaphore.acquire() is True
    assert semaphore.locked()


async def test_a_waiter_goes_on_when_a_permit_comes_back() -> None:
    semaphore = Semaphore(1)
    await semaphore.acquire()
    waiter = asyncio.create_task(semaphore.acquire())
    await asyncio.sleep(0)
    assert not waiter.done()
    semaphore.release()
    assert await waiter is True


async def test_a_block_gives_its_permit_back_when_it_fails() -> None:
    semaphore = Semaphore(1)
    with pytest.raises(KeyError):
        async with semaphore:
            raise KeyError("inside")
    assert not semaphore.locked()


async def test_less_than_no_permits_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        Semaphore(-1)
