"""The commands, one learner's steps at a time."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gym.engine.schedule import Deviation
from gym.engine.tokens import Token
from gym.errors import ContentError, JudgeError, TokenError
from gym.judge import Attempt
from gym.judge.verdict import Verdict
from tests.cli.conftest import Desk
from tests.support.content import EXERCISE, write_kata
from tests.support.judges import TOKEN, failing, kata_verdict, passing

REJECTED = kata_verdict(passing("first"), failing(), near_miss="sleep-more")
ACCEPTED = kata_verdict(passing())
NO_WORKSPACE = "There is no workspace here yet. Make one:  gym init race-gym\n"


def test_a_newcomer_is_told_each_next_step(desk: Desk) -> None:
    assert desk.gym().out == NO_WORKSPACE
    assert desk.gym("init", "race-gym").out.endswith("Next:  cd race-gym && gym start 07-counter\n")
    desk.cwd /= "race-gym"
    assert desk.gym().out == "Next is 07-counter:  gym start 07-counter\n"
    assert desk.gym("start", "07").out.endswith("then:  gym watch 07-counter\n")
    assert desk.gym().out == "You began 07-counter: read 07-counter/brief.md, then:  gym watch 07-counter\n"
    desk.will_say(REJECTED)
    assert desk.gym("check").err.endswith("Next: change counter.py and have each save judged:  gym watch 07-counter\n")
    assert desk.gym().out.startswith("07-counter is rejected so far.")
    desk.will_say(ACCEPTED)
    assert desk.gym("check").err.endswith("Next is 08-clock:  gym start 08-clock\n")
    desk.gym("start", "08")
    desk.will_say(kata_verdict(passing(kata="08-clock"), kata="08-clock"))
    desk.gym("check")
    assert desk.gym().out == "Every kata here is accepted. See them all:  gym list\n"


def test_init_in_a_workspace_changes_nothing(begun: Desk) -> None:
    said = begun.gym("init")
    assert (said.status, said.out) == (0, "")
    assert said.err.endswith("is a workspace already; nothing was changed.\n")


def test_start_never_overwrites_and_says_what_it_did(begun: Desk) -> None:
    file = begun.cwd / "07-counter" / "counter.py"
    file.write_text("mine")
    (begun.cwd / "07-counter" / "ports.py").unlink()
    said = begun.gym("start", "counter")
    assert said.status == 0
    assert said.out.startswith(
        f"Wrote ports.py into {begun.cwd}/07-counter\nLeft as they are: brief.md, counter.py, test_counter.py\n"
    )
    assert file.read_text() == "mine"


@pytest.mark.parametrize("command", ["start 07", "check", "check 07", "watch 07", f"replay {TOKEN}"])
def test_what_needs_a_workspace_says_how_to_make_one(desk: Desk, command: str) -> None:
    said = desk.gym(*command.split())
    assert (said.status, said.out) == (2, "")
    assert said.err == f"gym: {desk.cwd} lies in no workspace; make one with: gym init race-gym\n"


def test_the_list_shows_how_far_the_learner_is(begun: Desk) -> None:
    begun.will_say(ACCEPTED, REJECTED)
    begun.gym("check")
    begun.gym("check")
    assert begun.gym("list").out.splitlines() == [
        "kata         state                        faults     points   level   min   shapes",
        "07-counter   rejected (accepted before)   0/1 gone      2/4       1     5   lost-update,",
        "                                                                            swallowed-cancellation",
        "08-clock     untouched                                            1     5   lost-update,",
        "                                                                            swallowed-cancellation",
    ]


def test_one_kata_is_listed_check_by_check(begun: Desk) -> None:
    assert begun.gym("list", "07").out == "07-counter was not judged yet.\n"
    begun.will_say(kata_verdict(failing(fault="stale-count"), passing("first")))
    begun.gym("check")
    assert begun.gym("list", "counter").out == (
        "  rejected  0/2  both-count\n  accepted  2/2  first\n\n0 of 1 fault gone, 2 of 4 points\n"
    )
    document = json.loads(begun.gym("list", "07", "--json").out)
    assert (document["id"], document["faults"], document["faults_gone"], document["points"]) == ("07-counter", 1, [], 2)
    assert document["checks"][0] == {
        "id": "07-counter#both-count", "fault": "stale-count", "verdict": "rejected", "points": 0, "max_points": 2,
    }  # fmt: skip
    said = begun.gym("list", "nothing")
    assert (said.status, said.err) == (2, "gym: there is no kata 'nothing'. See them all: gym list\n")


def test_one_kata_can_be_listed_outside_of_a_workspace(desk: Desk) -> None:
    said = desk.gym("list", "07")
    assert (said.status, said.out, said.err) == (0, "07-counter was not judged yet.\n", NO_WORKSPACE)


def test_the_list_says_that_there_is_no_workspace_only_where_there_is_none(desk: Desk) -> None:
    said = desk.gym("list")
    assert (said.status, len(said.out.splitlines()), said.err) == (0, 3, NO_WORKSPACE)
    desk.gym("init")
    assert desk.gym("list").err == ""


def test_the_list_as_json_needs_no_workspace(desk: Desk) -> None:
    said = desk.gym("list", "--json")
    document = json.loads(said.out)
    assert (document["workspace"], said.err) == (None, "")
    assert [(kata["id"], kata["state"]) for kata in document["katas"]] == [
        ("07-counter", "untouched"),
        ("08-clock", "untouched"),
    ]


def test_a_broken_kata_is_named_and_hides_no_other(desk: Desk) -> None:
    write_kata(desk.catalogue.place, "08-clock", "level = 9")
    said = desk.gym("list")
    assert (said.status, len(said.out.splitlines())) == (0, 2)
    assert said.err.startswith("gym: 08-clock is left out: ")


def test_check_shows_the_table_the_checks_the_near_miss_and_the_next_step(begun: Desk) -> None:
    begun.will_say(REJECTED)
    said = begun.gym("check", "07")
    assert said.status == 1
    assert said.out.splitlines() == [
        "  accepted  2/2  two clicks count twice   all 6 schedules (L0)",
        "",
        "rejected: two clicks count twice",
        "expected a total of 2, found 1",
        "",
        "     request A               request B               ada",
        " 1   SELECT balance -> 100                           100",
        " 2                           SELECT balance -> 100   100",
        " 3   UPDATE balance = 20                              20",
        " 4                           UPDATE balance = 20      20   <- 160 spent from 100",
        '     07-counter/wallet.py:17  balance = await self._db.scalar("SELECT balance FROM wallets WHERE...',
        f"     replay: gym replay '{TOKEN}'",
        "",
        "  rejected  0/2  [both-count] two clicks count twice   expected a total of 2, found 1",
        "",
        "07-counter: rejected, 2 of 4 points, 1 of 2 checks failed",
        "It fails as the longer-sleep fix does. It hides the race on a quiet day. It still loses clicks.",
    ]
    assert said.err.startswith("checking 07-counter ...\nsome checks fail already; exploring further ...\n")


def test_check_hands_failing_schedules_of_earlier_attempts_to_the_judge(begun: Desk) -> None:
    begun.will_say(REJECTED)
    begun.gym("check")
    begun.gym("check")
    assert [tokens for _kata, _attempt, tokens in begun.judge.asked] == [{}, {"07-counter#both-count": [TOKEN]}]


def test_check_as_json_is_one_object_and_nothing_else(begun: Desk) -> None:
    begun.will_say(REJECTED)
    said = begun.gym("check", "--json")
    assert said.status == 1
    assert said.err == ""
    document = json.loads(said.out)
    assert list(document) == ["kata", "verdict", "points", "max_points", "near_miss", "checks", "timings"]
    assert (document["verdict"], document["near_miss"]) == ("rejected", "sleep-more")


def test_any_file_is_judged_for_a_kata_without_a_workspace(desk: Desk) -> None:
    file = desk.cwd / "mine.py"
    file.write_text("count = 0\n")
    said = desk.gym("check", "07", "--file", "mine.py", "--json")
    assert said.status == 0
    assert json.loads(said.out)["verdict"] == "accepted"
    ((kata, attempt, tokens),) = desk.judge.asked
    assert (kata, attempt, tokens) == ("07-counter", Attempt({"counter.py": file}), {})
    assert list(desk.cwd.iterdir()) == [file]


def test_a_file_judged_from_within_a_workspace_leaves_progress_alone(begun: Desk) -> None:
    begun.will_say(REJECTED)
    begun.gym("check", "07", "--file", "07-counter/counter.py")
    assert json.loads(begun.gym("list", "--json").out)["katas"][0]["attempts"] == 0


@pytest.mark.parametrize(
    ("verdict", "status"),
    [
        (Verdict.ACCEPTED, 0),
        (Verdict.REJECTED, 1),
        (Verdict.HUNG, 1),
        (Verdict.RUNAWAY, 1),
        (Verdict.NOT_DETERMINISTIC, 3),
        (Verdict.NOT_JUDGED, 3),
    ],
)
def test_the_exit_status_is_the_verdict_s(begun: Desk, verdict: Verdict, status: int) -> None:
    begun.will_say(replace(ACCEPTED, verdict=verdict))
    assert begun.gym("check").status == status
    assert begun.gym("check", "--json").status == status


def test_without_a_name_the_kata_is_the_one_whose_folder_this_is_else_the_latest(begun: Desk) -> None:
    begun.gym("start", "08")
    begun.gym("check")
    root, begun.cwd = begun.cwd, begun.cwd / "07-counter"
    begun.gym("check")
    begun.cwd = root
    begun.gym("check")
    assert [kata for kata, _attempt, _tokens in begun.judge.asked] == ["08-clock", "07-counter", "07-counter"]


def test_from_inside_the_kata_s_folder_paths_are_short(begun: Desk) -> None:
    begun.cwd /= "07-counter"
    begun.will_say(REJECTED)
    assert "\n     wallet.py:17  balance" in begun.gym("check").out


def test_replay_shows_the_schedule_with_the_code_as_it_is_now(begun: Desk) -> None:
    begun.will_say(REJECTED, ACCEPTED)
    begun.judge.verdicts.reverse()
    said = begun.gym("replay", TOKEN)
    assert (said.status, begun.judge.replays) == (0, [TOKEN])
    begun.will_say(kata_verdict(failing()))
    said = begun.gym("replay", TOKEN)
    assert said.status == 1
    assert "<- 160 spent from 100" in said.out


def test_replay_as_json_has_the_trace(begun: Desk) -> None:
    begun.will_say(kata_verdict(failing()))
    said = begun.gym("replay", TOKEN, "--json")
    document = json.loads(said.out)
    assert (said.status, document["token"], len(document["trace"]["steps"])) == (1, TOKEN, 4)


def test_replay_of_what_cannot_be_followed_is_wrong_usage(begun: Desk) -> None:
    begun.will_say(TokenError("step 2 differs: the token delivers A.2, which is not there"))
    said = begun.gym("replay", TOKEN)
    assert (said.status, said.err) == (2, "gym: step 2 differs: the token delivers A.2, which is not there\n")


@pytest.mark.parametrize("token", ["nonsense", "07-counter#both-count", "07-counter:r0"])
def test_replay_of_what_is_no_token_shows_one(begun: Desk, token: str) -> None:
    said = begun.gym("replay", token)
    assert said.status == 2
    assert "is not a replay token; it looks like KATA#CHECK:p11.L0.3c1.2~1f3a" in said.err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ContentError("race_counter.py:3: no such port"), 3),
        (JudgeError("the subject could not be started"), 3),
    ],
)
def test_faults_that_are_not_the_learner_s_are_named_and_end_3(begun: Desk, error: Exception, status: int) -> None:
    begun.will_say(error)
    said = begun.gym("check")
    assert said.status == status
    assert said.err.splitlines()[-1] == f"gym: {error}"
    assert json.loads(begun.gym("list", "--json").out)["katas"][0]["state"] == "started"


def test_an_unexpected_error_is_one_sentence_and_a_file_with_the_details(
    begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gym.cli.crash._log_folder", lambda: tmp_path / "logs")
    begun.will_say(ZeroDivisionError("of ours"))
    said = begun.gym("check")
    (details,) = (tmp_path / "logs").iterdir()
    assert said.status == 3
    assert said.err.splitlines()[-1] == (f"gym: this is a fault of the gym, not of your code; the details are in {details}")
    assert "Traceback" not in said.err + said.out
    assert "ZeroDivisionError: of ours" in details.read_text()


def test_where_no_log_folder_can_be_made_details_go_to_a_temporary_file(
    begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("gym.cli.crash._log_folder", lambda: tmp_path / "file" / "logs")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    begun.will_say(ZeroDivisionError("of ours"))
    assert str(tmp_path / "crash-") in begun.gym("check").err


def test_files_that_cannot_be_read_are_judged_but_are_no_attempt(begun: Desk) -> None:
    (begun.cwd / "07-counter" / "counter.py").write_bytes(b"\xff")
    sentence = "counter.py:1 is not UTF-8 text; save it as UTF-8"
    crashed = failing(verdict=Verdict.CRASHED, token=None, trace=None, message=sentence)
    begun.will_say(replace(kata_verdict(crashed), message=sentence))
    said = begun.gym("check", "--json")
    assert (said.status, json.loads(said.out)["checks"][0]["message"]) == (1, sentence)
    assert said.err == f"gym: {sentence}\n"
    assert sentence in begun.gym("check").out
    assert json.loads(begun.gym("list", "--json").out)["katas"][0]["attempts"] == 0


def test_a_check_that_comes_out_otherwise_than_before_is_named(begun: Desk) -> None:
    begun.will_say(kata_verdict(failing(), passing("other")))
    assert "since your last attempt" not in begun.gym("check").out
    begun.will_say(kata_verdict(passing(), failing("other"), passing("third")))
    said = begun.gym("check").out
    assert "\nAccepted since your last attempt: [both-count]\nFailing since your last attempt: [other]\n" in said
    assert "since your last attempt" not in begun.gym("check").out


def test_a_part_of_the_checks_is_compared_with_nothing(begun: Desk) -> None:
    begun.will_say(kata_verdict(failing(), passing("other")))
    begun.gym("check")
    begun.will_say(kata_verdict(passing()))
    assert "since your last attempt" not in begun.gym("check", "--only", "both-count").out


def test_who_begins_a_kata_before_what_it_builds_on_is_told_so(begun: Desk) -> None:
    later = EXERCISE.replace("level = 1\n", 'level = 1\nprerequisites = ["07-counter", "08-clock"]\n')
    write_kata(begun.catalogue.place, "06-later", later)
    told = "06-later builds on 07-counter and 08-clock, which are not accepted yet.\n"
    assert begun.gym("start", "06").err == told
    assert begun.gym("start", "06").err == ""
    begun.will_say(ACCEPTED)
    said = begun.gym("check", "07")
    assert said.err.endswith("Next is 08-clock:  gym start 08-clock\n")


def test_a_replay_is_written_as_a_page_beside_the_default_order(begun: Desk) -> None:
    token = str(Token("07-counter#both-count", 11, 0, (Deviation(3, "c1.2"),)))
    begun.will_say(kata_verdict(failing(token=token)))
    said = begun.gym("replay", token, "--html", "replay.html")
    page = begun.cwd / "replay.html"
    assert (said.status, said.out, said.err) == (1, "", f"Wrote {page}\n")
    assert begun.judge.replays == [token, TOKEN]
    text = page.read_text(encoding="utf-8")
    assert "two clicks count twice" in text
    assert "The default order" in text
    assert "count = 0" in text
    assert sorted(path.name for path in begun.cwd.iterdir()) == [".gym", "07-counter", "pytest.ini", "replay.html"]


def test_a_page_that_cannot_be_written_is_said_and_leaves_nothing(begun: Desk) -> None:
    begun.will_say(kata_verdict(failing()))
    said = begun.gym("replay", TOKEN, "--html", "nowhere/replay.html")
    told = "gym: --html nowhere/replay.html: cannot be written (no such file or directory).\n"
    assert (said.status, said.err) == (2, told)
    (begun.cwd / "folder.html").mkdir()
    assert begun.gym("replay", TOKEN, "--html", "folder.html").status == 2
    assert not [path for path in begun.cwd.iterdir() if path.name.endswith(".draft")]


def test_progress_tells_of_attempts_hints_and_time(begun: Desk) -> None:
    begun.will_say(ACCEPTED)
    begun.gym("hint")
    begun.gym("check")
    said = begun.gym("progress")
    assert said.status == 0
    assert said.out.splitlines()[:4] == [
        "1 of 2 katas accepted",
        "",
        "kata         state      points   attempts   hints   worked",
        "07-counter   accepted      2/2          1       1    0 min",
    ]
    told = json.loads(begun.gym("progress", "--json").out)
    assert told["katas"][0]["worked_seconds"] < 60
    assert told["shapes"]["lost-update"] == {"accepted": 1, "katas": 2}


def test_beside_a_workspace_of_the_usual_name_its_place_is_said(desk: Desk) -> None:
    desk.gym("init", "race-gym")
    told = f"Your workspace is {desk.cwd / 'race-gym'}. Go on in it:  cd race-gym\n"
    assert desk.gym().out == told
    assert desk.gym("list").err == told
