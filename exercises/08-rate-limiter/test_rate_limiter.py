"""What the team has: one caller at a time, and little waiting."""

from __future__ import annotations

import asyncio
import time

import pytest
from fakes import HandClock
from rate_limiter import RetryBudget, TokenBucket

pytestmark = pytest.mark.asyncio


async def test_a_burst_goes_through_and_the_next_call_is_refused() -> None:
    bucket = TokenBucket(3, 0.001)
    assert [bucket.try_take() for _ in range(4)] == [True, True, True, False]


async def test_a_call_may_cost_more_than_one_token() -> None:
    bucket = TokenBucket(3, 0.001)
    assert bucket.try_take(2)
    assert not bucket.try_take(2)
    assert bucket.try_take(1)


async def test_a_token_comes_back() -> None:
    bucket = TokenBucket(1, 100, time.monotonic)
    assert bucket.try_take()
    await asyncio.sleep(0.011)
    assert bucket.try_take()


async def test_take_waits_for_its_token() -> None:
    bucket = TokenBucket(1, 100, time.monotonic)
    began = time.monotonic()
    await bucket.take()
    await bucket.take()
    assert time.monotonic() - began >= 0.0099


async def test_a_waiting_caller_comes_before_one_that_only_tries() -> None:
    bucket = TokenBucket(1, 100, time.monotonic)
    await bucket.take()
    waiting = asyncio.create_task(bucket.take())
    await asyncio.sleep(0)
    assert not bucket.try_take()
    await waiting


async def test_retries_are_a_part_of_the_requests() -> None:
    budget = RetryBudget(ratio=0.25, floor=1, window=10.0, now=HandClock())
    for _ in range(8):
        budget.request()
    assert [budget.try_retry() for _ in range(3)] == [True, True, False]


async def test_without_many_requests_the_floor_counts() -> None:
    budget = RetryBudget(ratio=0.25, floor=2, window=10.0, now=HandClock())
    budget.request()
    assert [budget.try_retry() for _ in range(3)] == [True, True, False]


async def test_a_new_window_begins_anew() -> None:
    clock = HandClock()
    budget = RetryBudget(ratio=0.5, floor=1, window=10.0, now=clock)
    budget.request()
    assert budget.try_retry()
    clock.at = 11.0
    budget.request()
    assert budget.try_retry()
