"""What the pieces beside the katas claim, on every CPython that is there; the tests of every run ask one Python only.

`pytest tests/full/test_lessons.py`. Versions that were not found are named in a skip, and again at the end of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.curriculum.place import content_place
from gym.judge import Judge, KataVerdict, Verdict
from gym.judge.sandbox import Bare
from gym.lessons.chains import Chain
from gym.lessons.drills import Drill
from gym.lessons.primer import Page
from gym.lessons.proof import judge_listing
from gym.lessons.quiz import Question
from gym.lessons.running import printed_by
from gym.lessons.shelf import chains, drills, primer, questions
from tests.subject.interpreters import Interpreter, interpreters, missing

PLACE = content_place()
BANK = questions(PLACE).some()
BROKEN = 1
"""The exit status of every word that says the code is wrong; a fault of ours has another."""


def named(piece: Chain | Drill | Page | Question) -> str:
    return piece.slug


def of_kind(kind: str) -> list[Question]:
    return [question for question in BANK if question.kind == kind]


@pytest.fixture(scope="module", params=interpreters(), ids=str)
def python(request: pytest.FixtureRequest) -> Interpreter:
    found: Interpreter = request.param
    return found


@pytest.fixture(scope="module")
def judge(python: Interpreter) -> Iterator[Judge]:
    with Judge(Bare(python.path, version=python.version[:2])) as judge:
        yield judge


def judged(judge: Judge, name: str, listing: str, race: str, folder: Path) -> KataVerdict:
    folder.mkdir()
    return judge_listing(judge, name, listing, race, folder)


def told(verdict: KataVerdict) -> list[tuple[str, str, str]]:
    """(check, word, coverage) of each check, for a reader of the test."""
    return [(check.id, str(check.verdict), str(check.coverage)) for check in verdict.checks]


def test_every_python_is_there() -> None:
    if missing():
        pytest.skip(f"NOT TRIED: CPython {', '.join(missing())} was found neither on PATH nor in pyenv")
    assert len({python.version[:2] for python in interpreters()}) == 3


@pytest.mark.parametrize("chain", chains(PLACE).some(), ids=named)
def test_a_chains_proof_prints_what_it_says(python: Interpreter, chain: Chain) -> None:
    assert printed_by(chain.proof, python.path) == chain.output


@pytest.mark.parametrize("page", primer(PLACE).some(), ids=named)
def test_a_pages_examples_print_what_stands_below_them(python: Interpreter, page: Page) -> None:
    printed = [printed_by(listing, python.path) for listing, _output in page.examples]
    assert printed == [output for _listing, output in page.examples]


@pytest.mark.parametrize("question", of_kind("predict"), ids=named)
def test_a_listing_prints_what_is_to_be_predicted(python: Interpreter, question: Question) -> None:
    assert printed_by(question.listing, python.path) == question.output


@pytest.mark.parametrize("question", of_kind("choose"), ids=named)
def test_a_listing_to_choose_about_can_be_imported_and_says_nothing(python: Interpreter, question: Question) -> None:
    assert printed_by(question.listing, python.path) == ""


@pytest.mark.parametrize("question", of_kind("write"), ids=named)
def test_a_race_rejects_what_is_begun_and_accepts_what_is_written(judge: Judge, question: Question, tmp_path: Path) -> None:
    begun = judged(judge, question.slug, question.listing, question.race, tmp_path / "starter")
    assert begun.verdict.exit_status == BROKEN, told(begun)
    solved = judged(judge, question.slug, question.solution, question.race, tmp_path / "solution")
    assert solved.verdict is Verdict.ACCEPTED, told(solved)


@pytest.mark.parametrize("drill", drills(PLACE).some(), ids=named)
def test_a_race_rejects_a_drills_listing_and_accepts_its_fix(judge: Judge, drill: Drill, tmp_path: Path) -> None:
    bug = judged(judge, drill.slug, drill.listing, drill.race, tmp_path / "bug")
    assert [check.id for check in bug.checks if check.verdict.exit_status != BROKEN] == [], told(bug)
    fixed = judged(judge, drill.slug, drill.fix, drill.race, tmp_path / "fix")
    assert [check.id for check in fixed.checks if check.verdict is not Verdict.ACCEPTED] == [], told(fixed)
