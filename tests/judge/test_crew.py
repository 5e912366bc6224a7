"""Several judge processes come to the same word as one, and one that dies costs nothing but time."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from gym.judge import Attempt, CheckDone, Judge, JudgeOptions, Verdict
from gym.judge.pipe import Pipe
from tests.judge.small_kata import SmallKata


@pytest.fixture
def pair() -> Iterator[Judge]:
    with Judge(helpers=1) as judge:
        yield judge


def test_two_processes_say_what_one_says(pair: Judge, judge: Judge, kata: SmallKata) -> None:
    attempt = Attempt.from_folder(kata.folder)
    together, alone = pair.judge(kata, attempt), judge.judge(kata, attempt)
    assert together.checks == alone.checks
    assert (together.verdict, together.near_miss) == (alone.verdict, alone.near_miss)


def test_a_pair_is_used_again_and_again(pair: Judge, kata: SmallKata) -> None:
    attempt = Attempt.from_folder(kata.folder)
    assert pair.judge(kata, attempt).checks == pair.judge(kata, attempt).checks


def test_every_end_is_heard_once(pair: Judge, kata: SmallKata) -> None:
    heard: list[str] = []

    def listen(event: object) -> None:
        if isinstance(event, CheckDone):
            heard.append(event.check.id)

    pair.judge(kata, Attempt.from_folder(kata.folder), JudgeOptions(), listen)
    assert sorted(heard) == ["90-pool#one-connection", "90-pool#same-later"]


def test_a_helper_that_is_killed_costs_no_verdict(pair: Judge, kata: SmallKata) -> None:
    attempt = Attempt.from_folder(kata.folder)
    before = pair.judge(kata, attempt)
    os.kill(pair.crew.pids()[0], signal.SIGKILL)
    after = pair.judge(kata, attempt)
    assert after.checks == before.checks
    assert after.verdict is Verdict.REJECTED


def test_a_syntax_error_is_said_once_for_all_checks(pair: Judge, kata: SmallKata) -> None:
    (kata.folder / "pool.py").write_text("def broken(:\n")
    told = pair.judge(kata, Attempt.from_folder(kata.folder))
    assert {check.message for check in told.checks} == {"pool.py:1 is not valid Python: invalid syntax"}
    assert (told.verdict, told.message) == (Verdict.CRASHED, "pool.py:1 is not valid Python: invalid syntax")


def test_nothing_is_told_ahead_where_that_is_not_wanted(
    pair: Judge, kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    together: list[bytes] = []
    send = Pipe._send
    monkeypatch.setattr(Pipe, "_send", lambda self, data: (together.append(data), send(self, data))[1])
    attempt = Attempt.from_folder(kata.folder)
    with Judge(helpers=0) as alone:
        told = alone.judge(kata, attempt, JudgeOptions(ahead=False))
    assert max(data.count(b"\n") for data in together) == 1
    assert pair.judge(kata, attempt).checks == told.checks
    assert pair.judge(kata, attempt, JudgeOptions(ahead=False)).checks == told.checks
