"""Every claim of the drills, chains, questions and pages is run. A new file is picked up by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.curriculum.place import content_place
from gym.judge import Judge, KataVerdict, Verdict
from gym.lessons.chains import Chain, read_chain
from gym.lessons.drills import Drill, read_drill
from gym.lessons.piece import pieces_in, read_piece
from gym.lessons.primer import Page, read_page
from gym.lessons.proof import judge_listing
from gym.lessons.quiz import Question, read_question, same_output
from gym.lessons.running import printed_by

FOLDER = content_place().exercises
CODE_WIDTH = 78
"""Wider code cannot be read on a terminal of 80 columns."""


def each(folder: str) -> list[Path]:
    return list(pieces_in(FOLDER / folder))


def named(path: Path) -> str:
    return path.stem


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


def word(judge: Judge, name: str, listing: str, race: str, folder: Path) -> KataVerdict:
    folder.mkdir()
    return judge_listing(judge, name, listing, race, folder)


def told(verdict: KataVerdict) -> list[tuple[str, str, str]]:
    """(check, word, coverage) of each check, for a reader of the test."""
    return [(check.id, str(check.verdict), str(check.coverage)) for check in verdict.checks]


@pytest.mark.parametrize("path", each("_drills"), ids=named)
def test_a_race_proves_a_drills_bug_and_its_fix(judge: Judge, path: Path, tmp_path: Path) -> None:
    drill: Drill = read_drill(path)
    bug = word(judge, drill.slug, drill.listing, drill.race, tmp_path / "bug")
    assert [check.id for check in bug.checks if check.verdict is Verdict.ACCEPTED] == [], told(bug)
    assert [check.id for check in bug.checks if check.verdict.exit_status != 1] == [], told(bug)
    fixed = word(judge, drill.slug, drill.fix, drill.race, tmp_path / "fix")
    assert [check.id for check in fixed.checks if check.verdict is not Verdict.ACCEPTED] == [], told(fixed)
    assert [each for each in told(fixed) if not each[2].startswith(("all ", "the only "))] == []


@pytest.mark.parametrize("path", each("_chains"), ids=named)
def test_a_chains_proof_prints_what_it_says(path: Path) -> None:
    chain: Chain = read_chain(path)
    assert printed_by(chain.proof) == chain.output


@pytest.mark.parametrize("path", each("_primer"), ids=named)
def test_a_pages_examples_print_what_stands_below_them(path: Path) -> None:
    page: Page = read_page(path)
    assert [printed_by(listing) for listing, _output in page.examples] == [output for _listing, output in page.examples]


@pytest.mark.parametrize("path", each("_quiz"), ids=named)
def test_a_questions_answer_is_what_really_happens(judge: Judge, path: Path, tmp_path: Path) -> None:
    question: Question = read_question(path)
    if question.kind == "predict":
        assert printed_by(question.listing) == question.output
        assert [each.output for each in question.wrong if same_output(each.output, question.output)] == []
    elif question.kind == "write":
        begun = word(judge, question.slug, question.listing, question.race, tmp_path / "starter")
        assert begun.verdict.exit_status == 1, told(begun)
        solved = word(judge, question.slug, question.solution, question.race, tmp_path / "solution")
        assert solved.verdict is Verdict.ACCEPTED, told(solved)
    else:
        assert len({choice.text for choice in question.choices}) == len(question.choices)
        assert not question.listing or compile(question.listing, path.name, "exec")


@pytest.mark.parametrize("path", [*each("_drills"), *each("_chains"), *each("_primer"), *each("_quiz")], ids=named)
def test_code_that_is_shown_fits_a_terminal_of_80_columns(path: Path) -> None:
    shown = [block for block in read_piece(path).blocks if block.label != "race"]
    assert [line for block in shown for line in block.code.splitlines() if len(line) > CODE_WIDTH] == []
