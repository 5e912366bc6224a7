"""The word on an attempt: accepted, rejected with a token that replays, named near miss, or what went wrong instead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gym.errors import ContentError, TokenError
from gym.judge import Attempt, CheckDone, CheckStarted, Judge, JudgeOptions, Provisional, Verdict
from gym.judge.verdict import KataVerdict
from tests.judge.conftest import JudgeText
from tests.judge.small_kata import FIXED, RACES, STARTER, SmallKata, write_kata


def words(verdict: KataVerdict) -> list[tuple[str, str]]:
    return [(check.id, check.verdict.value) for check in verdict.checks]


def test_the_starter_is_rejected_by_the_check_that_it_fails(judge_text: JudgeText) -> None:
    verdict = judge_text(STARTER)
    assert words(verdict) == [("90-pool#one-connection", "rejected"), ("90-pool#same-later", "accepted")]
    assert (verdict.verdict, verdict.points, verdict.max_points) == (Verdict.REJECTED, 1, 3)
    failed = verdict.checks[0]
    assert failed.message == "broken promise: one connection is opened (found: 2 were)"
    assert failed.coverage == "stopped at the first failure, schedule 1 (L0)"
    assert failed.trace is not None
    assert failed.trace.flows == ("first", "second")


def test_the_failing_table_shows_the_learners_line(judge_text: JudgeText) -> None:
    trace = judge_text(STARTER).checks[0].trace
    assert trace is not None
    assert trace.place is not None
    assert (trace.place.file, trace.place.line) == ("pool.py", 9)
    assert trace.place.source == "self.connection = await self.net.connect()"
    assert [cell.text for step in trace.steps for cell in step.cells] == [
        "get()",
        "get()",
        "net.connect() -> 1",
        "returns 1",
        "net.connect() -> 2",
        "returns 2",
    ]
    assert trace.steps[-1].decisive


def test_the_fix_is_accepted_and_its_coverage_said(judge_text: JudgeText) -> None:
    verdict = judge_text(FIXED)
    assert (verdict.verdict, verdict.points) == (Verdict.ACCEPTED, 3)
    assert [check.coverage for check in verdict.checks] == ["all 4 schedules (L0)", "the only schedule (L0)"]


def test_a_wrong_fix_is_recognised_by_the_way_it_fails(judge_text: JudgeText) -> None:
    assert judge_text(STARTER).near_miss == "no-lock"
    assert judge_text(FIXED).near_miss is None


def test_a_token_replays_to_the_same_failure(judge: Judge, judge_text: JudgeText, kata: SmallKata) -> None:
    token = judge_text(STARTER).checks[0].token
    assert token is not None
    replayed = judge.replay(kata, Attempt.from_folder(kata.folder), token)
    assert (replayed.verdict, replayed.message) == (
        Verdict.REJECTED,
        "broken promise: one connection is opened (found: 2 were)",
    )


def test_the_same_token_passes_on_the_fix(judge: Judge, judge_text: JudgeText, kata: SmallKata, tmp_path: Path) -> None:
    token = judge_text(STARTER).checks[0].token
    assert token is not None
    path = tmp_path / "fixed.py"
    path.write_text(FIXED)
    assert judge.replay(kata, Attempt.from_file(kata, path), token).verdict is Verdict.ACCEPTED


def test_a_token_of_another_kata_is_refused(judge: Judge, kata: SmallKata) -> None:
    with pytest.raises(TokenError, match="is for 02-credit-wallet#overspend, which 90-pool does not have"):
        judge.replay(kata, Attempt.from_folder(kata.folder), "02-credit-wallet#overspend:p11.L0.3c1.2-6x0~283c")


def test_what_failed_before_is_tried_first(judge_text: JudgeText) -> None:
    token = judge_text(STARTER).checks[0].token
    verdict = judge_text(STARTER, stored_tokens={"90-pool#one-connection": [token, "rubbish"]})
    assert verdict.checks[0].token == token


def test_judging_twice_gives_equal_results(judge_text: JudgeText) -> None:
    assert judge_text(STARTER).checks == judge_text(STARTER).checks


def test_the_listener_hears_every_check_begin_and_end(judge: Judge, kata: SmallKata) -> None:
    heard: list[object] = []
    judge.judge(kata, Attempt.from_folder(kata.folder), JudgeOptions(), heard.append)
    kinds = [type(event) for event in heard]
    assert kinds == [CheckStarted, CheckDone, CheckStarted, CheckDone]
    assert Provisional not in kinds, "the quick pass saw every schedule"


LOOP = STARTER.replace("if self.connection is None:", "while self.connection is None: pass\n        if True:")


@pytest.mark.parametrize(
    ("text", "verdict", "message"),
    [
        ("def broken(:\n    pass\n", "crashed", "pool.py:1 is not valid Python: invalid syntax"),
        ("x = 1\n", "crashed", "Pool could not be made: AttributeError: pool.py has no Pool"),
        (
            "class Pool:\n    pass\n",
            "crashed",
            "Pool could not be made: TypeError: Pool() takes no arguments",
        ),
        (
            "import no_such_module\n",
            "crashed",
            "Pool could not be made: ModuleNotFoundError: No module named 'no_such_module'; "
            "the files judged are pool.py (pool.py:1)",
        ),
        (LOOP, "runaway", "an endless loop: it computes and never comes back (pool.py:8)"),
        ("while True: pass\n", "runaway", "an endless loop: it computes and never comes back (pool.py:1)"),
        ("sum(iter(int, 1))\n", "runaway", "an endless loop: it computes and never comes back (pool.py:1)"),
        ("import os\nos._exit(0)\n", "crashed", "SystemExit: os._exit(0) (pool.py:2)"),
        ("import sys\nsys.exit(3)\n", "crashed", "SystemExit: 3 (pool.py:2)"),
        (
            "class Odd(Exception):\n    def __str__(self): raise RuntimeError\nraise Odd()\n",
            "crashed",
            "Pool could not be made: Odd (pool.py:3)",
        ),
        (
            "raise ValueError('\\x1b[2Jred\\nsecond' + 'x' * 500 + 'end')\n",
            "crashed",
            "Pool could not be made: ValueError: \\x1b[2Jred second" + "x" * 132 + "..." + "x" * 145 + "end (pool.py:1)",
        ),
        ("x = " + "-" * 50_000 + "1\n", "crashed", "pool.py:1 is not valid Python: it is nested too deeply to be compiled"),
        (
            STARTER.replace("if self", "await self.net.connect(10**5000)\n        if self"),
            "rejected",
            "broken promise: both get one (found: {'ValueError': 2}); "
            "first and second raised ValueError: handed over a whole number of 16610 bits (pool.py:8)",
        ),
        (
            STARTER.replace("return self", "return 'x' * 5_000_000\n        return self"),
            "rejected",
            "broken promise: both get one (found: {'ValueError': 2}); "
            "first and second raised ValueError: handed over a text of 5,000,000 characters",
        ),
        (
            STARTER.replace("if self", "import time; time.sleep(2)\n        if self"),
            "blocked",
            "blocks the event loop for 2 s (pool.py:8)",
        ),
        (
            STARTER.replace("if self", "open('x.txt', 'w')\n        if self"),
            "blocked",
            "writes a file ('x.txt') (pool.py:8)",
        ),
        (
            STARTER.replace("if self", "import threading; threading.Thread(target=print).start()\n        if self"),
            "blocked",
            "starts a thread (pool.py:8)",
        ),
        (
            STARTER.replace("return self", "return await self.net.connect({1: 2}[2])\n        return self"),
            "rejected",
            "broken promise: both get one (found: {'KeyError': 2}); "
            "first and second raised KeyError: 2 (pool.py:10)",
        ),
        (
            STARTER.replace("if self", "raise GeneratorExit\n        if self"),
            "rejected",
            "broken promise: both get one (found: {'GeneratorExit': 2})",
        ),
    ],
    ids=[
        "syntax", "missing name", "wrong signature", "failing import", "endless loop", "endless import",
        "endless call into C", "os._exit", "sys.exit", "odd exception", "ANSI and length",
        "nesting", "unsendable argument", "unsendable result", "sleep", "file", "thread", "exception", "GeneratorExit",
    ],
)  # fmt: skip
def test_bad_code_gets_one_clear_sentence(judge_text: JudgeText, text: str, verdict: str, message: str) -> None:
    told = judge_text(text)
    assert (told.checks[0].verdict.value, told.checks[0].message) == (verdict, message)
    assert told.verdict.exit_status == 1


def test_unbounded_recursion_is_the_learners_exception(judge_text: JudgeText) -> None:
    told = judge_text(STARTER.replace("if self", "await self.get()\n        if self"))
    message = told.checks[0].message
    assert message is not None
    assert message.startswith(
        "broken promise: both get one (found: {'RecursionError': 2}); "
        "first and second raised RecursionError: maximum recursion depth"
    )
    assert "(pool.py:8)" in message


def test_a_hundred_megabytes_of_output_change_nothing(judge_text: JudgeText) -> None:
    told = judge_text(FIXED.replace("async with", "print('x' * 100_000_000)\n        async with"))
    assert told.verdict is Verdict.ACCEPTED


def test_a_flow_that_never_returns_is_hung_and_its_line_told(judge_text: JudgeText) -> None:
    told = judge_text(FIXED.replace("async with self.lock:", "await self.lock.acquire()\n        if True:"))
    check = told.checks[0]
    assert check.verdict is Verdict.HUNG
    assert check.message == (
        "second never returns: it waits for a Lock at pool.py:12  await self.lock.acquire(); "
        "first took it at pool.py:12 and ended without giving it back"
    )


def test_a_leaked_task_is_rejected(judge_text: JudgeText) -> None:
    told = judge_text(
        FIXED.replace(
            "async with self.lock", "self.late = asyncio.ensure_future(asyncio.Event().wait())\n        async with self.lock"
        )
    )
    assert told.checks[0].message is not None
    assert told.checks[0].message.startswith("the task running Event.wait is still pending after everything ended")


def test_ten_thousand_leaked_tasks_are_one_leak(judge_text: JudgeText) -> None:
    told = judge_text(
        FIXED.replace(
            "async with self.lock",
            "self.late = [asyncio.ensure_future(asyncio.Event().wait()) for _ in range(10_000)]\n"
            "        async with self.lock",
        )
    )
    assert told.checks[0].claim == "leaked task"
    assert told.checks[0].message == "the task running Event.wait is still pending after everything ended"


def test_a_lost_exception_is_rejected(judge_text: JudgeText) -> None:
    text = FIXED.replace(
        "async with self.lock",
        "asyncio.ensure_future(self.fail())\n        async with self.lock",
    )
    told = judge_text(text + "\n    async def fail(self):\n        raise ValueError('nobody looks')\n")
    assert told.checks[0].claim == "lost exception"
    assert "ValueError: nobody looks" in str(told.checks[0].message)
    assert "(pool.py:19)" in str(told.checks[0].message)


def test_a_coroutine_that_is_never_awaited_is_rejected(judge_text: JudgeText) -> None:
    text = FIXED.replace("async with self.lock", "self.note()\n        async with self.lock")
    told = judge_text(text + "\n    async def note(self):\n        pass\n")
    assert told.checks[0].message == "the coroutine Pool.note was made and never awaited (pool.py:12)"


def test_a_set_of_addresses_or_a_real_clock_cannot_make_a_verdict_waver(judge_text: JudgeText) -> None:
    text = FIXED.replace(
        "async with self.lock",
        "import time, random, uuid\n        self.seen = {time.monotonic(), random.random(), str(uuid.uuid4())}\n"
        "        async with self.lock",
    )
    assert judge_text(text).verdict is Verdict.ACCEPTED


def test_state_outside_the_world_is_called_not_deterministic(judge_text: JudgeText) -> None:
    text = FIXED.replace(
        "async with self.lock",
        "import types; types.count = getattr(types, 'count', 0) + 1\n"
        "        for _ in range(types.count): await self.net.connect()\n"
        "        async with self.lock",
    )
    told = judge_text(text)
    assert told.checks[0].verdict is Verdict.NOT_DETERMINISTIC
    assert told.verdict.exit_status in (1, 3)
    assert told.checks[0].message == (
        "the same schedule went two ways, from step 11 on: first waits at pool.py:16; second waits at pool.py:13 / "
        "first waits at pool.py:13; second waits at pool.py:13; "
        "likely cause: state that outlives a schedule, in a module or a class that is not yours"
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\x00\x01", "pool.py is not a text file: it holds a zero byte"),
        (b"x = 1\n# \xff\n", "pool.py:2 is not UTF-8 text; save it as UTF-8"),
        (b"#" * 400_001, "pool.py has 400,001 bytes; more than 400,000 are not judged"),
    ],
)
def test_files_that_are_no_python_text_crash_in_every_check(judge_text: JudgeText, data: bytes, sentence: str) -> None:
    told = judge_text(data)
    assert (told.verdict, told.points, told.max_points, told.message) == (Verdict.CRASHED, 0, 3, sentence)
    assert [(check.verdict, check.message) for check in told.checks] == [(Verdict.CRASHED, sentence)] * 2


def test_windows_line_ends_and_a_byte_order_mark_are_fine(judge_text: JudgeText) -> None:
    told = judge_text(b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode())
    assert told.verdict is Verdict.ACCEPTED


def test_a_missing_file_says_so(judge: Judge, kata: SmallKata) -> None:
    (kata.folder / "pool.py").unlink()
    told = judge.judge(kata, Attempt.from_folder(kata.folder))
    assert told.message == "pool.py is not there; put it back, or start over with `gym start`"


def test_a_broken_race_is_not_judged_and_never_a_rejection(judge: Judge, tmp_path: Path) -> None:
    kata = write_kata(tmp_path, RACES.replace("world.check(net.opened == 1,", "world.check(net.open == 1,"))
    told = judge.judge(kata, Attempt.from_folder(kata.folder))
    assert told.checks[0].verdict is Verdict.NOT_JUDGED
    raised = "the race 'one-connection' raised AttributeError: 'Net' object has no attribute 'open'"
    assert told.checks[0].message == f"{raised} (race_pool.py:17)"
    assert told.near_miss is None


def test_a_race_file_that_cannot_be_loaded_is_the_authors_fault(judge: Judge, tmp_path: Path) -> None:
    kata = write_kata(tmp_path, "def broken(:")
    with pytest.raises(ContentError, match=r"race_pool\.py:1 is not valid Python: invalid syntax"):
        judge.judge(kata, Attempt.from_folder(kata.folder))


def test_the_subject_lives_on_after_every_kind_of_end(judge: Judge, judge_text: JudgeText) -> None:
    judge_text("import os\nos._exit(0)\n")
    assert judge_text(FIXED).verdict is Verdict.ACCEPTED


def test_a_ready_made_form_of_the_task_is_refused_with_its_line_before_anything_runs(
    judge: Judge, kata: SmallKata, tmp_path: Path
) -> None:
    path = tmp_path / "attempt.py"
    path.write_text(f"{FIXED}\n\nfrom asyncio import Lock as Mine\n")
    verdict = judge.judge(replace(kata, refuses=("asyncio.Lock",)), Attempt.from_file(kata, path))
    told = "pool.py:9 uses asyncio.Lock, and building that is the task here"
    assert (verdict.verdict, verdict.points, verdict.message, verdict.near_miss) == (Verdict.REJECTED, 0, told, None)
    assert [(check.message, check.schedules, check.token) for check in verdict.checks] == [(told, 0, None)] * 2
    path.write_text(path.read_text().replace("asyncio.Lock", "asyncio.Condition").replace("import Lock", "import Condition"))
    assert judge.judge(replace(kata, refuses=("asyncio.Lock",)), Attempt.from_file(kata, path)).verdict is Verdict.ACCEPTED
