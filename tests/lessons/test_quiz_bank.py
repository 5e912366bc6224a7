"""What the bank of questions is as a whole: how many of which kind, on every shape, no two alike, and no answer given away.

That each answer is what really happens is asked in test_content.py.
"""

from __future__ import annotations

from collections import Counter

import pytest

from gym.curriculum.kata import CONTROL_FAULTS, SHAPES
from gym.curriculum.place import content_place
from gym.lessons.quiz import Question, same_output
from gym.lessons.shelf import drills, questions

BANK = questions(content_place()).all()
CHOOSE = [question for question in BANK if question.kind == "choose"]
PREDICT = [question for question in BANK if question.kind == "predict"]
FEWEST = 60
FEWEST_OF_A_KIND = 8
LONGEST_OUTPUT = 5
"""Lines: more than that nobody wants to type."""


def named(question: Question) -> str:
    return question.slug


def said_twice(texts: list[str]) -> list[str]:
    return [text for text, times in Counter(texts).items() if times > 1]


def bare(listing: str) -> str:
    """A listing by its words: how it is broken into lines does not make it another one."""
    return " ".join(listing.split())


def right_at(question: Question) -> int:
    return next(at for at, choice in enumerate(question.choices) if choice.right)


def test_a_round_a_day_lasts_for_twelve_days() -> None:
    assert len(BANK) >= FEWEST


def test_each_kind_is_asked_for_often_enough() -> None:
    kinds = Counter(question.kind for question in BANK)
    assert {kind: kinds[kind] >= FEWEST_OF_A_KIND for kind in ("choose", "predict", "write")} == {
        "choose": True,
        "predict": True,
        "write": True,
    }


def test_every_shape_and_control_fault_is_in_two_questions_or_more() -> None:
    asked = Counter(shape for question in BANK for shape in question.shapes)
    assert [shape for shape in (*SHAPES, *CONTROL_FAULTS) if asked[shape] < 2] == []


def test_no_two_questions_have_one_title_or_one_misconception() -> None:
    assert said_twice([question.title for question in BANK]) == []
    assert said_twice([question.misconception for question in BANK]) == []


def test_no_two_questions_have_one_listing_and_none_is_a_drills() -> None:
    of_drills = [bare(drill.listing) for drill in drills(content_place()).all()]
    assert said_twice([*filter(None, (bare(question.listing) for question in BANK)), *of_drills]) == []


def test_the_right_choice_cannot_be_told_by_its_length() -> None:
    lengths = {question.slug: [len(choice.text) for choice in question.choices] for question in CHOOSE}
    longest = [each.slug for each in CHOOSE if len(each.right.text) == max(lengths[each.slug])]
    shortest = [each.slug for each in CHOOSE if len(each.right.text) == min(lengths[each.slug])]
    assert len(longest) <= len(CHOOSE) / 2, longest
    assert len(shortest) <= len(CHOOSE) / 2, shortest


def test_the_right_choice_does_not_stand_in_one_place() -> None:
    places = Counter(right_at(question) for question in CHOOSE)
    assert max(places.values()) <= len(CHOOSE) / 2, places
    assert len(places) > 2, places


@pytest.mark.parametrize("question", CHOOSE, ids=named)
def test_what_is_said_of_a_choice_is_said_of_no_other(question: Question) -> None:
    assert said_twice([choice.why for choice in question.choices]) == []


@pytest.mark.parametrize("question", PREDICT, ids=named)
def test_an_output_can_be_typed_and_wrong_predictions_differ(question: Question) -> None:
    assert 1 <= len(question.output.splitlines()) <= LONGEST_OUTPUT
    outputs = [each.output for each in question.wrong]
    assert [(one, two) for at, one in enumerate(outputs) for two in outputs[:at] if same_output(one, two)] == []
