"""`gym interview` from the first question to the scorecard, left and gone on with, on the real warm-up."""

from __future__ import annotations

import json

import pytest

from gym.curriculum import Catalogue, content_place
from gym.practice.judging import RealJudge
from tests.cli.conftest import Desk

SPOTTED = "16\n21\n5\n"
SAID = "Two callers pass the check.\n\ny\ny\nn\n"


@pytest.fixture
def real(desk: Desk) -> Desk:
    """In a workspace over the real content, with the real judge."""
    desk.catalogue = Catalogue(content_place())
    desk.judge = RealJudge()  # type: ignore[assignment]
    assert desk.gym("init").status == 0
    return desk


def mend(desk: Desk) -> None:
    """Put the reference where the interview's file is."""
    answers = content_place().solutions / "00-warm-up"
    (desk.cwd / "interviews" / "1" / "mailer.py").write_bytes((answers / "solution.py").read_bytes())


def test_it_is_left_after_two_stages_and_goes_on_there(real: Desk) -> None:
    first = real.gym("interview", "00", "--seed", "7", stdin=f"{SPOTTED}d\ny\nh\nq\n")
    assert first.status == 1
    assert first.err.splitlines()[-1] == (
        "Left; its clock goes on. To go on: gym interview. To end it: gym interview --abandon"
    )
    assert "A question" in first.out
    assert real.gym("interview", "--history").out.split()[-3:] == ["under", "way", "7"]
    mend(real)
    second = real.gym("interview", stdin=f"\n{SAID}")
    assert second.status == 0
    assert second.err.splitlines()[0] == "Interview 1 goes on."
    assert "accepted, 7 of 7 points, 0 checks failed" in second.out
    card = second.out.splitlines()[-8:]
    assert card[0] == "Interview 1: Warm-up, 45 minutes, seed 7"
    assert [line.split()[-2] for line in card[1:5]] == ["100", "0", "90", "67"]
    assert card[5:] == ["  1 hint paid for: 10 % of the fix", "  shapes: init-race, lifecycle", "  in all 69 %"]
    told = json.loads(real.gym("interview", "--history", "--json").out)["interviews"]
    assert [(each["kata"], each["hints"], each["score"]) for each in told] == [("00-warm-up", 1, 0.693)]


def test_what_was_written_survives_and_the_katas_own_practice_is_another(real: Desk) -> None:
    assert real.gym("interview", "00", stdin=f"{SPOTTED}q\n").status == 1
    path = real.cwd / "interviews" / "1" / "mailer.py"
    path.write_text("mine = 1\n")
    assert real.gym("interview", stdin="q\n").status == 1
    assert path.read_text() == "mine = 1\n"
    assert not (real.cwd / "00-warm-up").exists()


def test_a_proof_counts_by_what_it_catches(real: Desk) -> None:
    assert real.gym("interview", "00", stdin=f"{SPOTTED}q\n").status == 1
    proof = (content_place().solutions / "00-warm-up" / "proof.py").read_bytes()
    (real.cwd / "interviews" / "1" / "test_mailer_race.py").write_bytes(proof)
    assert real.gym("interview", stdin="x\n\nd\ny\n\n\ny\ny\ny\n").status == 0
    told = json.loads(real.gym("interview", "--history", "--json").out)["interviews"][0]
    assert told["stages"] == {"spot": 1.0, "prove": 1.0, "fix": 0.0, "say": 1.0}


def test_it_is_ended_as_it_stands(real: Desk) -> None:
    assert real.gym("interview", "00", stdin="q\n").status == 1
    said = real.gym("interview", "--abandon")
    assert said.status == 0
    assert sum("not reached" in line for line in said.out.splitlines()) == 4
    assert real.gym("interview", "--history").out.splitlines()[-1].split()[-3:-1] == ["0", "%"]


def test_a_stage_without_a_word_is_not_ended_by_a_slip(real: Desk) -> None:
    said = real.gym("interview", "00", stdin=f"{SPOTTED}d\nn\nq\n")
    assert "Nothing was judged in this stage yet. End it all the same? [y/n]" in said.err
    assert "Fix (" not in said.out


def test_one_at_a_time(real: Desk) -> None:
    assert real.gym("interview", "--abandon").err == "gym: no interview is under way, so there is none to end.\n"
    assert real.gym("interview", "00", stdin="q\n").status == 1
    another = real.gym("interview", "02")
    assert (another.status, another.out) == (2, "")
    assert another.err == ("gym: interview 1 is under way; go on with: gym interview, or end it: gym interview --abandon\n")


def test_wrong_usage_is_said(real: Desk) -> None:
    assert real.gym("interview", "--minutes", "2").err == "gym: --minutes 2: an interview takes 5 minutes or more\n"
    assert real.gym("interview", "--json").status == 2
    assert real.gym("interview", "--history").err == "No interview was sat here yet; sit one with: gym interview\n"


def test_a_screen_that_is_left_without_an_answer_ends_no_stage(real: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gym.cli.spotting.answer", lambda _session, _exercise: None)
    assert real.gym("interview", "00").status == 1
    told = json.loads(real.gym("interview", "--history", "--json").out)["interviews"]
    assert [(each["stages"], each["ended_at"]) for each in told] == [({}, None)]
