"""Runs the content audit for `gym author`, and shows how far it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from gym.cli.packs import author_place
from gym.cli.session import Session
from gym.curriculum import Catalogue, ContentPlace
from gym.curriculum.audit import Row, audit_entry, entries, kata_problems
from gym.curriculum.catalogue import folders_of
from gym.curriculum.problem import Problem
from gym.curriculum.proof_audit import proof_problems
from gym.curriculum.reading import read_kata
from gym.errors import ContentError, UsageError
from gym.judge import Judge
from gym.judge.races import load_races
from gym.practice.judging import telling
from gym.report.status import Tally


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found of one kata: the versions that were judged, and all that is wrong, in the order to work in."""

    kata: str
    checks: int
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]


def kata_names(session: Session, name: str | None) -> tuple[ContentPlace, list[str]]:
    """Where the author's katas are, and the folder names of those that are meant. Raises UsageError."""
    place = author_place(session)
    names = list(folders_of(place))
    if not names:
        raise UsageError(f"{place.exercises} holds no kata yet; begin one with: gym author new SLUG")
    if name is None:
        return place, names
    return place, [Catalogue(place).resolve(name).rpartition(":")[2]]


class Auditor:
    """Audits katas of one place with one judge. `silent`: nothing moves on the terminal."""

    def __init__(self, session: Session, place: ContentPlace, *, silent: bool = False) -> None:
        self._session = session
        self._place = place
        self._judge = Judge()
        self._silent = silent

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._judge.close()

    def id_of(self, name: str) -> str:
        """The id of the kata whose folders are called so."""
        return self._place.kata_id(name)

    def begin(self, name: str) -> None:
        """Say that work on a kata has begun; to be called before anything of it is shown."""
        self._session.say(f"checking {self.id_of(name)} ...")

    def names(self, name: str) -> tuple[Sequence[str], Sequence[str]]:
        """The names of a kata's versions and checks; none where it cannot be read."""
        try:
            kata = read_kata(self._place, name)
            return [entry.name for entry in entries(kata)], [race.name for race in load_races(kata.races)]
        except ContentError:
            return (), ()

    def audit(self, name: str, tell: Callable[[Row], None]) -> Audit:
        """Judge every version of a kata and tell of each as it is judged. A kata that is broken is a problem of its own."""
        rows: list[Row] = []
        try:
            checks, problems = self._audit(name, rows, tell)
        except ContentError as error:
            checks, problems = 0, (self._broken(name, str(error)),)
        found = [*(problem for row in rows for problem in row.problems), *problems]
        return Audit(self.id_of(name), checks, tuple(rows), tuple(found))

    def _audit(self, name: str, rows: list[Row], tell: Callable[[Row], None]) -> tuple[int, tuple[Problem, ...]]:
        kata = read_kata(self._place, name)
        checks = len(load_races(kata.races))
        todo = entries(kata)
        for number, entry in enumerate(todo, 1):
            tally = Tally(self._session.talk, f"{number} of {len(todo)}, {entry.name}: ", able=not self._silent)
            try:
                row = audit_entry(self._judge, kata, entry, telling(tally))
            finally:
                tally.close()
            rows.append(row)
            tell(row)
        return checks, (*kata_problems(kata, rows, self._known()), *proof_problems(kata))

    def _broken(self, name: str, says: str) -> Problem:
        """What keeps a kata from being read: the sentence begins with its file, of a race with the bare name."""
        found = re.fullmatch(r"(?P<file>[^:]+?)(?::(?P<line>\d+))?(?:: | (?=is not ))(?P<says>.*)", says, re.DOTALL)
        file = self._place.races / name / found["file"] if found else None
        if found is None or file is None or not file.parent.is_dir() or " " in file.name:
            return Problem(None, says)
        line = f"line {found['line']}: " if found["line"] else ""
        return Problem(file, f"{line}{found['says'].removesuffix('.')}")

    def _known(self) -> list[str]:
        """The katas that may come before this one: those beside it, and the gym's own."""
        own = self._session.own_catalogue.place if self._session.own_catalogue is not None else None
        from gym.curriculum import content_place

        return [*folders_of(self._place), *folders_of(own or content_place())]
