"""The proof: an older answer is held back at its gate until the newer text is there, and is opened then.

With a client that lets go the older request is gone by that time; only where it still waits can it come late. A box may also
send its newest request only when the older one is over: all gates are opened before the last claim.
"""

from __future__ import annotations

import pytest
from fakes import FakeScreen, FakeServer
from ports import Client, OldClient, SearchFailed
from search_box import SearchBox

from gym.gates import Gates

pytestmark = pytest.mark.asyncio

PAUSE = 0.25


@pytest.fixture(params=[Client, OldClient])
def client(request: pytest.FixtureRequest) -> type[Client | OldClient]:
    return request.param


class Page:
    """A box with its server, its screen, and everything that was typed into it."""

    def __init__(self, gates: Gates, client: type[Client | OldClient]) -> None:
        self.gates = gates
        self.screen = FakeScreen()
        self.box = SearchBox(client(gates.guard(FakeServer())), self.screen, PAUSE)

    async def types(self, text: str) -> None:
        """Until the search for the text waits at its gate."""
        self.gates.start(f"types {text}", self.box.on_input(text))
        await self.gates.pass_time(PAUSE)


async def test_older_rows_that_come_last_are_not_drawn(gates: Gates, client: type[Client | OldClient]) -> None:
    page = Page(gates, client)
    await page.types("ri")
    await page.types("rice")
    await gates.open(*[call for call in gates.waiting if call.args == ("rice",)])
    await gates.open_all()
    assert page.screen.shown == ("rice", ["rice, 5 kg"])


async def test_an_older_failure_that_comes_last_is_not_drawn(gates: Gates, client: type[Client | OldClient]) -> None:
    page = Page(gates, client)
    await page.types("ri")
    await page.types("rice")
    await gates.open(*[call for call in gates.waiting if call.args == ("rice",)])
    for late in gates.waiting:
        await gates.fail(late, SearchFailed("no answer"))
    await gates.open_all()
    assert page.screen.shown == ("rice", ["rice, 5 kg"])


async def test_an_answer_to_the_same_text_typed_earlier_is_old(gates: Gates, client: type[Client | OldClient]) -> None:
    page = Page(gates, client)
    for text in ("r", "ri", "r"):
        await page.types(text)
    earliest = gates.calls[0]
    if earliest.state == "waiting":
        await gates.open(earliest)
    assert page.screen.shown is None
    await gates.open_all()
    assert page.screen.shown == ("r", ["r, 5 kg"])
