"""Being the scheduler of the warm-up's starter, by what the screen shows."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gym.curriculum import Catalogue, Kata, content_place
from gym.errors import SubjectError
from gym.tui.app import Room
from gym.tui.pages import TextPage
from gym.tui.playing import PlayScreen
from gym.tui.practice import Practice
from tests.tui.conftest import PATIENCE_S, Bench, screen, shown, shows, until, word

pytestmark = pytest.mark.asyncio
CHECK = "one-connection"


@pytest.fixture
def warm_up(bench: Bench) -> tuple[Practice, Kata]:
    """The real kata 00, begun in the workspace."""
    bench.practice.catalogue = Catalogue(content_place())
    return bench.practice, bench.practice.begun(bench.practice.catalogue.find("00"))


def room(warm_up: tuple[Practice, Kata], *, starter: bool = False) -> Room:
    practice, kata = warm_up
    return Room(practice, PlayScreen(practice, kata, CHECK, starter=starter))


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    top = screen(pilot)
    assert isinstance(top, PlayScreen)
    return top


async def ready(pilot: Pilot[None]) -> None:
    """Until the game waits for a move, or is over."""
    await until(pilot, lambda: play_screen(pilot).position is not None and not play_screen(pilot).busy)


async def offer(pilot: Pilot[None], text: str) -> None:
    """Take the offer that says so."""
    await ready(pilot)
    position = play_screen(pilot).position
    assert position is not None
    at = next(index for index, each in enumerate(position.offers) if text in f"{each.who}: {each.text}")
    before = position.moves
    await pilot.press(str(at + 1))
    await until(pilot, lambda: (play_screen(pilot).position or position).moves == (*before, at))
    await ready(pilot)


async def break_it(pilot: Pilot[None]) -> None:
    """Both callers connect."""
    for text in ("let the code run", "caller B: get_client()", "let the code run"):
        await offer(pilot, text)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_learner_breaks_the_claim_and_the_schedule_is_kept(
    warm_up: tuple[Practice, Kata], size: tuple[int, int]
) -> None:
    async with room(warm_up).run_test(size=size) as pilot:
        await ready(pilot)
        assert "two first callers: one connection is opened" in shown(pilot)[0]
        assert word(pilot).startswith("Your move, number 1: what happens next?")
        await break_it(pilot)
        await until(pilot, lambda: word(pilot).startswith("You broke it: broken promise: no second connect"))
        assert "This schedule is kept" in word(pilot)
        practice, kata = warm_up
        with practice.workspace.open_store() as store:
            (token,) = store.tokens(kata.id)[f"{kata.id}#{CHECK}"]
        assert token == play_screen(pilot).position.token  # type: ignore[union-attr]


async def test_the_score_compares_with_the_simplest_way(warm_up: tuple[Practice, Kata]) -> None:
    async with room(warm_up).run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: play_screen(pilot).simplest is not None)
        await break_it(pilot)
        words = "You switched away from the default order at no time. The fewest switches that break it: 0."
        await until(pilot, shows(pilot, words))


async def test_a_move_is_taken_back_and_a_game_begun_anew(warm_up: tuple[Practice, Kata]) -> None:
    async with room(warm_up).run_test(size=(80, 24)) as pilot:
        await offer(pilot, "let the code run")
        await offer(pilot, "caller B: get_client()")
        await pilot.press("u")
        await until(pilot, lambda: (play_screen(pilot).position or None) is not None and not play_screen(pilot).busy)
        await until(pilot, lambda: word(pilot).startswith("Your move, number 2"))
        await pilot.press("s")
        await until(pilot, lambda: word(pilot).startswith("Your move, number 1"))


async def test_what_breaks_only_on_the_starter_is_not_kept(warm_up: tuple[Practice, Kata]) -> None:
    practice, kata = warm_up
    async with room(warm_up, starter=True).run_test(size=(80, 24)) as pilot:
        await break_it(pilot)
        await until(pilot, lambda: word(pilot).startswith("You broke it"))
        assert "is kept" not in word(pilot)
    with practice.workspace.open_store() as store:
        assert store.tokens(kata.id) == {}


async def test_code_that_cannot_be_compiled_is_no_game(warm_up: tuple[Practice, Kata]) -> None:
    practice, kata = warm_up
    Path(practice.workspace.folder_of(kata.id) / kata.entry).write_text("def broken(:\n")
    async with room(warm_up).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: word(pilot).startswith("The game cannot go on: mailer.py:1 is not valid Python"))
        await pilot.press("1", "u", "s", "q")


async def test_a_game_that_is_left_while_it_starts_leaves_no_process(warm_up: tuple[Practice, Kata]) -> None:
    practice, kata = warm_up
    may_start, closed = threading.Event(), threading.Event()

    class Slow:
        """A game that takes its time."""

        def __init__(self) -> None:
            assert may_start.wait(PATIENCE_S)

        def at(self, moves: Sequence[int]) -> None:
            raise SubjectError("closed")

        def close(self) -> None:
            closed.set()

    practice.game = lambda *_arguments, **_options: Slow()  # type: ignore[method-assign,assignment,return-value]
    async with Room(None, TextPage("below", "")).run_test() as pilot:
        pilot.app.push_screen(PlayScreen(practice, kata, CHECK))
        await until(pilot, lambda: isinstance(screen(pilot), PlayScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(screen(pilot), TextPage))
        may_start.set()
        await until(pilot, closed.is_set)


async def test_e_interrupts_the_code_where_early_events_count(warm_up: tuple[Practice, Kata]) -> None:
    practice, kata = warm_up
    async with Room(practice, PlayScreen(practice, kata, "caller-leaves")).run_test(size=(160, 50)) as pilot:
        await ready(pilot)
        await pilot.press("e")
        await until(pilot, shows(pilot, "After that the code is interrupted at its first poll"))
        await pilot.press("e", "e", "e")
        assert play_screen(pilot).poll == 0
        await pilot.press("e", "1")
        await until(pilot, shows(pilot, "1    get_client()"))
        await until(pilot, lambda: play_screen(pilot).position.moves == (0, -1))  # type: ignore[union-attr]
        await pilot.press("u")
        await until(pilot, lambda: play_screen(pilot).position.moves == ())  # type: ignore[union-attr]
