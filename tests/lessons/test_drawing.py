"""A round of the quiz: others than last time, of mixed kinds, and at most one to write."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gym.lessons.drawing import ROUND, draw, shuffled_choices
from gym.lessons.quiz import ChoiceEntry, Kind, Question


def question(slug: str, kind: Kind) -> Question:
    choices = tuple(ChoiceEntry(text, "why", right=text == "b") for text in "abcd")
    return Question(slug, kind, slug, (), "", "", "", "", choices, "", (), "", "")


BANK = [question(f"{kind}-{number}", kind) for kind in ("choose", "predict", "write") for number in range(6)]  # type: ignore[arg-type]


@given(seed=st.integers(0, 10_000))
def test_a_round_has_five_of_mixed_kinds_and_one_to_write_at_the_end(seed: int) -> None:
    kinds = [each.kind for each in draw(BANK, {}, seed, may_write=True)]
    assert (len(kinds), kinds.count("write"), kinds[-1]) == (ROUND, 1, "write")
    assert {kinds.count("choose"), kinds.count("predict")} == {2}


@given(seed=st.integers(0, 10_000))
def test_a_retry_draws_others_as_long_as_there_are_any(seed: int) -> None:
    first = draw(BANK, {}, seed, may_write=False)
    answered = {each.slug: "2026-01-01" for each in first}
    second = draw(BANK, answered, seed, may_write=False)
    assert not {each.slug for each in first} & {each.slug for each in second}


def test_what_was_answered_longest_ago_comes_back_first() -> None:
    answered = {each.slug: f"2026-01-{number:02}" for number, each in enumerate(BANK[:6], 1)}
    drawn = [each.slug for each in draw(BANK[:6], answered, 1, may_write=False)]
    assert drawn == [f"choose-{number}" for number in range(ROUND)]


def test_the_same_seed_draws_the_same() -> None:
    assert draw(BANK, {}, 7, may_write=True) == draw(BANK, {}, 7, may_write=True)
    assert shuffled_choices(BANK[0], 7) == shuffled_choices(BANK[0], 7)
    assert {tuple(shuffled_choices(BANK[0], seed)) for seed in range(40)} > {(0, 1, 2, 3)}


def test_a_bank_of_nothing_gives_no_round(tmp_path: Path) -> None:
    assert draw([], {}, 1, may_write=True) == []
    assert draw(BANK[-3:], {}, 1, may_write=False) == []
