"""Why a kata's fix holds, as its authors tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gym.curriculum.kata import Kata
from gym.curriculum.schema import read_text


def read_explanation(kata: Kata) -> str:
    """The kata's explanation.md. Raises ContentError."""
    return read_text(kata.answers / "explanation.md")


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation in its parts, each in Markdown: `main` is all but what to say and what is asked next.

    `questions` are (question, answer), in their order.
    """

    main: str
    say_it: str
    questions: tuple[tuple[str, str], ...]


def parts_of(explanation: str) -> Explanation:
    """Split at its headings; a part that is not there is empty."""
    first, *rest = re.split(r"^## ", explanation, flags=re.MULTILINE)
    sections = {heading.strip(): text.strip() for heading, _newline, text in (each.partition("\n") for each in rest)}
    say_it, asked = sections.pop("Say it", ""), sections.pop("Follow-up questions", "")
    main = "\n\n".join([first.strip(), *(f"## {heading}\n\n{text}" for heading, text in sections.items())])
    return Explanation(main, say_it, tuple(_questions(asked)))


def _questions(asked: str) -> Iterator[tuple[str, str]]:
    """A question stands in bold on lines of its own; what follows is its answer."""
    parts = re.split(r"^\*\*(.+?)\*\*\s*$", asked, flags=re.MULTILINE | re.DOTALL)
    for question, answer in zip(parts[1::2], parts[2::2], strict=True):
        yield " ".join(question.split()), answer.strip()
