"""What an answer finds in a listing: lines by group, and the shape."""

from __future__ import annotations

import pytest

from gym.curriculum import all_katas
from gym.errors import ContentError
from gym.lessons.marks import Mark, MarkEntry, find_marks
from gym.lessons.spotting import Group, Spotting, has_spot, spot, spotting_of_kata, statement_starts

LISTING = """\
class Wallet:
    credits = 100

    async def charge(self, amount):
        if self.credits >= amount:
            await self.provider.run(
                amount,
            )
            self.credits -= amount
"""
STATE = Mark(2, "Everybody's.", frozenset([5, 9]))
SWITCH = Mark(6, "Everybody runs.")
HARMLESS = (Mark(4, "Nothing has happened yet."),)


def spotting() -> Spotting:
    groups = (Group("state", "the shared state", (STATE,)), Group("switch", "the places to switch", (SWITCH,)))
    return Spotting("x", "A wallet", "Money goes.", "w.py", LISTING, groups, HARMLESS, ("check-then-act", "lost-update"))


def test_a_whole_answer_is_all_right() -> None:
    found = spot(spotting(), {"state": [2], "switch": [6]}, ["check-then-act"])
    assert (found.all_right, found.score) == (True, 1.0)
    assert (found.right_shapes, found.other_shapes, found.wrong_shapes) == (("check-then-act",), ("lost-update",), ())


@pytest.mark.parametrize("line", [6, 7, 8])
def test_any_line_of_a_statement_stands_for_it(line: int) -> None:
    assert spot(spotting(), {"state": [2], "switch": [line]}, ["lost-update"]).all_right


@pytest.mark.parametrize("line", [2, 5, 9])
def test_state_is_found_wherever_it_is_used(line: int) -> None:
    assert spot(spotting(), {"state": [line], "switch": [6]}, ["lost-update"]).all_right


def test_what_is_missed_and_what_is_none_is_told_with_its_reason() -> None:
    found = spot(spotting(), {"switch": [4, 1]}, ["ordering"])
    assert [mark.why for mark in found.groups["state"].missed] == ["Everybody's."]
    assert [(mark.line, mark.why) for mark in found.groups["switch"].wrong] == [(1, ""), (4, "Nothing has happened yet.")]
    assert (found.shape_is_right, found.score) == (False, 0.0)


def test_a_shape_too_many_is_no_right_answer() -> None:
    found = spot(spotting(), {"state": [2], "switch": [6]}, ["check-then-act", "ordering"])
    assert (found.shape_is_right, found.wrong_shapes, found.score) == (False, ("ordering",), 0.667)


def test_a_line_of_several_is_told_as_it_was_marked() -> None:
    mark = Mark(7, "The amount.")
    found = spot(Spotting("x", "", "", "w.py", LISTING, (Group("mark", "it", (mark,)),), (), ("ordering",)), {}, [])
    assert [each.line for each in found.groups["mark"].missed] == [7]


def test_two_lines_of_one_harmless_statement_are_told_once() -> None:
    calm = (Mark(6, "Calm."),)
    groups = (Group("mark", "it", (Mark(2, "Here."),)),)
    found = spot(Spotting("x", "", "", "w.py", LISTING, groups, calm, ("ordering",)), {"mark": [6, 7, 8]}, [])
    assert [(each.line, each.why) for each in found.groups["mark"].wrong] == [(6, "Calm.")]


def test_a_compound_statement_is_its_head() -> None:
    starts = statement_starts(LISTING)
    assert {line: starts[line] for line in (1, 4, 5, 6, 7, 8, 9)} == {1: 1, 4: 4, 5: 5, 6: 6, 7: 6, 8: 6, 9: 9}
    assert starts.get(3) in (None, 3)


def test_a_mark_that_stands_nowhere_is_named() -> None:
    with pytest.raises(ContentError, match=r"spot: the line 'nowhere' stands there 0 times, and number 1 is marked\."):
        find_marks("spot", LISTING, [MarkEntry("nowhere", "Because.")])
    assert find_marks("spot", LISTING, [MarkEntry("amount,", "Because.", also=("credits",))])[0].also == {2, 5, 9}


@pytest.mark.parametrize("kata", [kata for kata in all_katas() if has_spot(kata)], ids=lambda kata: kata.id)
def test_what_is_to_be_spotted_in_a_kata_stands_in_its_starter(kata: object) -> None:
    found = spotting_of_kata(kata)  # type: ignore[arg-type]
    lines = {group.key: [mark.line for mark in group.marks] for group in found.groups}
    assert spot(found, lines, found.shapes[:1]).all_right
    wrong = {mark.line for mark in found.harmless}
    assert wrong.isdisjoint(line for marked in lines.values() for line in marked)


def test_every_service_can_be_read_before_it_is_mended() -> None:
    without = [kata.id for kata in all_katas() if not has_spot(kata) and "/" not in kata.id]
    assert without == []
