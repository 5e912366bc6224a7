"""the cancel-when-the-caller-leaves fix

Tempting, because a caller who leaves cancels its own query, and with the new client that is the end of it. The old client
reads on, and its query is still the newest: the rows are drawn for somebody who has left.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ports import SearchFailed

if TYPE_CHECKING:
    from ports import Api, Screen


class SearchBox:
    """One box on one page, from its first key until it is closed."""

    def __init__(self, api: Api, screen: Screen, delay: float = 0.25) -> None:
        self._api = api
        self._screen = screen
        self._delay = delay
        self._newest: asyncio.Task[None] | None = None
        self._go = asyncio.Event()
        self._closed = False

    async def on_input(self, text: str) -> None:
        """Search for `text`, which is what the box holds now, as soon as the typing pauses."""
        if self._closed:
            return
        self._give_up()
        if not text:
            self._screen.results("", [])
            return
        go = self._go = asyncio.Event()
        query = self._newest = asyncio.create_task(self._query(text, go))
        try:
            # Not `await query`: that would tell this caller of a cancellation that is not its own.
            await asyncio.wait([query])
        except asyncio.CancelledError:
            query.cancel()
            raise
        if not query.cancelled():
            query.result()

    async def on_enter(self) -> None:
        """Do not wait for the pause."""
        self._go.set()

    async def close(self) -> None:
        """The page is being left."""
        self._closed = True
        self._give_up()

    def _give_up(self) -> None:
        """Whatever is under way counts no more. It may run on, if the client cannot let go."""
        query, self._newest = self._newest, None
        if query is not None:
            query.cancel()
            self._screen.spinner(False)

    async def _query(self, text: str, go: asyncio.Event) -> None:
        me = asyncio.current_task()
        timer = asyncio.get_running_loop().call_later(self._delay, go.set)
        try:
            await go.wait()
        finally:
            timer.cancel()
        self._screen.spinner(True)
        try:
            rows = await self._api.search(text)
        except SearchFailed as error:
            if self._newest is me:
                self._screen.failure(text, str(error))
        else:
            if self._newest is me:
                self._screen.results(text, rows)
        finally:
            if self._newest is me:
                self._newest = None
                self._screen.spinner(False)
