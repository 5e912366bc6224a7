"""No worker at all: the end of a mail begins the next one, in a callback, and a future tells that all are over."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ports import FAILED, SENT, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ports import Send

log = logging.getLogger("newsletter")

Report = list[tuple[str, str]]


class _Newsletter:
    def __init__(self, customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> None:
        self._source = iter(customers)
        self._limit = limit
        self._send = send
        self._stop = stop
        self._closed = False
        self._places: dict[asyncio.Task[None], int] = {}
        self.report: Report = []
        self.over = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        while not self._closed and not self._stop.is_set() and len(self._places) < self._limit:
            for customer in self._source:
                task = asyncio.ensure_future(self._send(customer))
                self._places[task] = len(self.report)
                self.report.append((customer, UNKNOWN))
                task.add_done_callback(self._ended)
                break
            else:
                self._closed = True
        if not self._places and not self.over.done():
            self.over.set_result(None)

    def _ended(self, task: asyncio.Task[None]) -> None:
        place = self._places.pop(task)
        customer, _ = self.report[place]
        if task.cancelled():
            self._closed = True
        elif task.exception() is not None:
            self._closed = True
            self.report[place] = (customer, FAILED)
        else:
            self.report[place] = (customer, SENT)
        self.begin()

    async def close(self) -> None:
        self._closed = True
        for task in self._places:
            task.cancel()
        if self._places:
            await self.over


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    newsletter = _Newsletter(customers, limit, send, stop)
    newsletter.begin()
    stopped = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait([newsletter.over, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        await newsletter.close()
        await asyncio.wait([stopped])
    return newsletter.report
