"""The search box: asks the API while somebody types, and draws what it finds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ports import SearchFailed

if TYPE_CHECKING:
    from ports import Api, Screen


class Debounce:
    """Calls `search` with the latest text, once `delay` seconds have gone by without another call."""

    def __init__(self, search: Callable[[str], Awaitable[None]], delay: float) -> None:
        self._search = search
        self._delay = delay
        self._latest: asyncio.Event | None = None

    async def call(self, text: str) -> None:
        """Wait for the pause, and search unless a later call has come."""
        mine = self._latest = asyncio.Event()
        timer = asyncio.get_running_loop().call_later(self._delay, mine.set)
        try:
            await mine.wait()
        finally:
            timer.cancel()
        if mine is self._latest:
            self._latest = None
            await self._search(text)

    def flush(self) -> None:
        """Let the pending call go at once, if there is one."""
        if self._latest is not None:
            self._latest.set()


class SearchBox:
    """One box on one page, from its first key until it is closed."""

    def __init__(self, api: Api, screen: Screen, delay: float = 0.25) -> None:
        self._api = api
        self._screen = screen
        self._delay = delay
        self._debounced: Debounce | None = None
        self._closed = False

    async def on_input(self, text: str) -> None:
        """Search for `text`, which is what the box holds now, as soon as the typing pauses."""
        if self._closed:
            return
        if not text:
            self._screen.results("", [])
            return
        self._debounced = Debounce(self._search, self._delay)
        await self._debounced.call(text)

    async def on_enter(self) -> None:
        """Do not wait for the pause."""
        if self._debounced is not None:
            self._debounced.flush()

    async def close(self) -> None:
        """The page is being left."""
        self._closed = True

    async def _search(self, text: str) -> None:
        self._screen.spinner(True)
        try:
            self._screen.results(text, await self._api.search(text))
        except SearchFailed as error:
            self._screen.failure(text, str(error))
        finally:
            self._screen.spinner(False)
