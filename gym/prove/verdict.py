"""The word on a proof, version by version."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gym.prove.task import Version


class Word(StrEnum):
    """What became of one version under the test."""

    CAUGHT = "caught"
    MISSED = "missed"
    BROKE = "broke"
    """The test went wrong there for a reason that proves nothing."""
    PASSES = "passes"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Row:
    """One version: the word, the test and the line that decided it, and what was found there."""

    version: Version
    word: Word
    test: str = ""
    line: int = 0
    source: str = ""
    message: str = ""

    @property
    def is_good(self) -> bool:
        """Whether the word is what a proof needs here."""
        return self.word in (Word.CAUGHT, Word.PASSES)


@dataclass(frozen=True, slots=True)
class ProofVerdict:
    """Whether the test proves the promise; `message` says in sentences why not, and what to look at first."""

    task: str
    rows: tuple[Row, ...]
    message: str = ""

    @property
    def accepted(self) -> bool:
        """Whether every version got the right word, and nothing else was found."""
        return not self.message and bool(self.rows) and all(row.is_good for row in self.rows)

    @property
    def asked(self) -> int:
        """How many wrong fixes are to be caught."""
        return sum(row.version.kind == "near miss" for row in self.rows)

    @property
    def caught(self) -> int:
        """How many of those are."""
        return sum(row.version.kind == "near miss" and row.is_good for row in self.rows)
