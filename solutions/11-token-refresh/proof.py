"""The proof: widgets and tabs that take each step together, and a widget that leaves when all wait for the server.

Everybody's waiting call is opened at once and then all settle, so that all have read before anyone writes, whatever it is
that a version reads. In the end all gates are opened and time passes, for those who look again after a pause.
"""

from __future__ import annotations

import pytest
from fakes import FakeApi, FakeAuth, FakeStore
from session import Session

from gym.gates import Gates

pytestmark = pytest.mark.asyncio


class Browser:
    """A token that has run out, one store, and as many tabs as one likes."""

    def __init__(self, gates: Gates) -> None:
        self.gates = gates
        self.auth, self.store = FakeAuth(), FakeStore()
        self.auth.expire()
        self.api = FakeApi(self.auth)

    def tab(self, name: str) -> Session:
        guard = self.gates.guard
        return Session(guard(self.api), guard(self.auth), guard(self.store), name, "a1")

    async def in_step(self, until: str = "") -> None:
        """Let everybody take each step together until somebody is about to call `until`, or nobody is at a gate."""
        while until not in [call.name for call in await self.gates.settle()] and self.gates.waiting:
            self.gates.open(*self.gates.waiting)


async def test_six_widgets_use_the_refresh_token_once(gates: Gates) -> None:
    browser = Browser(gates)
    session = browser.tab("tab 1")
    widgets = [gates.start(f"widget {number}", session.get(f"/{number}")) for number in range(6)]
    await browser.in_step()
    await gates.open_all()
    assert browser.auth.used == ["r1"]
    assert [await widget for widget in widgets] == [f"data of /{number}" for number in range(6)]


async def test_two_tabs_use_the_refresh_token_once(gates: Gates) -> None:
    browser = Browser(gates)
    tabs = [gates.start(name, browser.tab(name).get("/inbox")) for name in ("tab 1", "tab 2")]
    await browser.in_step()
    await gates.open_all()
    assert browser.auth.used == ["r1"]
    assert [await tab for tab in tabs] == ["data of /inbox"] * 2


async def test_when_the_first_widget_goes_away_the_second_still_gets_its_data(gates: Gates) -> None:
    browser = Browser(gates)
    session = browser.tab("tab 1")
    first = gates.start("first", session.get("/inbox"))
    second = gates.start("second", session.get("/inbox"))
    await browser.in_step(until="refresh")
    first.cancel()
    await gates.open_all()
    assert await second == "data of /inbox"
