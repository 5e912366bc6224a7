"""CPython's own tests of asyncio.Queue pass on the bounded channels of kata 10, where a channel is what they ask for.

The adapter gives a channel the names of a queue. A queue without a bound is a channel with a very large one; what is to
happen at once is a `send` or a `receive` that has no need to wait; and how many are in is read from the channel's `_items`,
for the brief has no word for it; so only the solutions are held to this. Tests of LifoQueue and PriorityQueue are about
other things, and not counted here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from tests.peers.cpython import LISTED, Suite, failed
from tests.peers.measures import PYTHON, Measure

KATA = find_kata("10-polyfill-kata/bounded-channel")
REFERENCE = KATA.solutions[0].files[KATA.entry]
SOLUTIONS = [pytest.param(each.files[KATA.entry], id=each.name) for each in KATA.solutions]
ADAPTER = """
import sys

class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._channel = ours["Channel"](maxsize if maxsize > 0 else sys.maxsize)

    async def put(self, item):
        await self._channel.send(item)

    async def get(self):
        return await self._channel.receive()

    def put_nowait(self, item):
        if self.full():
            raise asyncio.QueueFull
        at_once(self._channel.send(item))

    def get_nowait(self):
        if self.empty():
            raise asyncio.QueueEmpty
        return at_once(self._channel.receive())

    def qsize(self):
        return len(self._channel._items)

    def empty(self):
        return self.qsize() == 0

    def full(self):
        return 0 < self.maxsize <= self.qsize()

def at_once(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it had to wait")

names = {"Queue": Queue}
"""
NAMES = {
    "QueueBasicTests": "empty full maxsize order",
    "QueueGetTests": """
        blocking_get blocking_get_wait get_cancelled_race get_with_waiting_putters nonblocking_get nonblocking_get_exception
        why_are_getters_waiting
    """,
    "QueuePutTests": """
        blocking_put blocking_put_wait cancelled_put_silence_value_error_exception float_maxsize
        get_cancel_drop_many_pending_readers get_cancel_drop_one_pending_reader nonblocking_put nonblocking_put_exception
        put_cancelled put_cancelled_race put_with_waiting_getters why_are_putters_waiting
    """,
}
TAKEN = [f"{case}.test_{name}" for case, names in NAMES.items() for name in names.split()]
LEFT_OUT = {
    **dict.fromkeys(("QueueBasicTests.test_repr", "QueueBasicTests.test_str"), "reads the repr of a queue"),
    "QueueBasicTests.test_generic_alias": "asks for `Queue[int]`, and our channel is no generic class",
    **dict.fromkeys(
        (
            "QueueGetTests.test_get_with_putters",
            "QueueGetTests.test_cancelled_getters_not_being_held_in_self_getters",
            "QueuePutTests.test_cancelled_puts_not_being_held_in_self_putters",
        ),
        "reads or writes `_getters` or `_putters`: the inside of CPython's class",
    ),
    "QueuePutTests.test_put_cancel_drop": "asks that a put that is cancelled as room is made has not happened; by our "
    "brief it has or has not, and the reference hands room over by putting the item in",
    **dict.fromkeys(
        (
            "QueueJoinTests.test_task_done_underflow",
            "QueueJoinTests.test_task_done",
            "QueueJoinTests.test_join_empty_queue",
            "QueueJoinTests.test_format",
        ),
        "is about `task_done` and `join`, which a channel has not",
    ),
}
SUITE = Suite("test.test_asyncio.test_queues", ADAPTER, TAKEN, LEFT_OUT)
LOST_WAKEUP = "QueueGetTests.test_get_cancelled_race"
WAITS_FOR_EVER_S = 2

there = pytest.mark.skipif(not SUITE.is_there(), reason=f"this Python comes without {SUITE.module}")
listed = pytest.mark.skipif(sys.version_info[:2] != LISTED, reason="another version has other tests")


@there
@pytest.mark.parametrize("solution", SOLUTIONS)
def test_our_channels_pass_what_asyncio_s_queue_has_to(solution: Path) -> None:
    found = SUITE.outcomes(solution)
    assert failed(found) == []
    if sys.version_info[:2] == LISTED:
        assert (list(found), len(found)) == (TAKEN, 23)


@there
@listed
def test_every_test_of_this_python_is_taken_or_left_out_with_a_reason() -> None:
    assert SUITE.unaccounted() == set()
    assert len(TAKEN) + len(LEFT_OUT) == 34


@there
@listed
def test_they_see_the_lost_wakeup_of_the_starter() -> None:
    found = SUITE.outcomes(KATA.folder / KATA.entry, [LOST_WAKEUP, "QueueBasicTests.test_order"], WAITS_FOR_EVER_S)
    assert failed(found) == [LOST_WAKEUP]


MEASURES = (Measure("CPython's tests of asyncio.Queue", PYTHON, KATA.id, lambda: SUITE.outcomes(REFERENCE), LEFT_OUT),)
