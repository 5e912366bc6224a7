"""What is to be proved, and on which versions of the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

VersionKind = Literal["starter", "solution", "near miss"]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the code. `modules` are texts by file name; `title` and `why` are for the learner to read."""

    kind: VersionKind
    name: str
    modules: Mapping[str, str]
    title: str = ""
    why: str = ""

    @property
    def is_right(self) -> bool:
        """Whether a proof has to pass on it; on all others it has to fail."""
        return self.kind == "solution"


@dataclass(frozen=True, slots=True)
class ProofTask:
    """A promise, and the versions that keep or break it. `given` are the files beside the code, texts by name."""

    id: str
    promise: str
    file: str
    given: Mapping[str, str]
    versions: tuple[Version, ...]
