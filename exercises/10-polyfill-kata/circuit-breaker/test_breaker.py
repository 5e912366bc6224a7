"""What the team has: one caller at a time."""

from __future__ import annotations

import asyncio

import pytest
from breaker import Breaker, Open

pytestmark = pytest.mark.asyncio
PAUSE = 0.01


class Service:
    """Answers, or fails while `down` is true."""

    def __init__(self) -> None:
        self.down = True
        self.asked = 0

    async def ask(self) -> str:
        self.asked += 1
        if self.down:
            raise OSError("down")
        return "answer"


async def test_after_failures_in_a_row_the_service_is_left_alone() -> None:
    breaker, service = Breaker(2, PAUSE), Service()
    for _ in range(2):
        with pytest.raises(OSError, match="down"):
            await breaker.call(service.ask)
    with pytest.raises(Open):
        await breaker.call(service.ask)
    assert service.asked == 2


async def test_after_the_pause_it_is_asked_again() -> None:
    breaker, service = Breaker(1, PAUSE), Service()
    with pytest.raises(OSError, match="down"):
        await breaker.call(service.ask)
    service.down = False
    await asyncio.sleep(2 * PAUSE)
    assert await breaker.call(service.ask) == "answer"
    assert await breaker.call(service.ask) == "answer"


async def test_an_answer_in_between_begins_the_count_anew() -> None:
    breaker, service = Breaker(2, PAUSE), Service()
    for down in (True, False, True, False):
        service.down = down
        try:
            await breaker.call(service.ask)
        except OSError:
            assert down
    assert service.asked == 4
