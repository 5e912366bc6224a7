"""Which kata is next, by what was solved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gym.curriculum import Kata
from gym.curriculum.path import missing, suggested
from tests.support.content import small_catalogue


@pytest.fixture
def katas(tmp_path: Path) -> list[Kata]:
    plain = small_catalogue(tmp_path, "07-counter").find("07")
    return [
        replace(plain, id="00", level=1, shapes=("init-race",)),
        replace(plain, id="01", level=2, prerequisites=("00",), shapes=("lifecycle",)),
        replace(plain, id="02", level=3, prerequisites=("00",), shapes=("lost-update",)),
        replace(plain, id="03", level=2, prerequisites=("00", "02"), shapes=("ordering",)),
        replace(plain, id="04", level=2, prerequisites=("00",), shapes=("lifecycle", "ordering")),
    ]


def order(katas: list[Kata]) -> list[str]:
    """The ids as they are suggested, when each is solved in its turn."""
    done: list[str] = []
    while (kata := suggested(katas, done)) is not None:
        done.append(kata.id)
    return done


def test_prerequisites_come_first_then_the_level_then_the_place(katas: list[Kata]) -> None:
    assert order(katas) == ["00", "01", "04", "02", "03"]


def test_where_nothing_is_open_the_easiest_is_next_all_the_same(katas: list[Kata]) -> None:
    closed = [replace(katas[2], prerequisites=("09",)), replace(katas[1], prerequisites=("09",))]
    assert suggested(closed, ()) is closed[1]
    assert suggested([], ()) is None


def test_what_a_kata_builds_on_is_named_until_it_is_done(katas: list[Kata]) -> None:
    assert missing(katas[3], ()) == ("00", "02")
    assert missing(katas[3], {"00"}) == ("02",)
    assert missing(katas[3], {"00", "02"}) == ()
