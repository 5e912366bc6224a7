"""The docstring that a module opens with, and one put in place of another."""

from __future__ import annotations

import pytest

from gym.curriculum.docstring import with_opening_of

THEIRS = '"""Theirs.\n\nWith more to say.\n"""\n\ncode = 1\n'


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_version_gets_the_docstring_that_mine_opens_with(ends: str) -> None:
    mine = '# a comment\n"""Mine."""\n\nother = 2\n'.replace("\n", ends)
    assert with_opening_of(mine, THEIRS.replace("\n", ends)) == '"""Mine."""\n\ncode = 1\n'


@pytest.mark.parametrize("mine", ["", "code = 1\n", "'''Mine.'''\nclass", "\0", "\ufeff"])
def test_a_version_stays_as_it_is_beside_one_that_has_no_docstring_or_is_no_python(mine: str) -> None:
    assert with_opening_of(mine, THEIRS) == THEIRS


def test_a_version_without_a_docstring_stays_as_it_is() -> None:
    assert with_opening_of('"""Mine."""\n', "code = 1\n") == "code = 1\n"
