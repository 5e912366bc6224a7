"""What the races of a file are run on: an attempt at a kata, or somebody's own code."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from gym.curriculum import Catalogue, Kata, content_place, read_pack
from gym.curriculum.pack import pack_of_race
from gym.errors import ContentError, UsageError
from gym.judge import Attempt, CheckVerdict, Judge, JudgeOptions
from gym.judge.races import load_races
from gym.own.judging import OwnJudge
from gym.own.race_file import RaceFile, race_file, read_races
from gym.own.subject import OptionNames, OwnSubject, as_seen_from, find_subject
from gym.race import Race


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the options ask for. Paths are as seen from `folder`; `paths` are searched for modules too."""

    subject: str
    folder: Path
    level: int | None = None
    budget: int | None = None
    libraries: Sequence[Path] = ()
    paths: Sequence[Path] = ()

    @property
    def options(self) -> JudgeOptions:
        """The same, for the judge."""
        return JudgeOptions(budget=self.budget, level=self.level)


class Target(Protocol):
    """The races of one file, and the code that they are run on."""

    @property
    def races(self) -> tuple[Race, ...]: ...

    @property
    def folder(self) -> str:
        """What is to be put before the file names of a verdict."""

    @property
    def replay(self) -> str:
        """The command that a token makes whole."""

    def judge(self, race: str) -> CheckVerdict:
        """The verdict on one race. Raises GymError."""


class Targets:
    """Finds them, and keeps their judges: one subject process for all katas' races, and one for all others."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._kata_judge: Judge | None = None
        self._own: tuple[OwnSubject, OwnJudge] | None = None

    def of_file(self, path: Path) -> Target:
        """What the races of a file are run on. Raises UsageError, ContentError."""
        pack = pack_of_race(path)
        kata = _kata_of(path, pack)
        if kata is not None:
            self._kata_judge = self._kata_judge or Judge(helpers=0)
            return KataTarget(self._wanted, kata, path, self._kata_judge, pack)
        subject, judge = self._own_subject()
        return OwnTarget(self._wanted, path, subject, judge)

    def _own_subject(self) -> tuple[OwnSubject, OwnJudge]:
        if self._own is None:
            wanted = self._wanted
            subject = find_subject(
                wanted.subject,
                wanted.folder,
                python=sys.executable,
                libraries=wanted.libraries,
                paths=wanted.paths,
                options=OptionNames("--gym-subject", "--gym-library", None),
            )
            self._own = subject, OwnJudge(subject, races=1)
        return self._own

    def close(self) -> None:
        """End the judges' processes."""
        if self._kata_judge is not None:
            self._kata_judge.close()
        if self._own is not None:
            self._own[1].close()


def _kata_of(path: Path, pack: Path | None) -> Kata | None:
    """The kata whose races a file holds: one of its pack, or of the gym's own. Raises ContentError."""
    try:
        place = content_place() if pack is None else read_pack(pack).place
    except ContentError:
        if pack is not None:
            raise
        return None
    folder = path.parent
    return Catalogue(place).find(place.kata_id(folder.name)) if folder.parent == place.races.resolve() else None


class KataTarget:
    """An attempt at a kata: its folder, or one file in place of the entry module."""

    def __init__(self, wanted: Wanted, kata: Kata, path: Path, judge: Judge, pack: Path | None = None) -> None:
        self._wanted = wanted
        self._kata = kata
        self._judge = judge
        place = wanted.folder / wanted.subject
        entry = place / kata.entry if place.is_dir() else place
        if not entry.is_file():
            raise UsageError(f"--gym-subject {wanted.subject}: {as_seen_from(wanted.folder, str(entry))} is not there")
        self._attempt = Attempt.from_folder(place) if place.is_dir() else Attempt.from_file(kata, place)
        self.races = load_races([path])
        shown = Path(as_seen_from(wanted.folder, str(entry)))
        self.folder = "" if shown.parent == Path() else str(shown.parent)
        named = ["--pack", as_seen_from(wanted.folder, str(pack))] if pack is not None else []
        self.replay = shlex.join(["gym", "replay", *named, "--file", str(shown)])

    def judge(self, race: str) -> CheckVerdict:
        """See Target."""
        options = replace(self._wanted.options, only=[race])
        (check,) = self._judge.judge(self._kata, self._attempt, options).checks
        return check


class OwnTarget:
    """Somebody's own code."""

    folder = ""

    def __init__(self, wanted: Wanted, path: Path, subject: OwnSubject, judge: OwnJudge) -> None:
        self._wanted = wanted
        self._judge = judge
        _, self.races = read_races(Path(os.path.relpath(path, wanted.folder)), wanted.folder, subject)
        self._file: RaceFile = race_file(path, subject)
        words = ["gym", "race", os.path.relpath(path, wanted.folder), "--subject", wanted.subject]
        for folder in wanted.libraries:
            words += ["--library", str(folder)]
        self.replay = shlex.join([*words, "--replay"])

    def judge(self, race: str) -> CheckVerdict:
        """See Target."""
        (check,) = self._judge.judge(self._file, replace(self._wanted.options, only=[race])).checks
        return check
