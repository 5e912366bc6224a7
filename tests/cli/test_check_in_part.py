"""`gym check --only` and `--all`: another check's table, and every one."""

from __future__ import annotations

import json

import pytest

from gym.progress import Workspace
from tests.cli.conftest import Desk
from tests.support.judges import TOKEN, failing, kata_verdict, passing

TABLE = "<- 160 spent from 100"
TWO_FAIL = kata_verdict(failing("first"), failing(), passing("other"))
BOTH_COUNT = kata_verdict(failing())
NEXT = "Next: change counter.py and have each save judged:  gym watch 07-counter\n"


def test_where_only_one_table_was_shown_the_way_to_another_is_said_once(begun: Desk) -> None:
    begun.will_say(TWO_FAIL)
    said = begun.gym("check")
    assert said.out.count(TABLE) == 1
    assert said.err.endswith(
        f"Another check's table, by its name in brackets:  gym check 07-counter --only both-count\n{NEXT}"
    )
    begun.will_say(BOTH_COUNT)
    assert "Another" not in begun.gym("check").err


def test_all_shows_every_table(begun: Desk) -> None:
    begun.will_say(TWO_FAIL)
    said = begun.gym("check", "--all")
    assert (said.status, said.out.count(TABLE)) == (1, 2)
    assert "Another" not in said.err


@pytest.mark.parametrize("name", ["both-count", "both_count", "07-counter#both-count"])
def test_one_check_is_judged_alone_with_its_table(begun: Desk, name: str) -> None:
    begun.will_say(BOTH_COUNT)
    said = begun.gym("check", "07", "--only", name)
    assert begun.judge.only == [("both-count",)]
    assert (said.status, said.out.count(TABLE)) == (1, 1)
    assert said.out.splitlines()[-1] == "07-counter, 1 of 3 checks: rejected, 0 of 2 points"
    assert said.err.endswith("Progress stays as it was. All checks:  gym check 07-counter\n")


def test_several_are_judged_in_the_kata_s_order_and_each_table_is_shown(begun: Desk) -> None:
    begun.will_say(kata_verdict(failing("first"), failing()))
    said = begun.gym("check", "--only", "both-count", "--only", "first")
    assert begun.judge.only == [("first", "both-count")]
    assert said.out.count(TABLE) == 2


def test_what_passes_some_of_the_checks_is_not_accepted(begun: Desk) -> None:
    begun.will_say(TWO_FAIL)
    begun.gym("check")
    begun.will_say(kata_verdict(passing("other")))
    said = begun.gym("check", "--only", "other")
    assert (said.status, "explain" in said.err) == (0, False)
    listed = json.loads(begun.gym("list", "--json").out)["katas"][0]
    assert (listed["state"], listed["attempts"], listed["points"]) == ("rejected", 1, 2)


def test_failing_schedules_of_earlier_attempts_are_tried_and_none_is_added(begun: Desk) -> None:
    begun.will_say(BOTH_COUNT)
    begun.gym("check", "--only", "both-count")
    with Workspace(begun.cwd).open_store() as store:
        assert store.tokens("07-counter") == {}
    begun.gym("check")
    begun.gym("check", "--only", "both-count")
    assert [tokens for _kata, _attempt, tokens in begun.judge.asked] == [{}, {}, {"07-counter#both-count": [TOKEN]}]


def test_an_unknown_name_is_told_what_there_is(begun: Desk) -> None:
    said = begun.gym("check", "--only", "both")
    assert (said.status, said.out, begun.judge.asked) == (2, "", [])
    assert said.err == ("gym: --only both: 07-counter has no check of that name; there are: first, both-count, other\n")


def test_a_file_is_judged_in_part_too_without_a_workspace(desk: Desk) -> None:
    (desk.cwd / "mine.py").write_text("count = 0\n")
    desk.will_say(BOTH_COUNT)
    said = desk.gym("check", "07", "--file", "mine.py", "--only", "both-count", "--json")
    assert (said.status, said.err, desk.judge.only) == (1, "", [("both-count",)])
    assert [check["id"] for check in json.loads(said.out)["checks"]] == ["07-counter#both-count"]
