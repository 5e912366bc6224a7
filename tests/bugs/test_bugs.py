"""Public bugs are found in the versions that have them, and nothing is said of the versions that do not.

CPython's own are always tried. The others need their libraries: `python tests/bugs/install.py` fetches them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import pytest

from gym.judge.puppet import Puppet
from gym.judge.races import load_races
from gym.judge.sandbox import Bare
from gym.judge.verdict import CheckVerdict, Verdict
from tests.bugs.cases import CPYTHON, FOLDER, LIBRARIES, Case, Library, cache_folder
from tests.race.arena import Arena
from tests.subject.interpreters import Interpreter, interpreters

BUDGET = 1_000


def judge(case: Case, python: str | None = None, libraries: Sequence[Path] = (), *, lower: int = 0) -> CheckVerdict:
    """The verdict on the subject of a case, at its race's level or so much lower."""
    folder = FOLDER / case.slug
    (race,) = load_races([folder / f"race_{case.slug[:3]}.py"])
    race = dataclasses.replace(race, space=dataclasses.replace(race.space, level=race.space.level - lower))
    arena = Arena(Puppet(Bare(python, libraries) if python else Bare(libraries=libraries)))
    try:
        return arena.judge((folder / "subject.py").read_text(), race, budget=BUDGET)
    finally:
        arena.puppet.close()


def assert_found(case: Case, verdict: CheckVerdict) -> None:
    assert (verdict.verdict.value, verdict.claim) == (case.verdict, case.claim), verdict.message
    assert verdict.schedules <= case.found_after
    assert verdict.trace is not None and len(verdict.trace.steps) <= 8
    assert verdict.token is not None


def assert_clean(verdict: CheckVerdict) -> None:
    assert verdict.verdict is Verdict.ACCEPTED, f"{verdict.message}  {verdict.token}"
    assert verdict.coverage.startswith("all ")


def folder_of(library: Library | None) -> Path:
    assert library is not None
    folder = cache_folder() / library.name
    if not folder.is_dir():
        pytest.skip(f"{library.name} is not in {cache_folder()}: python tests/bugs/install.py fetches it")
    return folder


@pytest.mark.parametrize("case", CPYTHON, ids=lambda case: case.slug)
@pytest.mark.parametrize("interpreter", interpreters(), ids=str)
def test_a_bug_of_cpythons_is_found_where_it_is_and_only_there(case: Case, interpreter: Interpreter) -> None:
    assert case.fixed_in is not None
    verdict = judge(case, interpreter.path)
    if interpreter.version >= case.fixed_in:
        assert_clean(verdict)
    else:
        assert_found(case, verdict)
        assert_clean(judge(case, interpreter.path, lower=1))


@pytest.mark.parametrize("case", LIBRARIES, ids=lambda case: case.slug)
def test_a_bug_of_a_library_is_found_in_the_version_that_has_it(case: Case) -> None:
    folder = folder_of(case.buggy)
    assert_found(case, judge(case, libraries=[folder]))
    if case.below:
        assert_clean(judge(case, libraries=[folder], lower=1))


@pytest.mark.parametrize("case", LIBRARIES, ids=lambda case: case.slug)
def test_nothing_is_said_of_the_version_that_has_the_fix(case: Case) -> None:
    verdict = judge(case, libraries=[folder_of(case.fixed)])
    assert_clean(verdict)
    assert verdict.schedules <= case.space
