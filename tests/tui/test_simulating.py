"""A simulation on the screen, by what it shows."""

from __future__ import annotations

import threading

import pytest
from textual.pilot import Pilot

from gym.errors import ContentError
from gym.sims.outcome import Outcome, Sim, Table
from gym.sims.parameters import Number, Settings, settings_of
from gym.sims.shelf import find_sim
from gym.tui.app import Room
from gym.tui.simulating import SimScreen
from tests.tui.conftest import PATIENCE_S, screen, shown, shows, until

pytestmark = pytest.mark.asyncio
SIZES = [(80, 24), (160, 50)]


def screen_of(name: str, *said: str, **options: object) -> SimScreen:
    sim = find_sim(name)
    return SimScreen(sim, settings_of(name, sim.parameters, said), **options)  # type: ignore[arg-type]


def values(pilot: Pilot[None]) -> dict[str, object]:
    """What the shown outcome came of."""
    on_top = screen(pilot)
    assert isinstance(on_top, SimScreen)
    return on_top.ran.values if on_top.ran is not None else {}


@pytest.mark.parametrize("size", SIZES)
async def test_keys_change_a_parameter_and_it_runs_again(size: tuple[int, int]) -> None:
    async with Room(None, screen_of("retry-layers")).run_test(size=size) as pilot:
        await until(pilot, shows(pilot, "4 x 4 x 4 = 64 calls"))
        assert shown(pilot)[:4] == [
            " retry-layers: Retries inside retries",
            " Let one layer alone retry (layers=1), and compare.",
            " > layers  3       clients that call one another",
            "   tries   4       calls that each makes before giving up",
        ]
        await pilot.press("right")
        await until(pilot, shows(pilot, "4 x 4 x 4 x 4 = 256 calls"))
        await pilot.press("down", "left", "left")
        await until(pilot, shows(pilot, "2 x 2 x 2 x 2 = 16 calls"))
        assert " > tries   2       calls that each makes before giving up" in shown(pilot)
        await pilot.press("up", "greater_than_sign")
        await until(pilot, shows(pilot, "2 x 2 x 2 x 2 x 2 = 32 calls"))
        await pilot.press("less_than_sign", "d")
        await until(pilot, shows(pilot, "4 x 4 x 4 = 64 calls"))
        assert values(pilot) == {"layers": 3, "tries": 4}


async def test_all_that_matters_fits_on_80_by_24() -> None:
    async with Room(None, screen_of("throttle")).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "#"))
        lines = shown(pilot)
        assert any("leading+trailing      4   0(0) 100(80) 200(140) 400(400)" in line for line in lines), "\n".join(lines)
        assert any(line.lstrip().startswith("events            | | |  | |") for line in lines)
        assert [key for key in ("up/down", "left/right", "space", "Leave") if key not in lines[-1]] == []
        assert max(map(len, lines)) <= 80


async def test_a_burst_is_typed_with_space_and_a_pause_begins_another() -> None:
    now = [100.0]
    async with Room(None, screen_of("throttle", clock=lambda: now[0])).run_test(size=(80, 24)) as pilot:
        for later in (0.0, 0.05, 0.07, 0.3):
            now[0] += later
            await pilot.press("space")
        await until(pilot, shows(pilot, "leading+trailing      4   0(0) 100(50) 200(120) 420(420)"))
        assert values(pilot)["events"] == (0, 50, 120, 420)
        now[0] += 2.1
        await pilot.press("space")
        await until(pilot, lambda: values(pilot)["events"] == (0,))
        await until(pilot, shows(pilot, "leading+trailing      1   0(0)"))


async def test_space_is_offered_only_where_there_are_events() -> None:
    async with Room(None, screen_of("retry-layers")).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "64 calls"))
        await pilot.press("space")
        assert ("Tap" in shown(pilot)[-1], values(pilot)) == (False, {"layers": 3, "tries": 4})


async def test_while_one_runs_only_the_newest_settings_wait() -> None:
    may_end, ran = threading.Event(), []

    def run(settings: Settings) -> Outcome:
        ran.append(settings.number("K"))
        assert may_end.wait(PATIENCE_S)
        return Outcome((f"ran with {settings.number('K')}",), Table(("K",), ((settings.number("K"),),)))

    sim = Sim("slow", "Slow", "Try.", (Number("K", "calls", 5, 1, 100),), run)
    async with Room(None, SimScreen(sim, settings_of("slow", sim.parameters))).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: ran == [5])
        await pilot.press("right", "right", "right")
        await until(pilot, shows(pilot, "> K  8"))
        assert "(running)" in shown(pilot)[0]
        may_end.set()
        await until(pilot, shows(pilot, "ran with 8"))
        assert (ran, "(running)" in shown(pilot)[0]) == ([5, 8], False)


async def test_what_cannot_run_is_said_where_the_outcome_would_stand() -> None:
    def run(settings: Settings) -> Outcome:
        raise ContentError("solution.py: cannot be read")

    sim = Sim("broken", "Broken", "Try.", (Number("K", "calls", 5, 1, 100),), run)
    async with Room(None, SimScreen(sim, settings_of("broken", sim.parameters))).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "solution.py: cannot be read"))


async def test_q_leaves_while_it_runs() -> None:
    may_end = threading.Event()

    def run(settings: Settings) -> Outcome:
        assert may_end.wait(PATIENCE_S)
        return Outcome((), Table(("K",), ()))

    sim = Sim("slow", "Slow", "Try.", (Number("K", "calls", 5, 1, 100),), run)
    room = Room(None, SimScreen(sim, settings_of("slow", sim.parameters)))
    async with room.run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "(running)"))
        await pilot.press("q")
        may_end.set()
    assert room.return_code == 0
