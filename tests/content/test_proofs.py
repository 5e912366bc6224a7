"""What each kata asks of `gym prove` is true: its own proof is accepted, and what proves nothing is told why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gym.curriculum import Kata, all_katas
from gym.curriculum.proof_audit import proof_problems
from gym.curriculum.proofs import model_proof, proof_task, scaffold
from gym.gates import Gates
from gym.prove import Version, Word, prove

DESIGNS = Path(__file__).with_name("designs")
KATAS = [kata for kata in all_katas() if kata.promise is not None]
every_kata = pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.id)

HEAD = "import pytest\nfrom {module} import *\n\npytestmark = pytest.mark.asyncio\n\n\n"
EMPTY = "async def test_it(gates):\n    pass\n"
ALWAYS_FAILS = "async def test_it(gates):\n    assert False, 'no'\n"


def test_the_first_katas_ask_for_a_proof() -> None:
    assert {kata.id for kata in KATAS} >= {"00-warm-up", "01-search-box", "02-credit-wallet"}


@every_kata
def test_its_own_proof_is_accepted_and_its_scaffold_claims_nothing(kata: Kata) -> None:
    assert proof_problems(kata) == ()


@every_kata
def test_its_own_proof_passes_on_correct_designs_that_its_author_did_not_think_of(kata: Kata) -> None:
    designs = sorted((DESIGNS / kata.id).glob("*.py"))
    versions = [Version("solution", path.stem, {kata.entry: path.read_text(encoding="utf-8")}) for path in designs]
    starter = proof_task(kata).versions[0]
    verdict = prove(replace(proof_task(kata), versions=(starter, *versions)), model_proof(kata))
    assert [(row.version.name, row.test, row.line, row.message) for row in verdict.rows if not row.is_good] == []
    assert len(verdict.rows) == len(designs) + 1


def test_the_proof_in_the_readme_is_accepted() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = readme.partition("<!-- proof -->\n```python\n")[2].partition("```\n<!-- /proof -->")[0]
    (kata,) = [kata for kata in KATAS if kata.id == "00-warm-up"]
    verdict = prove(proof_task(kata), block)
    assert (verdict.accepted, verdict.caught) == (True, 8)


def test_readme_and_scaffold_know_all_that_can_be_said_to_gates() -> None:
    words = {name for name in vars(Gates) if not name.startswith("_")} - {"close"} | {"calls"}
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    for text in (readme, scaffold(KATAS[0])):
        assert {word for word in words if f"gates.{word}" not in text} == set()


def judged(kata: Kata, body: str) -> tuple[set[Word], str]:
    """The words on the wrong versions, and the sentence."""
    verdict = prove(proof_task(kata), HEAD.format(module=kata.entry.removesuffix(".py")) + body)
    assert not verdict.accepted
    return {row.word for row in verdict.rows if not row.version.is_right}, verdict.message


@every_kata
def test_an_empty_test_does_not_see_the_fault(kata: Kata) -> None:
    words, message = judged(kata, EMPTY)
    assert words == {Word.MISSED}
    assert message == "It passes on the code as you got it, which breaks the promise: it does not see the fault yet."


@every_kata
def test_a_test_that_always_fails_fails_on_a_correct_version_too(kata: Kata) -> None:
    words, message = judged(kata, ALWAYS_FAILS)
    assert words == {Word.CAUGHT}
    assert message.splitlines() == [
        "It also fails on a correct version: it asks for more than the contract promises, or it breaks.",
        f"test_it, {kata.proof}:8  assert False, 'no'",
        "no",
    ]


NOT_PROMISED = """\
from fakes import FakeServer

async def test_it(gates):
    mailer = Mailer(gates.guard(FakeServer()))
    callers = [gates.start(name, mailer.get_client()) for name in "AB"]
    assert len(await gates.settle()) == 2
"""
ONE_CALLER = """\
from fakes import FakeServer

async def test_it(gates):
    mailer = Mailer(gates.guard(FakeServer()))
    only = gates.start("only", mailer.get_client())
    only.cancel()
    await gates.open_all()
    assert await mailer.get_client() == "client 1"
"""
LOOKS_AT_A_GATE_TOO_MANY = """\
from fakes import FakeServer

async def test_it(gates):
    mailer = Mailer(gates.guard(FakeServer()))
    callers = [gates.start(name, mailer.get_client()) for name in "AB"]
    first, second = await gates.settle()
"""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (NOT_PROMISED, "assert 1 == 2"),
        (LOOKS_AT_A_GATE_TOO_MANY, "ValueError: not enough values to unpack (expected 2, got 1)"),
        (ONE_CALLER, "the test waits here for what closed gates hold back: the test: connect(...)."),
    ],
)
def test_a_test_that_asks_for_what_is_not_promised_is_shown_its_line(body: str, sentence: str) -> None:
    (kata,) = [kata for kata in KATAS if kata.id == "00-warm-up"]
    _, message = judged(kata, body)
    also, place, found = message.splitlines()
    assert also.startswith("It also fails on a correct version")
    assert place.startswith(f"test_it, {kata.proof}:1")
    assert found.startswith(sentence)


@pytest.mark.parametrize("half", ["test_callers_who_come_together", "test_when_the_first_goes_away"])
def test_half_a_proof_is_told_what_it_lets_pass(half: str) -> None:
    (kata,) = [kata for kata in KATAS if kata.id == "00-warm-up"]
    proof = model_proof(kata).replace(f"async def {half}", f"async def not_{half}")
    verdict = prove(proof_task(kata), proof)
    assert not verdict.accepted
    assert 0 < verdict.caught < verdict.asked
    if half == "test_callers_who_come_together":
        assert verdict.message.startswith("It passes on the code as you got it")
    else:
        missed = [row.version.title for row in verdict.rows if row.word is Word.MISSED]
        assert verdict.message.startswith(f"It lets {missed[0]}, {missed[1]}, {missed[2]} and {len(missed) - 3} more pass.")
