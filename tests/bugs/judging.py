"""Judges one version of a case's subject, on one Python."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gym.judge.puppet import Puppet
from gym.judge.races import load_races
from gym.judge.sandbox import Bare
from gym.judge.verdict import CheckVerdict, Verdict
from gym.race import Race
from tests.bugs.cases import FOLDER, Case, cache_folder
from tests.race.arena import Arena
from tests.subject.interpreters import Interpreter

BUDGET = 1_000
MOST_STEPS = 8


def race_of(case: Case, level: int | None = None) -> Race:
    """The case's race, at its own level or another."""
    (race,) = load_races([FOLDER / case.slug / f"race_{case.number}.py"])
    return race if level is None else dataclasses.replace(race, space=dataclasses.replace(race.space, level=level))


def folders_of(case: Case, minor: int, *, fixed: bool) -> list[Path]:
    """Where one version and what it needs are. Skips, with the way to get it, where one is not there."""
    folders = [cache_folder() / library.folder(minor) for library in case.libraries(fixed=fixed)]
    absent = [folder.name for folder in folders if not folder.is_dir()]
    if absent:
        pytest.skip(f"{', '.join(absent)} not in {cache_folder()}: python tests/bugs/install.py fetches them")
    return folders


@contextmanager
def subject_process(case: Case, interpreter: Interpreter, *, fixed: bool) -> Iterator[Arena]:
    """A process of that Python with one version of the library; none of it is imported yet."""
    folders = folders_of(case, interpreter.version[1], fixed=fixed)
    arena = Arena(Puppet(Bare(interpreter.path, folders)))
    try:
        yield arena
    finally:
        arena.puppet.close()


def judge_in(arena: Arena, case: Case, level: int | None = None) -> CheckVerdict:
    """The verdict on the case's subject, at its race's level or another."""
    return arena.judge((FOLDER / case.slug / "subject.py").read_text(), race_of(case, level), budget=BUDGET)


def judge(case: Case, interpreter: Interpreter, *, fixed: bool = False, level: int | None = None) -> CheckVerdict:
    """The same in a process of its own."""
    with subject_process(case, interpreter, fixed=fixed) as arena:
        return judge_in(arena, case, level)


def assert_found(case: Case, verdict: CheckVerdict) -> None:
    """The bug is told by its claim, with a token and a short trace."""
    assert (verdict.verdict.value, verdict.claim) == (case.verdict, case.claim), verdict.message
    assert verdict.trace is not None
    assert len(verdict.trace.steps) <= MOST_STEPS
    assert verdict.token is not None


def assert_clean(verdict: CheckVerdict) -> None:
    """Accepted, and nothing of the stated space left out."""
    assert verdict.verdict is Verdict.ACCEPTED, f"{verdict.message}  {verdict.token}"
    assert re.match(r"(all [\d,]+ schedules|the only schedule) \(", verdict.coverage), verdict.coverage
