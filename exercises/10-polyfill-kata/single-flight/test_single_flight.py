"""What the team has: callers who stay to the end."""

from __future__ import annotations

import asyncio

import pytest
from callers import load, load_wrongly
from single_flight import SingleFlight

pytestmark = pytest.mark.asyncio


class Profiles:
    """Loads a profile by number, or fails while `down` is true."""

    def __init__(self) -> None:
        self.loads = 0
        self.down = False

    async def load(self, key: str) -> str:
        self.loads += 1
        number = self.loads
        await asyncio.sleep(0)
        if self.down:
            raise OSError("down")
        return f"{key} {number}"

    async def close(self, key: str) -> None:
        await asyncio.sleep(0)


async def test_callers_who_come_together_share_one_call() -> None:
    flights, profiles = SingleFlight(), Profiles()
    both = await asyncio.gather(load(flights, profiles, "ada"), load(flights, profiles, "ada"))
    assert both == ["ada 1", "ada 1"]


async def test_other_keys_have_calls_of_their_own() -> None:
    flights, profiles = SingleFlight(), Profiles()
    both = await asyncio.gather(load(flights, profiles, "ada"), load(flights, profiles, "bob"))
    assert both == ["ada 1", "bob 2"]


async def test_who_comes_after_the_end_begins_anew() -> None:
    flights, profiles = SingleFlight(), Profiles()
    assert await load(flights, profiles, "ada") == "ada 1"
    assert await load(flights, profiles, "ada") == "ada 2"


async def test_an_error_is_told_and_not_kept() -> None:
    flights, profiles = SingleFlight(), Profiles()
    profiles.down = True
    with pytest.raises(OSError, match="down"):
        await load(flights, profiles, "ada")
    profiles.down = False
    assert await load(flights, profiles, "ada") == "ada 2"


async def test_a_call_that_cannot_begin_is_told() -> None:
    flights = SingleFlight()
    with pytest.raises(ValueError, match="no key"):
        await load_wrongly(flights, "ada")
