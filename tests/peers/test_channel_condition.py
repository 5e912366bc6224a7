"""A channel of kata 09 on asyncio.Condition, which loses a notification below Python 3.13: no fault of the learner's."""

from __future__ import annotations

import sys
from pathlib import Path

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, JudgeOptions, Verdict

KATA = find_kata("09-event-pipeline")
DESIGN = Path(__file__).parents[1] / "content" / "designs" / KATA.id / "two_conditions.py"
LEAVING = ("taker-leaves", "putter-leaves", "deadline")


def test_a_channel_that_notifies_one_is_accepted_and_the_issue_of_cpython_is_named(tmp_path: Path) -> None:
    source = DESIGN.read_text(encoding="utf-8")
    notifies_one = source.replace("_not_full.notify_all()", "_not_full.notify()", 1)
    notifies_one = notifies_one.replace("_not_empty.notify_all()", "_not_empty.notify()", 1)
    assert notifies_one.count(".notify()") == 2
    subject = tmp_path / KATA.entry
    subject.write_text(notifies_one, encoding="utf-8")
    with Judge() as judge:
        verdict = judge.judge(KATA, Attempt.from_file(KATA, subject), JudgeOptions(only=LEAVING))
    assert [(check.message, check.verdict) for check in verdict.checks] == [(None, Verdict.ACCEPTED)] * 3
    named = [any("gh-112202" in note for note in check.notes) for check in verdict.checks]
    assert any(named) is (sys.version_info < (3, 13))
