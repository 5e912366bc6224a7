"""What the team has: a service that comes back."""

from __future__ import annotations

import pytest
from retry import retry

pytestmark = pytest.mark.asyncio


class Service:
    """Fails so many times, and then answers."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.asked = 0

    async def ask(self) -> str:
        self.asked += 1
        if self.asked <= self.failures:
            raise ConnectionError(f"reset {self.asked}")
        return f"answer {self.asked}"


async def test_what_works_is_called_once() -> None:
    service = Service(0)
    assert await retry(service.ask, attempts=3, base=0.001, cap=0.01) == "answer 1"


async def test_what_fails_is_called_again() -> None:
    service = Service(2)
    assert await retry(service.ask, attempts=3, base=0.001, cap=0.01) == "answer 3"


async def test_after_the_last_attempt_its_error_is_raised() -> None:
    service = Service(5)
    with pytest.raises(ConnectionError, match="reset 3"):
        await retry(service.ask, attempts=3, base=0.001, cap=0.01)
    assert service.asked == 3


async def test_no_attempt_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        await retry(Service(0).ask, attempts=0, base=0.001, cap=0.01)
