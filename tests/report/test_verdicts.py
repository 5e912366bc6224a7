"""The word on a check and on an attempt, and how a judgement is told."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from gym.curriculum import Kata
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.report.console import console_for
from gym.report.narrator import Narrator
from gym.report.status import ERASE, Tally
from gym.report.verdicts import check_lines, failing_check_lines, kata_lines
from tests.report.golden import assert_golden
from tests.support.content import small_catalogue
from tests.support.judges import failing, kata_verdict, passing


@pytest.fixture
def kata(tmp_path: Path) -> Kata:
    return small_catalogue(tmp_path, "07-counter").find("07")


class Told:
    """What a narrator wrote to its two consoles, at 100 columns."""

    def __init__(self, kata: Kata, *, all_in_full: bool = False, part_of: int | None = None) -> None:
        self._out, self._talk = io.StringIO(), io.StringIO()
        out, talk = console_for(self._out, {}), console_for(self._talk, {})
        self.narrator = Narrator(kata, out, talk, "07-counter", all_in_full=all_in_full, part_of=part_of)

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


def test_a_long_title_of_a_failing_check_breaks_at_spaces() -> None:
    title = "the caller goes away while it waits: the next caller gets the value"
    lines = [line.plain for line in failing_check_lines(failing(title=title, trace=None, token=None), 60)]
    assert lines[:2] == ["rejected: the caller goes away while it waits: the next", "caller gets the value"]


def test_an_accepted_check_says_how_much_was_explored() -> None:
    (line,) = check_lines(passing(), 80)
    assert line.plain == "  accepted  2/2  two clicks count twice   all 6 schedules (L0)"


def test_a_rejected_check_says_what_was_found() -> None:
    (line,) = check_lines(failing(), 85)
    assert line.plain == "  rejected  0/2  [both-count] two clicks count twice   expected a total of 2, found 1"


def test_what_does_not_fit_beside_the_title_stands_below_it() -> None:
    assert [line.plain for line in check_lines(failing(), 60)] == [
        "  rejected  0/2  [both-count] two clicks count twice",
        "                 expected a total of 2, found 1",
    ]


def test_the_word_on_the_whole_names_the_near_miss_and_why_it_is_one(kata: Kata) -> None:
    verdict = kata_verdict(passing("first"), failing(), near_miss="sleep-more")
    assert [line.plain for line in kata_lines(verdict, kata, 80)] == [
        "07-counter: rejected, 2 of 4 points, 1 of 2 checks failed",
        "It fails as the longer-sleep fix does. It hides the race on a quiet day. It",
        "still loses clicks.",
    ]


@pytest.mark.parametrize(
    ("checks", "sentence"),
    [
        ([failing(fault="stale-count"), passing("other")], "0 of 1 fault gone"),
        ([replace(passing(), fault="stale-count"), passing("other")], "1 of 1 fault gone"),
        (
            [replace(passing(), fault="stale-count"), failing("other")],
            "the planted fault is gone; 1 promise is still broken",
        ),
        (
            [replace(passing(), fault="stale-count"), failing("other"), failing("third", verdict=Verdict.HUNG)],
            "the planted fault is gone; 2 promises are still broken",
        ),
        (
            [replace(passing(), fault="stale-count"), failing("other", verdict=Verdict.NOT_JUDGED)],
            "1 of 1 fault gone",
        ),
        ([replace(passing(), fault="stale-count"), failing("other", fault="stale-count")], "0 of 1 fault gone"),
        ([replace(passing(), fault="unheard-of"), failing("other")], "0 of 1 fault gone"),
    ],
)
def test_the_word_on_the_whole_counts_the_faults_that_are_gone(
    kata: Kata, checks: list[CheckVerdict], sentence: str
) -> None:
    assert [line.plain for line in kata_lines(kata_verdict(*checks), kata, 80)][1:] == [sentence]


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


class Terminal(io.StringIO):
    """A terminal 40 lines high."""

    def isatty(self) -> bool:
        return True


def on_terminal(kata: Kata, monkeypatch: pytest.MonkeyPatch, lines: int) -> tuple[Narrator, Terminal]:
    """A narrator whose two consoles are one terminal."""
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    environ = {"COLUMNS": "80", "NO_COLOR": "1"}
    return Narrator(kata, console_for(screen, environ), console_for(screen, environ)), screen


@pytest.mark.parametrize("lines", [24, 60])
def test_a_table_is_shown_once_and_what_comes_last_is_the_word(
    kata: Kata, monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    narrator, screen = on_terminal(kata, monkeypatch, lines)
    verdict = kata_verdict(failing(), *(passing(f"check-{number}") for number in range(12)))
    for check in verdict.checks:
        narrator.check_done(check)
    narrator.finish(verdict)
    *_, last_check, _empty, word = screen.getvalue().splitlines()
    assert screen.getvalue().count("<- 160 spent from 100") == 1
    assert last_check.startswith("  accepted  2/2  ")
    assert "07-counter: rejected, 24 of 26 points, 1 of 13 checks failed" in word


def test_every_failing_check_is_shown_in_full_where_that_is_wanted(kata: Kata) -> None:
    told = Told(kata, all_in_full=True).whole(kata_verdict(failing("first"), passing("second"), failing("third")))
    assert told.out.count("<- 160 spent from 100") == 2


def test_a_table_that_was_not_shown_is_known(kata: Kata) -> None:
    crashed = failing("fourth", verdict=Verdict.CRASHED, trace=None, token=None)
    verdict = kata_verdict(failing("first"), passing("second"), failing("third"), crashed)
    assert [check.id for check in Told(kata).whole(verdict).narrator.unseen(verdict)] == ["07-counter#third"]
    assert Told(kata, all_in_full=True).whole(verdict).narrator.unseen(verdict) == []


def test_a_part_of_the_checks_gets_no_word_on_the_kata(kata: Kata) -> None:
    told = Told(kata, part_of=3).whole(kata_verdict(passing("second")))
    assert told.out.splitlines()[-1] == "07-counter, 1 of 3 checks: accepted, 2 of 2 points"


def test_progress_is_one_line_that_changes_in_place_and_goes(kata: Kata, monkeypatch: pytest.MonkeyPatch) -> None:
    narrator, screen = on_terminal(kata, monkeypatch, 24)
    narrator.progress("07-counter#both-count", 500)
    narrator.progress("07-counter#both-count", 12_000)
    narrator.check_done(passing())
    assert screen.getvalue() == (
        "\r\x1b[2K500 schedules of both-count so far\r\x1b[2K12,000 schedules of both-count so far\r\x1b[2K"
        "  accepted  2/2  two clicks count twice   \x1b[2mall 6 schedules (L0)\x1b[0m\n"
    )


def test_a_tally_shows_how_far_it_is_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    tally = Tally(console_for(screen, {"COLUMNS": "80"}))
    tally.provisional(kata_verdict(passing()))
    tally.check_done(passing())
    tally.progress("07-counter#both-count", 1_500)
    tally.close()
    assert screen.getvalue().split(ERASE) == [
        "",
        "1 check done",
        "1 check done, 1,500 schedules of both-count so far",
        "",
    ]


def test_into_a_pipe_no_progress_is_written(kata: Kata) -> None:
    told = Told(kata)
    told.narrator.progress("07-counter#both-count", 500)
    assert told.out + told.talk == ""


def test_code_that_cannot_run_is_told_of_once(kata: Kata) -> None:
    message = "counter.py:3 is not valid Python: invalid syntax"
    crashed = failing(verdict=Verdict.CRASHED, message=message, token=None, trace=None)
    told = Told(kata)
    told.narrator.finish(replace(kata_verdict(crashed, crashed), message=message))
    assert told.out == f"\n07-counter: crashed, 0 of 4 points, 2 of 2 checks failed\n{message}\n"


def test_what_went_wrong_alike_in_many_checks_is_said_once(kata: Kata) -> None:
    crashed = failing(
        verdict=Verdict.CRASHED, message="Counter could not be made: KeyError (counter.py:3)", trace=None, token=None
    )
    told = Told(kata)
    for check in (crashed, crashed, crashed, failing(), failing(message=None)):
        told.narrator.check_done(check)
    lines = [line for line in told.out.splitlines() if line.startswith("  ")]
    assert lines == [
        "  crashed   0/2  [both-count] two clicks count twice",
        "                 Counter could not be made: KeyError (counter.py:3)",
        "  crashed   0/2  [both-count] two clicks count twice   the same",
        "  crashed   0/2  [both-count] two clicks count twice   the same",
        "  rejected  0/2  [both-count] two clicks count twice   expected a total of 2, found 1",
        "  rejected  0/2  [both-count] two clicks count twice   3 schedules to the first failure",
    ]


def test_a_learner_s_text_in_a_message_is_made_safe(kata: Kata) -> None:
    told = Told(kata).whole(kata_verdict(failing(message="found \x1b[2J\nand [red]more")))
    assert "\x1b" not in told.out
    assert "found \\x1b[2J\nand [red]more" in told.out
