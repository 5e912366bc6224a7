"""What the team has: a few moves, and a look at what was drawn."""

from __future__ import annotations

import asyncio

import pytest
from throttle import Throttled

pytestmark = pytest.mark.asyncio
WAIT = 0.01


async def test_the_first_call_runs_at_once_and_only_once() -> None:
    drawn: list[str] = []
    draw = Throttled(drawn.append, WAIT)
    draw("a")
    assert drawn == ["a"]
    assert not draw.pending
    await asyncio.sleep(5 * WAIT)
    assert drawn == ["a"]


async def test_a_second_call_runs_when_the_wait_is_over() -> None:
    drawn: list[str] = []
    draw = Throttled(drawn.append, WAIT)
    draw("a")
    draw("b")
    assert drawn == ["a"]
    assert draw.pending
    await asyncio.sleep(5 * WAIT)
    assert drawn == ["a", "b"]


async def test_without_a_trailing_edge_the_second_call_is_dropped() -> None:
    drawn: list[str] = []
    draw = Throttled(drawn.append, WAIT, trailing=False)
    draw("a")
    draw("b")
    await asyncio.sleep(5 * WAIT)
    assert drawn == ["a"]


async def test_without_a_leading_edge_it_runs_when_the_wait_is_over() -> None:
    drawn: list[str] = []
    draw = Throttled(drawn.append, WAIT, leading=False)
    draw("a")
    assert drawn == []
    await asyncio.sleep(5 * WAIT)
    assert drawn == ["a"]


async def test_what_is_cancelled_does_not_run() -> None:
    drawn: list[str] = []
    draw = Throttled(drawn.append, WAIT)
    draw("a")
    draw("b")
    draw.cancel()
    await asyncio.sleep(5 * WAIT)
    assert drawn == ["a"]
