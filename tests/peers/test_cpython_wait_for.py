"""CPython's own tests of asyncio.wait_for pass on the timeouts of kata 10, which promise what it promises.

None of the fifteen is left out: the brief waits for what it has cancelled, counts what that ends with, and begins nothing
where there is no time, as `wait_for` does. The adapter only has to know what no timeout at all is. Held to them are the
solutions: four tests count turns of the loop, read `__context__`, or have work that takes no notice of the caller's
cancellation, and there designs may differ that our races accept.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from tests.peers.cpython import LISTED, Suite, failed
from tests.peers.measures import PYTHON, Measure

KATA = find_kata("10-polyfill-kata/sleep-timeout-first-of")
REFERENCE = KATA.solutions[0].files[KATA.entry]
SOLUTIONS = [pytest.param(each.files[KATA.entry], id=each.name) for each in KATA.solutions]
ADAPTER = """
async def wait_for(fut, timeout):
    return await ours["timeout"](fut, 1e6 if timeout is None else timeout)

names = {"wait_for": wait_for}
"""
NAMES = """
    asyncio_wait_for_cancelled asyncio_wait_for_timeout cancel_blocking_wait_for cancel_wait_for
    wait_for wait_for_blocking wait_for_cancellation_race_condition wait_for_race_condition
    wait_for_reraises_exception_during_cancellation wait_for_self_cancellation
    wait_for_timeout_less_then_0_or_0 wait_for_timeout_less_then_0_or_0_coroutine_do_not_started
    wait_for_timeout_less_then_0_or_0_future_done
    wait_for_waits_for_task_cancellation wait_for_waits_for_task_cancellation_w_timeout_0
"""
TAKEN = [f"AsyncioWaitForTest.test_{name}" for name in NAMES.split()]
SUITE = Suite("test.test_asyncio.test_waitfor", ADAPTER, TAKEN, {})

STARTER_PASSES = {
    "AsyncioWaitForTest.test_wait_for_blocking",
    "AsyncioWaitForTest.test_wait_for_race_condition",
    "AsyncioWaitForTest.test_wait_for_timeout_less_then_0_or_0_future_done",
}

there = pytest.mark.skipif(not SUITE.is_there(), reason=f"this Python comes without {SUITE.module}")
listed = pytest.mark.skipif(sys.version_info[:2] != LISTED, reason="another version has other tests")


@there
@pytest.mark.parametrize("solution", SOLUTIONS)
def test_our_timeouts_pass_what_asyncio_s_own_has_to(solution: Path) -> None:
    found = SUITE.outcomes(solution)
    assert failed(found) == []
    if sys.version_info[:2] == LISTED:
        assert (list(found), len(found)) == (TAKEN, 15)


@there
@listed
def test_every_test_of_this_python_is_taken() -> None:
    assert SUITE.unaccounted() == set()


@there
@listed
def test_they_see_the_faults_of_the_starter() -> None:
    assert set(failed(SUITE.outcomes(KATA.folder / KATA.entry))) == set(TAKEN) - STARTER_PASSES


MEASURES = (Measure("CPython's tests of asyncio.wait_for", PYTHON, KATA.id, lambda: SUITE.outcomes(REFERENCE)),)
