"""The word on a check and on an attempt, and how a judgement is told."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from gym.curriculum import Kata
from gym.judge.verdict import KataVerdict, Verdict
from gym.report.console import console_for
from gym.report.narrator import Narrator
from gym.report.verdicts import check_lines, failing_check_lines, kata_lines
from tests.report.golden import assert_golden
from tests.support.content import small_catalogue
from tests.support.judges import failing, kata_verdict, passing


@pytest.fixture
def kata(tmp_path: Path) -> Kata:
    return small_catalogue(tmp_path, "07-counter").find("07")


class Told:
    """What a narrator wrote to its two consoles, at 100 columns."""

    def __init__(self, kata: Kata) -> None:
        self._out, self._talk = io.StringIO(), io.StringIO()
        self.narrator = Narrator(kata, console_for(self._out, {}), console_for(self._talk, {}), "07-counter")

    @property
    def out(self) -> str:
        return self._out.getvalue()

    @property
    def talk(self) -> str:
        return self._talk.getvalue()

    def whole(self, verdict: KataVerdict) -> Told:
        self.narrator.begin()
        for check in verdict.checks:
            self.narrator.check_done(check)
        self.narrator.finish(verdict)
        return self


@pytest.mark.parametrize("width", [80, 120])
def test_a_failing_check_in_full(width: int) -> None:
    assert_golden("failing-check", failing_check_lines(failing(), width, "07-counter"), width)


def test_an_accepted_check_says_how_much_was_explored() -> None:
    assert [line.plain for line in check_lines(passing(), 80)] == [
        "  accepted  2/2  two clicks count twice",
        "                 all 6 schedules (L0)",
    ]


def test_a_rejected_check_says_what_was_found() -> None:
    assert [line.plain for line in check_lines(failing(), 80)] == [
        "  rejected  0/2  two clicks count twice",
        "                 expected a total of 2, found 1",
    ]


def test_the_word_on_the_whole_names_the_near_miss_and_why_it_is_one(kata: Kata) -> None:
    verdict = kata_verdict(passing("first"), failing(), near_miss="sleep-more")
    assert [line.plain for line in kata_lines(verdict, kata, 80)] == [
        "07-counter: rejected, 2 of 4 points, 1 of 2 checks failed",
        "It fails as the longer-sleep fix does. It hides the race on a quiet day. It",
        "still loses clicks.",
    ]


def test_a_near_miss_that_this_gym_does_not_know_is_passed_over(kata: Kata) -> None:
    verdict = kata_verdict(failing(), near_miss="unheard-of")
    assert len(list(kata_lines(verdict, kata, 80))) == 1


def test_work_is_announced_before_it_begins_and_beside_the_data(kata: Kata) -> None:
    told = Told(kata)
    told.narrator.begin()
    assert told.talk == "checking 07-counter ...\n"
    assert told.out == ""


def test_the_first_failing_check_is_shown_in_full_as_soon_as_it_is_known(kata: Kata) -> None:
    told = Told(kata)
    told.narrator.check_done(passing("first"))
    assert "<- 160 spent from 100" not in told.out
    told.narrator.check_done(failing())
    assert "<- 160 spent from 100" in told.out


def test_only_the_first_failing_check_is_shown_in_full(kata: Kata) -> None:
    told = Told(kata).whole(kata_verdict(passing("first"), failing("second"), failing("third")))
    assert told.out.count("<- 160 spent from 100") == 1
    assert told.out.count("replay: gym replay") == 1
    assert told.out.endswith("07-counter: rejected, 2 of 6 points, 2 of 3 checks failed\n")


def test_the_quick_pass_has_a_word(kata: Kata) -> None:
    told = Told(kata)
    told.narrator.provisional(kata_verdict(passing()))
    told.narrator.provisional(kata_verdict(failing()))
    assert told.talk == ("nothing fails so far; exploring further ...\nsome checks fail already; exploring further ...\n")


def test_code_that_cannot_run_is_told_of_once(kata: Kata) -> None:
    message = "counter.py:3 is not valid Python: invalid syntax"
    crashed = failing(verdict=Verdict.CRASHED, message=message, token=None, trace=None)
    told = Told(kata)
    told.narrator.finish(replace(kata_verdict(crashed, crashed), message=message))
    assert told.out == f"\n07-counter: crashed, 0 of 4 points, 2 of 2 checks failed\n{message}\n"


def test_a_learner_s_text_in_a_message_is_made_safe(kata: Kata) -> None:
    told = Told(kata).whole(kata_verdict(failing(message="found \x1b[2J\nand [red]more")))
    assert "\x1b" not in told.out
    assert "found \\x1b[2J\nand [red]more" in told.out
