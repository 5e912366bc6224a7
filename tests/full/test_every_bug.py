"""All twenty public bugs on every CPython that is there: the buggy version is found, the fixed one is clean.

Too long for every run: `pytest tests/full`. `python tests/bugs/install.py` fetches the libraries.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bugs.cases import CASES, Case
from tests.bugs.judging import assert_clean, assert_found, judge
from tests.subject.interpreters import Interpreter, interpreters

EVERYWHERE = [(case, interpreter) for case in CASES for interpreter in interpreters()]


def has_bug(case: Case, interpreter: Interpreter) -> bool:
    """A library has both its versions on every Python; one of CPython's own bugs is there or is not."""
    return case.fixed_in is None or interpreter.version < case.fixed_in


def has_fix(case: Case, interpreter: Interpreter) -> bool:
    return case.fixed_in is None or interpreter.version >= case.fixed_in


def on_each(applies: Callable[[Case, Interpreter], bool]) -> pytest.MarkDecorator:
    """Every case on every Python where there is something to try."""
    found = [pytest.param(*each, id=f"{each[0].slug}-{each[1]}") for each in EVERYWHERE if applies(*each)]
    return pytest.mark.parametrize(("case", "interpreter"), found)


@on_each(has_bug)
def test_the_version_that_has_the_bug_is_found(case: Case, interpreter: Interpreter) -> None:
    assert_found(case, judge(case, interpreter))
    if case.level:
        assert_clean(judge(case, interpreter, level=case.level - 1))


@on_each(has_fix)
def test_the_version_that_has_the_fix_is_clean(case: Case, interpreter: Interpreter) -> None:
    assert_clean(judge(case, interpreter, fixed=True))
