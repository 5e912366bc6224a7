"""How far a learner is, as bars and as data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gym.progress import KataProgress, KataState
from gym.report.standing import Standing, bar, standing_json, standing_lines
from tests.support.content import small_catalogue


@pytest.fixture
def standing(tmp_path: Path) -> Standing:
    plain = small_catalogue(tmp_path, "07-counter").find("07")
    done = KataProgress(
        "07-counter", KataState.ACCEPTED, 3, 4, 4, touched_at="2026-01-01", accepted_at="2026-01-01", hints=2, proved_at="x"
    )
    begun = KataProgress("08-clock", KataState.REJECTED, 1, 1, 4, touched_at="2026-01-02")
    katas = [
        (replace(plain, shapes=("lost-update", "ordering")), done),
        (replace(plain, id="08-clock", shapes=("lost-update",)), begun),
        (replace(plain, id="09-later", shapes=("init-race",)), KataProgress("09-later")),
    ]
    return Standing(katas, {"07-counter": 3_725, "08-clock": 60})


def test_what_was_begun_and_every_shape_is_told(standing: Standing) -> None:
    lines = [line.plain for line in standing_lines(standing, 80, ascii_only=True)]
    assert lines == [
        "1 of 3 katas accepted",
        "",
        "kata         state              points   attempts   hints       worked",
        "07-counter   accepted, proved      4/4          3       2   1 h 02 min",
        "08-clock     rejected              1/4          1       0        1 min",
        "",
        "lost-update  ##########..........  1 of 2",
        "ordering     ####################  1 of 1",
        "init-race    ....................  0 of 1",
    ]


@pytest.mark.parametrize("width", [20, 40, 60])
def test_on_narrow_terminals_the_last_columns_are_left_out(standing: Standing, width: int) -> None:
    table = [line.plain for line in standing_lines(standing, width, ascii_only=True)][2:5]
    assert max(map(len, table)) <= width
    assert table[1].startswith("07-counter")


def test_before_anything_was_begun_there_is_no_table(standing: Standing) -> None:
    untouched = Standing([(kata, KataProgress(kata.id)) for kata, _progress in standing.katas], {})
    lines = [line.plain for line in standing_lines(untouched, 80)]
    assert lines[0] == "0 of 3 katas accepted"
    assert not [line for line in lines if "07-counter" in line]


@pytest.mark.parametrize(("done", "of", "filled"), [(0, 9, 0), (1, 100, 1), (1, 2, 10), (8, 9, 17), (9, 9, 20)])
def test_a_bar_is_full_only_when_all_is_done(done: int, of: int, filled: int) -> None:
    assert bar(done, of, ascii_only=True) == "#" * filled + "." * (20 - filled)


def test_as_data_nothing_is_left_out(standing: Standing) -> None:
    told = standing_json(standing)
    assert told["accepted"] == 1
    assert [kata["id"] for kata in told["katas"]] == ["07-counter", "08-clock", "09-later"]  # type: ignore[union-attr,index]
    assert told["katas"][0] == {  # type: ignore[index]
        "id": "07-counter",
        "state": "accepted",
        "best": 4,
        "max_points": 4,
        "attempts": 3,
        "hints": 2,
        "worked_seconds": 3_725,
        "accepted_at": "2026-01-01",
        "given_up_at": None,
        "proved_at": "x",
    }
    assert told["shapes"]["lost-update"] == {"accepted": 1, "katas": 2}  # type: ignore[index,call-overload]
