"""CPython's own tests of asyncio.gather pass on those of kata 10, as far as they ask what the brief asks.

Ours is awaited, and asyncio's is called and gives a future; so the adapter makes a task of ours, on the loop of its
arguments, and `return_exceptions` of `settled`. Of the 24 tests 21 pass so; four of these ask nothing of ours, and are left
out, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from tests.peers.cpython import LISTED, Suite, failed
from tests.peers.measures import PYTHON, Measure
from tests.peers.subjects import right_versions

KATA = find_kata("10-polyfill-kata/gather-and-settled")
REFERENCE = KATA.solutions[0].files[KATA.entry]
VERSIONS = [pytest.param(path, id=name) for name, path in right_versions(KATA).items()]
ADAPTER = """
def gather(*awaitables, return_exceptions=False):
    loops = [each.get_loop() for each in awaitables if asyncio.isfuture(each)]
    # The one without a warning is gone from later Pythons.
    loop = loops[0] if loops else getattr(asyncio.events, "_get_event_loop", asyncio.get_event_loop)()

    async def all_of_them():
        if not return_exceptions:
            return await ours["gather"](*awaitables)
        rows = await ours["settled"](*awaitables)
        return [asyncio.CancelledError() if word == "cancelled" else value for word, value in rows]

    return loop.create_task(all_of_them())

names = {"gather": gather}
"""
TAKEN = [
    "FutureGatherTests.test_constructor_empty_sequence_use_global_loop",
    "FutureGatherTests.test_constructor_empty_sequence_use_running_loop",
    "FutureGatherTests.test_constructor_homogenous_futures",
    "FutureGatherTests.test_one_exception",
    "FutureGatherTests.test_result_exception_one_cancellation",
    "FutureGatherTests.test_result_exception_success",
    "FutureGatherTests.test_return_exceptions",
    "FutureGatherTests.test_success",
    "CoroutineGatherTests.test_cancellation_broadcast",
    "CoroutineGatherTests.test_constructor_use_global_loop",
    "CoroutineGatherTests.test_constructor_use_running_loop",
    "CoroutineGatherTests.test_duplicate_coroutines",
    "CoroutineGatherTests.test_exception_marking",
    "CoroutineGatherTests.test_one_exception",
    "CoroutineGatherTests.test_result_exception_success",
    "CoroutineGatherTests.test_return_exceptions",
    "CoroutineGatherTests.test_success",
]
LEFT_OUT = {
    "FutureGatherTests.test_one_cancellation": "asks for a future that is not cancelled and holds a CancelledError; "
    "a task that raises one, as ours does in the adapter, is cancelled",
    "FutureGatherTests.test_constructor_heterogenous_futures": "asks for a ValueError from the call for two loops; "
    "ours is awaited on one, and all callers are on it",
    "CoroutineGatherTests.test_issue46672": "asks for a TypeError from the call for what is no awaitable; ours is a "
    "coroutine, and raises it when it is awaited",
    **dict.fromkeys(
        (
            "FutureGatherTests.test_constructor_empty_sequence_without_loop",
            "CoroutineGatherTests.test_constructor_without_loop",
        ),
        "asks what happens without a loop, which the adapter answers before ours is asked",
    ),
    **dict.fromkeys(
        ("FutureGatherTests.test_env_var_debug", "CoroutineGatherTests.test_env_var_debug"),
        "asks about debug mode, and nothing of gather",
    ),
}
SUITE = Suite("test.test_asyncio.test_tasks", ADAPTER, TAKEN, LEFT_OUT)
STARTER_FAILS = ["CoroutineGatherTests.test_duplicate_coroutines"]
ASKS_THE_ADAPTER = [
    name for name, reason in LEFT_OUT.items() if "adapter answers" in reason or "nothing of gather" in reason
]

there = pytest.mark.skipif(not SUITE.is_there(), reason=f"this Python comes without {SUITE.module}")
listed = pytest.mark.skipif(sys.version_info[:2] != LISTED, reason="another version has other tests")


@there
@pytest.mark.parametrize("version", VERSIONS)
def test_ours_pass_what_asyncio_s_own_has_to(version: Path) -> None:
    found = SUITE.outcomes(version)
    assert failed(found) == []
    if sys.version_info[:2] == LISTED:
        assert (list(found), len(found)) == (TAKEN, 17)


@there
@listed
def test_every_test_of_this_python_is_taken_or_left_out_with_a_reason() -> None:
    assert SUITE.unaccounted() == set()
    assert len(TAKEN) + len(LEFT_OUT) == 24


@there
@listed
def test_of_those_left_out_four_pass_without_asking_ours() -> None:
    found = SUITE.outcomes(REFERENCE, tests=list(LEFT_OUT))
    assert [name for name, outcome in found.items() if outcome == "passed"] == ASKS_THE_ADAPTER
    assert len(TAKEN) + len(ASKS_THE_ADAPTER) == 21


@there
@listed
def test_they_see_a_fault_of_the_starter() -> None:
    assert failed(SUITE.outcomes(KATA.folder / KATA.entry)) == STARTER_FAILS


MEASURES = (Measure("CPython's tests of asyncio.gather", PYTHON, KATA.id, lambda: SUITE.outcomes(REFERENCE), LEFT_OUT),)
