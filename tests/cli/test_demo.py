"""`gym demo`, with a judge that knows what to say of a starter and of its fix."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Desk
from tests.support.content import small_catalogue
from tests.support.judges import failing, kata_verdict, passing

KATA = "02-credit-wallet"
REJECTED = kata_verdict(failing(kata=KATA), passing("other", KATA), kata=KATA)
ACCEPTED = kata_verdict(passing(kata=KATA), passing("other", KATA), kata=KATA)


@pytest.fixture
def visitor(desk: Desk, tmp_path: Path) -> Desk:
    """At a desk whose curriculum has the demo's kata."""
    return replace(desk, catalogue=small_catalogue(tmp_path / "own", KATA))


def test_it_shows_the_starter_failing_and_the_fix_accepted_with_their_schedules(visitor: Desk) -> None:
    visitor.will_say(REJECTED, ACCEPTED)
    said = visitor.gym("demo")
    lines = said.out.splitlines()
    assert said.status == 0
    assert lines[:2] == [
        "The starter of 02-credit-wallet, which passes its own tests, after 9 schedules:",
        "02-credit-wallet: rejected, 2 of 4 points, 1 of 2 checks failed",
    ]
    assert any(line.endswith("<- 160 spent from 100") for line in lines)
    assert lines[-6:] == [
        "The reference solution in its place, after 12 schedules:",
        "02-credit-wallet: accepted, 4 of 4 points",
        "accepted: two clicks count twice",
        "all 6 schedules (L0)",
        "",
        "Your turn:  gym init race-gym && cd race-gym && gym start 00",
    ]


def test_it_judges_the_starter_and_then_the_reference_and_leaves_nothing_behind(visitor: Desk) -> None:
    judged: list[str] = []
    plain = visitor.judge.judge

    def judge(kata, attempt, tokens, listener):  # type: ignore[no-untyped-def]
        judged.append(attempt.sources(kata)["counter.py"])
        return plain(kata, attempt, tokens, listener)

    visitor.judge.judge = judge  # type: ignore[method-assign]
    visitor.will_say(REJECTED, ACCEPTED)
    visitor.gym("demo")
    assert judged == ["count = 0\n", '"""One statement.\n\nNeeds a database.\n"""\n\ncount = 2\n']
    assert [attempt.folder.exists() for _kata, attempt, _tokens in visitor.judge.asked] == [False, False]
    assert list(visitor.cwd.iterdir()) == []


@pytest.mark.parametrize("verdicts", [(ACCEPTED, ACCEPTED), (REJECTED, REJECTED), (ACCEPTED, REJECTED)])
def test_any_other_outcome_is_our_fault(visitor: Desk, verdicts: tuple[object, object]) -> None:
    visitor.will_say(*verdicts)  # type: ignore[arg-type]
    assert visitor.gym("demo").status == 3
