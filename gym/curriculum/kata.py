"""What a kata consists of, as the judge, the commands and the reports see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SHAPES = (
    "stale-response",
    "check-then-act",
    "lost-update",
    "double-submit",
    "init-race",
    "lifecycle",
    "ordering",
    "cross-process",
)
CONTROL_FAULTS = (
    "unbounded-fan-out",
    "permit-leak",
    "retry-storm",
    "stuck-breaker",
    "loser-not-cancelled",
    "swallowed-cancellation",
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault planted in the starter: progress is shown for each, and races name the one they find."""

    id: str
    says: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A version that every check accepts, with what it costs; `files` maps each learner file to its place."""

    name: str
    trade_off: str
    files: Mapping[str, Path]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A wrong fix that people really write.

    `title` ends the sentence "fails as ... does". `kills` are the slugs of exactly the checks that
    reject it; `claims` tells it apart from another with the same set, by what those checks say failed.
    """

    slug: str
    title: str
    why: str
    kills: tuple[str, ...]
    claims: Mapping[str, str]
    files: Mapping[str, Path]


@dataclass(frozen=True, slots=True)
class Promise:
    """What a learner's own test has to prove: it fails on the starter and on the near misses in `catches`.

    `says` is the promise, `hint` what to think of, `scaffold` the code that the test file begins with.
    """

    says: str
    catches: tuple[str, ...]
    hint: str
    scaffold: str


@dataclass(frozen=True, slots=True)
class Kata:
    """One kata, whole. `id` is its folders' name, after that of its pack; `version` changes whenever a verdict could.

    `folder` holds what a learner gets, `answers` the solutions and what explains them. `refuses` are the ready-made forms
    (`asyncio.Semaphore`) of what is to be built: a version that uses one is rejected.
    """

    id: str
    title: str
    summary: str
    shapes: tuple[str, ...]
    level: int
    minutes: int
    prerequisites: tuple[str, ...]
    folder: Path
    answers: Path
    entry: str
    files: tuple[str, ...]
    given: tuple[str, ...]
    tests: str
    races: tuple[Path, ...]
    faults: tuple[Fault, ...]
    near_misses: tuple[NearMiss, ...]
    solutions: tuple[Solution, ...]
    version: str
    promise: Promise | None = None
    refuses: tuple[str, ...] = ()

    @property
    def proof(self) -> str:
        """The file in which a learner proves the promise; it is theirs alone, and never handed out or put back."""
        return f"test_{self.entry.removesuffix('.py')}_race.py"

    @property
    def handed_out(self) -> tuple[str, ...]:
        """The files that `gym start` copies, in the order a newcomer reads them."""
        return ("brief.md", *self.files, *self.given, self.tests)

    def near_miss(self, slug: str | None) -> NearMiss | None:
        """The near miss called `slug`, if there is one."""
        return next((miss for miss in self.near_misses if miss.slug == slug), None)

    @property
    def reference(self) -> Solution:
        """The solution that explanations and diffs start from."""
        return next(each for each in self.solutions if each.name == "solution")
