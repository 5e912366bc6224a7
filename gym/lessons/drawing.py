"""Drawing a round of quiz questions: others than last time, and of mixed kinds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from gym.lessons.quiz import Question

ROUND = 5
PASS = 4
MOST_TO_WRITE = 1
"""Of a round: one takes as long as the others together."""


def draw(questions: Sequence[Question], last_answered: Mapping[str, str], seed: int, *, may_write: bool) -> list[Question]:
    """A round, in the order in which to ask. `last_answered` is when each was answered last (ISO 8601), by slug.

    Those never answered come first, then those answered longest ago; the seed decides among equals. Kinds take turns as
    long as there are questions of more than one, and what is to be written comes last.
    """
    chance = random.Random(seed)
    waiting = [question for question in questions if may_write or question.kind != "write"]
    chance.shuffle(waiting)
    waiting.sort(key=lambda question: last_answered.get(question.slug, ""))
    chosen: list[Question] = []
    while waiting and len(chosen) < ROUND:
        kinds = [question.kind for question in chosen]
        allowed = [question for question in waiting if question.kind != "write" or kinds.count("write") < MOST_TO_WRITE]
        if not allowed:
            break
        fresh = [question for question in allowed if not last_answered.get(question.slug)] or allowed
        rarest = min((kinds.count(question.kind), at) for at, question in enumerate(fresh))[1]
        chosen.append(fresh[rarest])
        waiting.remove(fresh[rarest])
    return sorted(chosen, key=lambda question: question.kind == "write")


def shuffled_choices(question: Question, seed: int) -> list[int]:
    """The order in which to offer the choices, as their indexes."""
    order = list(range(len(question.choices)))
    random.Random(f"{seed} {question.slug}").shuffle(order)
    return order
