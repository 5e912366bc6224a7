"""A game by its moves: what comes early, and what is taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Game

WOKEN = (0, 0, 0, 0, 0)
"""The server has answered, and the code is about to run."""


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    kata = find_kata("00")
    miss = kata.near_miss("woken-with-nothing")
    assert miss is not None
    with Game(kata, Attempt.from_paths(miss.files), "caller-leaves") as game:
        yield game


def test_the_code_is_interrupted_at_a_poll_and_something_comes_early(game: Game) -> None:
    assert game.has_early_events
    assert [offer.text for offer in game.at(WOKEN).offers] == ["let the code run", "the caller goes away"]
    position = game.at((*WOKEN, -1))
    assert [(step.number, step.early) for step in position.trace.steps if step.early] == [(4, True)]
    assert position.token.partition("~")[0] == "00-warm-up#caller-leaves:p11.L2.8e1"


def test_interrupting_means_that_nothing_ties_with_what_was_taken(game: Game) -> None:
    assert game.at((0, -1)).token == game.at((0, 0, -1)).token


def test_code_that_waits_before_that_poll_is_not_interrupted(game: Game) -> None:
    assert game.at((0, 0, 0, -9)).offers == game.at((0, 0, 0, 0)).offers


def test_a_move_is_taken_back_with_its_interruption(game: Game) -> None:
    position = game.at((0, 0, 0, -1))
    assert (position.taken, position.before) == (3, (0, 0))
    assert (game.at(()).taken, game.at(()).before) == (0, ())
