"""The limiter and the semaphore of anyio are accepted by our races. Each schedule is a process that loads it: a minute."""

from __future__ import annotations

import pytest

from tests.peers.libraries import ANYIO
from tests.peers.test_part_races import failed


@pytest.mark.parametrize("part", ["limiter", "semaphore"])
def test_what_keeps_the_promises_in_another_way_is_accepted(part: str) -> None:
    assert failed(f"anyio_{part}", part, ANYIO) == {}
