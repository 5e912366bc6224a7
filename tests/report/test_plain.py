"""A failing check in sentences."""

from __future__ import annotations

from dataclasses import replace

from gym.engine.trace import Cell, Place, Step, Trace
from gym.judge.verdict import Verdict
from gym.report.plain import plain_check_lines
from gym.report.verdicts import check_lines, failing_check_lines, races_lines
from tests.support.judges import TOKEN, failing, kata_verdict, passing

FAULT = "a fault of CPython's own: asyncio.wait_for swallows a cancellation (gh-86296, fixed in Python 3.12)"


def test_each_step_is_a_line_that_tells_only_what_changed() -> None:
    lines = [line.plain for line in plain_check_lines(failing(), "gym race r.py --subject s.py --replay")]
    assert lines == [
        "rejected: two clicks count twice",
        "expected a total of 2, found 1",
        "step 1: request A: SELECT balance -> 100; ada is 100",
        "step 2: request B: SELECT balance -> 100",
        "step 3: request A: UPDATE balance = 20; ada is 20",
        "step 4: request B: UPDATE balance = 20; here the promise no longer holds: 160 spent from 100",
        'at wallet.py:17  balance = await self._db.scalar("SELECT balance FROM wallets WHERE user = ?", user)',
        f"replay: gym race r.py --subject s.py --replay '{TOKEN}'",
    ]


def test_time_ties_early_events_prints_and_waits_are_told_in_words() -> None:
    waits = {"b": Place("pool.py", 3, "  await x")}
    steps = (
        Step(1, 0, ("a",), (Cell("a", "get()"),), {}, printed=("one\ntwo\x1b\n",), tie=True),
        Step(2, 2000, ("t",), (), {}, waits=waits, early=True, note="two ticks"),
    )
    check = failing(trace=Trace(("a", "b"), (), steps, "hang"), message=None, token=None, notes=(FAULT,))
    assert [line.plain for line in plain_check_lines(check, "")][1:] == [
        FAULT,
        "step 1, at 0 ms: several events in one poll; a: get(); prints one; prints two\\x1b",
        "step 2, at 2000 ms: delivered while the loop still had work; time passes; two ticks",
        "b waits at pool.py:3  await x",
    ]


def test_a_fault_of_pythons_is_named_below_the_line_and_above_the_table() -> None:
    check = failing(notes=(FAULT,))
    line, *below = [line.plain for line in check_lines(check, 120, points=False)]
    assert line == "  rejected  two clicks count twice   expected a total of 2, found 1"
    assert below == [f"            {FAULT}"]
    assert [line.plain for line in failing_check_lines(check, 120)][1:3] == ["expected a total of 2, found 1", FAULT]


def test_the_word_on_a_file_of_races_counts_what_failed_and_what_got_no_word() -> None:
    unsure = replace(failing(), verdict=Verdict.NOT_JUDGED)

    def word(*checks: object, **more: object) -> list[str]:
        return [line.plain for line in races_lines(replace(kata_verdict(*checks), **more), 80)]  # type: ignore[arg-type]

    assert word(passing()) == ["07-counter: accepted, 1 race"]
    assert word(passing(), passing()) == ["07-counter: accepted, 2 races"]
    assert word(failing()) == ["07-counter: rejected, 1 of 1 race failed"]
    assert word(passing(), failing(), unsure, verdict=Verdict.REJECTED) == [
        "07-counter: rejected, 1 of 3 races failed, 1 of 3 races not judged"
    ]
    assert word(failing(), message="pool.py:1 is not valid Python", verdict=Verdict.CRASHED) == [
        "07-counter: crashed",
        "pool.py:1 is not valid Python",
    ]
