"""What the team has: one call at a time, and providers that answer at once."""

from __future__ import annotations

import pytest
from fakes import FakeProvider
from llm_client import LLMClient
from ports import AllFailed, ApiError, CircuitOpen, Settings

pytestmark = pytest.mark.asyncio

BUSY = ApiError("overloaded", status=503)
QUICK = Settings(base=0.0)


async def test_the_answer_is_all_tokens() -> None:
    client = LLMClient({"alpha": FakeProvider("a story for you")}, QUICK)
    assert await client.complete("a story", deadline=5) == "a story for you"


async def test_a_busy_provider_is_asked_again() -> None:
    alpha = FakeProvider(BUSY, BUSY, "a story")
    assert await LLMClient({"alpha": alpha}, QUICK).complete("a story", deadline=5) == "a story"
    assert len(alpha.asked) == 3


async def test_when_one_has_failed_the_next_is_asked() -> None:
    alpha, beta = FakeProvider(BUSY), FakeProvider("a story")
    client = LLMClient({"alpha": alpha, "beta": beta}, QUICK)
    assert await client.complete("a story", deadline=5) == "a story"
    assert len(alpha.asked) == 3


async def test_a_request_that_is_wrong_is_not_repeated() -> None:
    alpha = FakeProvider(ApiError("too long", status=400))
    with pytest.raises(ApiError) as raised:
        await LLMClient({"alpha": alpha, "beta": FakeProvider("a story")}, QUICK).complete("a story", deadline=5)
    assert (raised.value.status, len(alpha.asked)) == (400, 1)


async def test_when_all_have_failed_it_says_how() -> None:
    client = LLMClient({"alpha": FakeProvider(BUSY), "beta": FakeProvider(ConnectionResetError("gone"))}, QUICK)
    with pytest.raises(AllFailed) as raised:
        await client.complete("a story", deadline=5)
    assert [type(error) for error in raised.value.exceptions] == [ApiError, ConnectionResetError]


async def test_a_provider_that_keeps_failing_is_left_alone() -> None:
    alpha = FakeProvider(BUSY)
    client = LLMClient({"alpha": alpha}, Settings(retries=0, threshold=3))
    for _ in range(3):
        with pytest.raises(AllFailed):
            await client.complete("a story", deadline=5)
    with pytest.raises(AllFailed) as raised:
        await client.complete("a story", deadline=5)
    assert isinstance(raised.value.exceptions[0], CircuitOpen)
    assert len(alpha.asked) == 3


async def test_after_the_cooldown_it_is_asked_again() -> None:
    alpha = FakeProvider(BUSY, "a story")
    client = LLMClient({"alpha": alpha}, Settings(retries=0, threshold=1, cooldown=0.0))
    with pytest.raises(AllFailed):
        await client.complete("a story", deadline=5)
    assert await client.complete("a story", deadline=5) == "a story"


async def test_with_a_hedge_the_first_provider_may_still_win() -> None:
    alpha, beta = FakeProvider("from alpha"), FakeProvider("from beta")
    client = LLMClient({"alpha": alpha, "beta": beta}, Settings(hedge_after=60.0))
    assert await client.complete("a story", deadline=5) == "from alpha"
    assert beta.asked == []
