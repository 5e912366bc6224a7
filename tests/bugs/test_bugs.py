"""Public bugs are found in the versions that have them, and nothing is said of the versions that do not.

CPython's own are always tried. The others need their libraries: `python tests/bugs/install.py` fetches them. Here they run
on the Python that runs the tests; `pytest tests/full` tries all of them on every Python that is there.
"""

from __future__ import annotations

import sys

import pytest

from tests.bugs.cases import CASES, CPYTHON, FOLDER, LIBRARIES, Case, Library
from tests.bugs.judging import assert_clean, assert_found, judge, race_of
from tests.subject.interpreters import MINORS, Interpreter, interpreters

HERE = Interpreter(sys.executable, (sys.version_info.major, sys.version_info.minor, sys.version_info.micro))
COUNTED = HERE.version[:2] == (3, 11)
"""Whether the numbers of the cases were counted on this Python."""


@pytest.mark.parametrize("case", CPYTHON, ids=lambda case: case.slug)
@pytest.mark.parametrize("interpreter", interpreters(), ids=str)
def test_a_bug_of_cpythons_is_found_where_it_is_and_only_there(case: Case, interpreter: Interpreter) -> None:
    assert case.fixed_in is not None
    verdict = judge(case, interpreter)
    if interpreter.version >= case.fixed_in:
        assert_clean(verdict)
        assert verdict.schedules <= case.space
    else:
        assert_found(case, verdict)
        assert verdict.schedules <= case.found_after
        assert_clean(judge(case, interpreter, level=case.level - 1))


@pytest.mark.parametrize("case", LIBRARIES, ids=lambda case: case.slug)
def test_a_bug_of_a_library_is_found_in_the_version_that_has_it(case: Case) -> None:
    verdict = judge(case, HERE)
    assert_found(case, verdict)
    if COUNTED:
        assert verdict.trace is not None
        assert (verdict.schedules, len(verdict.trace.steps)) == (case.found_after, case.steps)
    if case.level:
        assert_clean(judge(case, HERE, level=case.level - 1))


@pytest.mark.parametrize("case", LIBRARIES, ids=lambda case: case.slug)
def test_nothing_is_said_of_the_version_that_has_the_fix(case: Case) -> None:
    verdict = judge(case, HERE, fixed=True)
    assert_clean(verdict)
    if COUNTED:
        assert verdict.schedules == case.space


def test_every_folder_is_a_case() -> None:
    assert [path.name for path in sorted(FOLDER.glob("R[0-9]*"))] == [case.slug for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)
def test_no_race_is_below_the_level_that_finds_its_bug(case: Case) -> None:
    assert race_of(case).space.level >= case.level


def test_no_two_libraries_share_a_folder() -> None:
    libraries: dict[str, Library] = {}
    for library in [each for case in LIBRARIES for fixed in (False, True) for each in case.libraries(fixed=fixed)]:
        for minor in MINORS:
            assert libraries.setdefault(library.folder(minor), library) == library
