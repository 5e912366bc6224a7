"""Stepping through a schedule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gym.engine.trace import Place
from gym.tui.app import Room
from gym.tui.replaying import ReplayScreen, default_token
from tests.support.judges import failing
from tests.support.traces import overspend
from tests.tui.conftest import screen, shown, shows, until, word

SOURCE = {"wallet.py": "\n".join(f"line {number}" for number in range(1, 40)), "ports.py": "given\n"}
WAITS = ({"request A": 3}, {"request A": 3, "request B": 30}, {"request B": 30}, {})

pytestmark = pytest.mark.asyncio


def room(*, contrast: bool = True) -> Room:
    """The overspend, whose third step left the default order."""
    steps = tuple(
        replace(each, waits={flow: Place("wallet.py", line, "") for flow, line in waits.items()}, deviates=each.number == 3)
        for each, waits in zip(overspend().steps, WAITS, strict=True)
    )
    other = replace(overspend(), steps=overspend().steps[:2], ending="every claim held") if contrast else None
    return Room(None, ReplayScreen(failing(trace=replace(overspend(), steps=steps)), other, SOURCE))


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_it_begins_at_the_end_and_each_step_shows_who_waits_where(size: tuple[int, int]) -> None:
    async with room().run_test(size=size) as pilot:
        assert word(pilot).startswith("step 4 of 4, at 0 ms")
        await pilot.press("left")
        await until(pilot, lambda: word(pilot).startswith("step 3 of 4, at 0 ms: out of the default order"))
        await until(pilot, shows(pilot, "line 30 <- request B"))
        await pilot.press("home")
        await until(pilot, lambda: word(pilot).startswith("step 1 of 4"))
        await until(pilot, shows(pilot, "line 3 <- request A"))
        assert max(map(len, shown(pilot))) <= size[0]


async def test_it_stops_at_both_ends() -> None:
    async with room().run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "end")
        assert word(pilot).startswith("step 4 of 4")
        await pilot.press("home", "left")
        assert word(pilot).startswith("step 1 of 4")


async def test_m_goes_to_what_mattered_and_round() -> None:
    async with room().run_test(size=(80, 24)) as pilot:
        await pilot.press("home")
        for step in ("step 3", "step 4", "step 3"):
            await pilot.press("m")
            assert word(pilot).startswith(step)


async def test_d_turns_to_the_default_order_and_back() -> None:
    async with room().run_test(size=(160, 50)) as pilot:
        await pilot.press("d")
        await until(pilot, shows(pilot, "in the default order"))
        assert word(pilot) == "step 2 of 2, at 0 ms; the last, left goes back\nevery claim held"
        await pilot.press("d")
        assert word(pilot).startswith("step 4 of 4")


async def test_without_another_order_there_is_no_key_for_it() -> None:
    async with room(contrast=False).run_test(size=(160, 50)) as pilot:
        assert "Default order" not in shown(pilot)[-1]
        assert "What mattered" in shown(pilot)[-1]


async def test_q_leaves_the_program() -> None:
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(screen(pilot), ReplayScreen)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


async def test_a_trace_without_steps_can_be_looked_at() -> None:
    empty = failing(trace=replace(overspend(), steps=()))
    async with Room(None, ReplayScreen(empty, None, SOURCE)).run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "right", "home", "end", "m")
        assert word(pilot) == "rejected"


async def test_the_default_order_has_a_token_of_its_own() -> None:
    token = "02-credit-wallet#instance-dies:p11.L0.2k1+0.3~74e8"
    other = default_token(token)
    assert other is not None
    assert other.startswith("02-credit-wallet#instance-dies:p11.L0.~")
    assert default_token(other) is None
