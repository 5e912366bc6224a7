"""Numbers, and no task for a query: its caller does the waiting, and asks after each wait if it is the newest.

A number can be logged, compared and sent to the server, and the order of events stands in one method. The price: the
question belongs after every single wait, and what a newer text stops (pause or request) has to be kept at hand.
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
        self._number = 0
        self._pause: asyncio.Future[None] | None = None
        self._request: asyncio.Task[list[str]] | None = None
        self._closed = False

    async def on_input(self, text: str) -> None:
        """Search for `text`, which is what the box holds now, as soon as the typing pauses."""
        if self._closed:
            return
        number = self._outdate()
        if not text:
            self._screen.results("", [])
            return
        try:
            await self._typing_pauses()
            if number == self._number:
                await self._ask(text, number)
        finally:
            if number == self._number:
                self._outdate()

    async def on_enter(self) -> None:
        """Do not wait for the pause."""
        if self._pause is not None:
            _end(self._pause)

    async def close(self) -> None:
        """The page is being left."""
        self._closed = True
        self._outdate()

    def _outdate(self) -> int:
        """All that has begun is old from here on; what can be stopped of it stops. Return the next number."""
        self._number += 1
        for step in (self._pause, self._request):
            if step is not None:
                step.cancel()
        self._pause = self._request = None
        self._screen.spinner(False)
        return self._number

    async def _typing_pauses(self) -> None:
        """Wait for the pause, for Enter, or for a newer text, which cancels the future and not its caller."""
        pause = self._pause = asyncio.get_running_loop().create_future()
        timer = asyncio.get_running_loop().call_later(self._delay, _end, pause)
        try:
            await asyncio.wait([pause])
        finally:
            timer.cancel()

    async def _ask(self, text: str, number: int) -> None:
        self._screen.spinner(True)
        request = self._request = asyncio.create_task(self._api.search(text))
        request.add_done_callback(_look_at)
        await asyncio.wait([request])
        if number != self._number:
            return
        try:
            self._screen.results(text, request.result())
        except SearchFailed as error:
            self._screen.failure(text, str(error))


def _end(pause: asyncio.Future[None]) -> None:
    """The timer may run out in the very turn in which Enter or a newer text has ended the pause."""
    if not pause.done():
        pause.set_result(None)


def _look_at(request: asyncio.Task[list[str]]) -> None:
    """An old request may fail when nobody waits for it any more: that is no news."""
    if not request.cancelled():
        request.exception()
