"""The clock of the simulations."""

from __future__ import annotations

import asyncio

import pytest

from gym.sims.clock import at_ms, now_ms, pass_ms, played


def test_time_passes_only_where_everybody_waits_and_costs_nothing() -> None:
    async def flow() -> list[int]:
        seen = [now_ms()]
        await pass_ms(86_400_000)
        seen.append(now_ms())
        await asyncio.sleep(0)
        seen.append(now_ms())
        return seen

    assert played(flow()) == [0, 86_400_000, 86_400_000]


def test_many_short_waits_do_not_drift() -> None:
    async def flow() -> float:
        for _ in range(10_000):
            await asyncio.sleep(0.1)
        return asyncio.get_running_loop().time()

    assert played(flow()) == 1000.0


def test_timers_come_in_the_order_of_their_times_and_equal_ones_in_that_of_their_making() -> None:
    came: list[tuple[str, int]] = []

    async def note(name: str) -> None:
        came.append((name, now_ms()))

    async def flow() -> None:
        await asyncio.gather(*(at_ms(when, lambda name=name: note(name)) for name, when in {"a": 7, "b": 3, "c": 7}.items()))

    played(flow())
    assert came == [("b", 3), ("a", 7), ("c", 7)]


def test_waiting_for_what_cannot_come_is_told() -> None:
    async def flow() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="everybody waits for what cannot come"):
        played(flow())


def test_every_run_begins_at_0() -> None:
    async def flow() -> int:
        before = now_ms()
        await pass_ms(5)
        return before

    assert [played(flow()), played(flow())] == [0, 0]
