"""Every investigation can be solved, by several routes, within its clock; and a file that is wrong is told where."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from gym.curriculum.place import content_place
from gym.errors import ContentError
from gym.lessons.inquiry import Ending, Inquiry
from gym.lessons.investigations import Investigation, read_investigation, right_one
from gym.lessons.piece import pieces_in
from gym.lessons.routes import honest_routes, minutes_of, shortest_route
from gym.report.investigations import debrief_markdown, evidence_markdown
from tests.support.investigation import INVESTIGATION

PIECES = [read_investigation(path) for path in pieces_in(content_place().exercises / "_investigations")]
CODE_WIDTH = 78
each_piece = pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.slug)


def read(folder: Path, text: str) -> Investigation:
    path = folder / "short-counter.md"
    path.write_text(text, encoding="utf-8")
    return read_investigation(path)


@pytest.fixture
def small(tmp_path: Path) -> Investigation:
    return read(tmp_path, INVESTIGATION)


def ended(piece: Investigation, *ids: str, right: bool = True) -> Ending:
    """Looked at these, then named the right cause and fix, or else the first wrong ones."""
    inquiry = Inquiry(piece)
    for wanted in ids:
        inquiry.take(next(look for look in inquiry.offered if look.id == wanted))
    answers = (next(each for each in some if each.right is right) for some in (piece.causes, piece.fixes))
    return inquiry.end(*answers)


def test_there_are_six_over_different_shapes_and_neither_place_nor_length_tells_the_right_answers() -> None:
    assert [piece.slug for piece in PIECES] == [
        "charged-twice",
        "jobs-stopped",
        "old-price",
        "outage-that-stays",
        "paid-and-past-due",
        "wrong-suggestions",
    ]
    assert len({piece.shapes[0] for piece in PIECES}) == 5
    lists = [answers for piece in PIECES for answers in (piece.causes, piece.fixes)]
    places = Counter(answers.index(right_one(answers)) for answers in lists)
    assert max(places.values()) <= len(lists) / 2 and len(places) >= 4
    longest = [max(answers, key=lambda answer: len(answer.text)) for answers in lists]
    assert sum(answer.right for answer in longest) <= len(lists) / 3  # else one guesses by length


def test_the_double_charge_has_the_figures_of_the_texts() -> None:
    symptom = next(piece.symptom for piece in PIECES if piece.slug == "charged-twice")
    assert [word for word in ("23 tickets", "Tuesday", "-20", "30 to 80 ms", "three months") if word not in symptom] == []


@each_piece
def test_the_shortest_route_proves_the_cause_step_by_step_and_leaves_half_the_clock(piece: Investigation) -> None:
    route = shortest_route(piece)
    ending = ended(piece, *(look.id for look in route))
    assert (ending.is_proved, ending.is_right, ending.is_over, ending.score) == (True, True, False, 1.0)
    assert not piece.is_proved_by(route[:-1])
    assert 2 * minutes_of(route) <= piece.minutes < minutes_of(piece.looks)


@each_piece
def test_three_routes_or_more_lead_to_the_cause_within_the_clock_and_none_is_shorter_than_the_shortest(
    piece: Investigation,
) -> None:
    minutes = {look.id: look.minutes for look in piece.looks}
    lengths = [sum(map(minutes.__getitem__, route)) for route in honest_routes(piece)]
    assert min(lengths) == minutes_of(shortest_route(piece))
    assert len([length for length in lengths if length <= piece.minutes]) >= 3


@each_piece
def test_whatever_is_looked_at_first_everything_can_still_be_seen_and_the_cause_proved(piece: Investigation) -> None:
    firsts = Inquiry(piece).offered
    assert 2 <= len(firsts) < len(piece.looks)
    for first in firsts:
        inquiry = Inquiry(piece)
        inquiry.take(first)
        while unseen := [look for look in inquiry.offered if look not in inquiry.seen]:
            inquiry.take(unseen[-1])
        assert len(inquiry.seen) == len(piece.looks) and piece.is_proved_by(inquiry.seen) and inquiry.is_over


@each_piece
def test_each_wrong_cause_can_be_refuted_by_a_look_and_each_red_herring_is_answered_in_the_debrief(
    piece: Investigation,
) -> None:
    refuted = {cause for look in piece.looks for cause in look.rules_out}
    assert {cause.id for cause in piece.causes if not cause.right} == refuted
    herrings = [look for look in piece.looks if look.role == "red herring"]
    assert len(herrings) >= 2
    firsts = [look.id for look in Inquiry(piece).offered]
    for taken, right in product(((), firsts), (True, False)):
        told = debrief_markdown(ended(piece, *taken, right=right))
        assert [look.id for look in herrings if f"{look.title}. {look.tells}" not in told] == []
        assert [each.id for each in (*piece.causes, *piece.fixes) if each.why not in told] == []


@each_piece
def test_evidence_fits_a_terminal_of_80_columns_and_its_code_is_python(piece: Investigation) -> None:
    texts = [piece.symptom, piece.story, *(evidence_markdown(look, plain=False) for look in piece.looks)]
    fences = [token for text in texts for token in MarkdownIt().parse(text) if token.type == "fence"]
    assert [line for fence in fences for line in fence.content.splitlines() if len(line) > CODE_WIDTH] == []
    assert {fence.info for fence in fences} <= {"text", "python", "sql"}
    for fence in fences:
        assert fence.info != "python" or ast.parse(fence.content).body


def test_the_shortest_route_is_searched_for_and_not_the_next_best_step(small: Investigation) -> None:
    assert [look.id for look in shortest_route(small)] == ["log", "code"]
    assert honest_routes(small) == (frozenset({"log", "code"}), frozenset({"load", "test"}))
    by_force = [
        minutes_of(order)
        for count in range(1, len(small.looks) + 1)
        for order in permutations(small.looks, count)
        if small.is_proved_by(order)
        and all(small.is_open(look, [seen.id for seen in order[:at]]) for at, look in enumerate(order))
    ]
    assert min(by_force) == minutes_of(shortest_route(small)) == 6


@pytest.mark.parametrize(
    ("looks", "right", "score"),
    [
        (("log", "code"), True, 1.0),
        (("load", "code", "log"), True, 1.0),  # 9 minutes: half as long again as the shortest
        (("load", "test"), True, 0.98),  # 10 minutes, 9 of which are free
        (("log", "load", "test"), True, 0.8),  # 12 of 10 minutes
        ((), True, 0.8),  # a guess
        (("log", "code"), False, 0.0),
    ],
)
def test_the_score_is_made_up_of_cause_fix_and_minutes(
    small: Investigation, looks: tuple[str, ...], right: bool, score: float
) -> None:
    assert ended(small, *looks, right=right).score == score


def test_looking_again_is_free_and_numbers_stay(small: Investigation) -> None:
    inquiry = Inquiry(small)
    log = inquiry.offered[0]
    assert [look.id for look in inquiry.take(log)] == ["code"]
    assert (inquiry.take(log), inquiry.spent) == ([], 2)
    inquiry.take(inquiry.offered[1])
    assert [look.id for look in inquiry.offered] == ["log", "load", "code", "test"]


WRONG = [
    ('shows = ["old-value"]', 'shows = ["odd"]', "looks: 'code': shows: 'odd' is not known"),
    ('after = ["load"]', 'after = ["lod"]', "looks: 'test': after: 'lod' is not known"),
    ('after = ["load"]', 'after = ["test"]', "looks: nothing opens 'test'"),
    ('id = "test"', 'id = "log"', "looks: 'log' stands twice"),
    ('rules_out = ["float"]', 'rules_out = ["lost"]', "looks: 'test': rules_out: 'lost' is not known"),
    ('"two-adds", "old-value"]]', '"two-adds", "odd"]]', "proofs: 'odd' is none of the facts"),
    ('proofs = [["two-adds", "old-value"]]', 'proofs = [["two-adds"]]', "facts: no proof needs 'old-value'"),
    ('proofs = [["two', 'proofs = [[], ["two', "proofs: each needs one fact or more"),
    ("[facts]", '[facts]\nmore = "More."', "facts: no look shows 'more'"),
    ('text = "Sums are rounded"\nsuggested_by = ["load"]', 'text = "Sums"', "causes: nothing suggests 'float'"),
    ('text = "A bigger machine"', 'text = "Bigger"\nright = true', "fixes: one of them is right"),
    ('id = "sleep"', 'id = "machine"', "fixes: 'machine' stands twice"),
    ('suggested_by = ["load"]', 'suggested_by = ["lod"]', "causes: 'overload' is suggested by 'lod', which is no look"),
    ('text = "Add in one step"', 'text = "A"\nsuggested_by = ["load"]',
     "fixes: 'atomic' is right, so nothing suggests it wrongly"),
    ("## test", "## tset", "the section 'tset' belongs to no look"),
    ("text graph", "text grahp", "a block is labelled 'grahp', which is none of graph"),
    ("09:00: 40", "09:00 -> 40", "the graph of 'load': '09:00 -> 40' is no `label: number` of 0 or more"),
    ("09:00: 40", "09:00: nan", "the graph of 'load': '09:00: nan' is no `label: number` of 0 or more"),
    ("minutes = 7", "minutes = 0", "Expected `int` >= 1 - at `$.looks[3].minutes`"),
    ("minutes = 7", "minuts = 7", "Object contains unknown field `minuts` - at `$.looks[3]`"),
    ('shapes = ["lost-update"]', 'shapes = ["lost"]', "shapes: 'lost' is none of stale-response"),
    ("## What happened", "## What has happened", "the section 'What has happened' belongs to no look"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "told"), WRONG, ids=[told for _right, _wrong, told in WRONG])
def test_a_wrong_file_is_told_by_its_path_and_key(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in INVESTIGATION
    with pytest.raises(ContentError) as raised:
        read(tmp_path, INVESTIGATION.replace(right, wrong, 1))
    assert str(raised.value).startswith(f"{tmp_path / 'short-counter.md'}: {told}")


def test_what_nobody_can_prove_has_no_shortest_route(small: Investigation) -> None:
    with pytest.raises(ContentError) as raised:
        shortest_route(replace(small, proofs=(frozenset({"x"}),)))
    assert str(raised.value) == "short-counter: proofs: all looks together prove none of them."


def test_windows_line_ends_change_nothing(tmp_path: Path, small: Investigation) -> None:
    path = tmp_path / "short-counter.md"
    path.write_bytes(INVESTIGATION.replace("\n", "\r\n").encode())
    assert read_investigation(path) == small
