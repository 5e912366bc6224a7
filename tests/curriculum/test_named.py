"""What a person types finds one name, or is told which there are."""

from __future__ import annotations

import pytest

from gym.curriculum.named import one_named
from gym.errors import UsageError

NAMES = ["pool-one", "pool-two", "lazy", "lazy-client"]


@pytest.mark.parametrize(("said", "found"), [("lazy", "lazy"), (" LAZY-C ", "lazy-client"), ("two", "pool-two")])
def test_a_name_its_beginning_or_a_bit_of_it(said: str, found: str) -> None:
    assert one_named(said, NAMES, "drill", "gym drill --list") == found


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("pool", "'pool' may mean pool-one or pool-two; write more of its name."),
        ("lasy", "there is no drill 'lasy'; the nearest is lazy. See them all: gym drill --list"),
        ("", "there is no drill ''. See them all: gym drill --list"),
    ],
)
def test_what_fits_several_or_none_is_told(said: str, told: str) -> None:
    with pytest.raises(UsageError) as raised:
        one_named(said, NAMES, "drill", "gym drill --list")
    assert str(raised.value) == told
