"""What an author reads: the kill matrix of 01 at several widths, and what is wrong in the order to work in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text

from gym.curriculum.audit import Entry, Kind, Row
from gym.curriculum.problem import Problem
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.report.authoring import Matrix, audit_json, plain_problems, plain_row, problem_lines
from tests.report.golden import assert_golden

KATA = "01-search-box"
CHECKS = [
    "arrival-orders",
    "same-text-again",
    "late-failure",
    "spinner",
    "emptied",
    "old-request-stops",
    "callers-wait",
    "debounce",
    "enter",
    "close",
    "close-stops-request",
    "caller-leaves",
    "older-caller-leaves",
    "old-client-reads-on",
]
STARTER_SURVIVES = {"callers-wait", "caller-leaves"}
KILLS = {
    "starter": " ".join(name for name in CHECKS if name not in STARTER_SURVIVES),
    "solution": "",
    "alternative_numbers": "",
    "answers-remembered": "same-text-again",
    "bare-await": "callers-wait older-caller-leaves old-client-reads-on",
    "cancel-and-trust": "arrival-orders same-text-again late-failure emptied close old-client-reads-on",
    "cancellation-eaten": "caller-leaves older-caller-leaves old-client-reads-on",
    "closed-flag-only": "close close-stops-request",
    "compare-the-text": "same-text-again old-client-reads-on",
    "debounce-only": "arrival-orders same-text-again late-failure spinner emptied old-request-stops close "
    "close-stops-request caller-leaves older-caller-leaves old-client-reads-on",
    "enter-beside-the-timer": "enter",
    "failure-never-drawn": "late-failure",
    "leaver-cancels-only": "old-client-reads-on",
    "leaver-clears-all": "older-caller-leaves",
    "number-without-cancel": "old-request-stops close-stops-request",
    "one-event-for-all": "debounce enter",
    "only-success-asks": "late-failure",
    "query-outlives-caller": "caller-leaves old-client-reads-on",
    "return-at-once": "callers-wait",
    "spinner-in-finally": "spinner",
}
HERE = Path("/katas")


def check(slug: str, killed: bool) -> CheckVerdict:
    word = Verdict.REJECTED if killed else Verdict.ACCEPTED
    return CheckVerdict(f"{KATA}#{slug}", slug, "ordering", word, 0, 1, 1200, "all 1,200", claim="c" if killed else None)


def row(name: str, *problems: Problem) -> Row:
    """As the judge would say of it."""
    kills = KILLS[name].split()
    kind: Kind = "near miss" if kills else "solution"
    entry = Entry("starter" if name == "starter" else kind, name, {}, HERE / f"{name}.py")
    checks = tuple(check(slug, slug in kills) for slug in CHECKS)
    word = Verdict.REJECTED if kills else Verdict.ACCEPTED
    return Row(entry, KataVerdict(KATA, word, 0, 14, None, checks, timings={"full_ms": 1234.5}), problems)


ROWS = [row(name, *([Problem(None, "x")] if name == "bare-await" else [])) for name in KILLS]
PROBLEMS = [
    Problem(HERE / "solutions/01-search-box/near_misses.toml", "[bare-await] says that no check kill it, and spinner do"),
    Problem(HERE / "exercises/01-search-box/brief.md", 'the section "## Contract" is missing'),
    Problem(None, "/katas/exercises/01-search-box/exercise.toml: Object missing required field `level`."),
]


def drawn(rows: list[Row], width: int) -> list[Text]:
    matrix = Matrix.of([each.entry.name for each in rows], CHECKS, width)
    return [matrix.heading(), *(line for each in rows for line in matrix.row(each))]


@pytest.mark.parametrize("width", [60, 80, 160])
def test_the_kill_matrix_of_17_near_misses_and_14_checks(width: int) -> None:
    assert len(ROWS) == 20
    assert_golden("kill-matrix", drawn(ROWS, width), width)


def test_no_name_of_a_check_is_shortened_or_broken() -> None:
    for width in (60, 80, 160):
        text = " ".join(line.plain for line in drawn(ROWS[:1], width)).replace(",", " ")
        assert sorted(set(text.split()) & set(CHECKS)) == sorted(set(CHECKS) - STARTER_SURVIVES)


def test_what_is_wrong_has_a_mark_and_not_only_a_colour() -> None:
    marked = [line.plain.split()[1] for line in drawn(ROWS, 80) if line.plain.startswith("! ")]
    assert marked == ["bare-await"]


def test_numbers_of_any_size_and_long_words_stay_apart() -> None:
    verdict = replace(ROWS[1].verdict, verdict=Verdict.NOT_DETERMINISTIC, timings={"full_ms": 123_456.7})
    (line,) = [line.plain for line in drawn([replace(ROWS[1], verdict=verdict)], 160)[1:]]
    assert line == "  solution  not deterministic     16,800  123,457"


def test_problems_stand_in_order_each_below_its_file() -> None:
    assert_golden("problems", problem_lines(PROBLEMS, HERE, 60), 60)


def test_for_a_screen_reader_each_is_a_sentence() -> None:
    assert list(plain_problems(PROBLEMS[:2], HERE / "exercises")) == [
        "1. ../solutions/01-search-box/near_misses.toml: [bare-await] says that no check kill it, and spinner do",
        '2. 01-search-box/brief.md: the section "## Contract" is missing',
    ]
    told = {each.entry.name: plain_row(each) for each in ROWS}
    assert told["solution"] == "solution: accepted; 16800 schedules, 1234 ms"
    assert told["alternative_numbers"] == "solution alternative_numbers: accepted; 16800 schedules, 1234 ms"
    assert told["bare-await"] == (
        "wrong: near miss bare-await: rejected by callers-wait, older-caller-leaves, old-client-reads-on; "
        "16800 schedules, 1234 ms"
    )


def test_as_json_a_version_tells_by_which_claims_it_is_killed() -> None:
    miss = next(each for each in ROWS if each.entry.name == "return-at-once")
    told = audit_json(KATA, [miss], PROBLEMS[2:])
    assert told == {
        "kata": "01-search-box",
        "green": False,
        "versions": [
            {
                "kind": "near miss",
                "name": "return-at-once",
                "file": str(miss.entry.file),
                "verdict": "rejected",
                "killed_by": ["callers-wait"],
                "claims": {"callers-wait": "c"},
                "near_miss": None,
                "schedules": 16_800,
                "full_ms": 1234.5,
                "problems": [],
            }
        ],
        "problems": [{"file": None, "says": PROBLEMS[2].says}],
    }
    assert audit_json(KATA, [], [])["green"] is True
