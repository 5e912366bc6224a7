"""the fix that returns at the stop, and leaves the mails under way to themselves

Tempting, because the report is there at once. The mails go on in tasks that nobody holds: the report calls them unknown
when it could have known, and they go out after the stop.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ports import FAILED, SENT, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ports import Send

log = logging.getLogger("newsletter")

Report = list[tuple[str, str]]


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    newsletter = _Newsletter(iter(customers), send, stop)
    workers = [asyncio.create_task(newsletter.work()) for _ in range(limit)]
    ended = asyncio.create_task(asyncio.wait(workers))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([ended, stopped], return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        for worker in workers:
            worker.cancel()
        await asyncio.wait(workers)
        raise
    finally:
        stopped.cancel()
    return newsletter.report


class _Newsletter:
    """One sending: what its workers share. A line of the report is true at every moment, wherever a mail is cut off."""

    def __init__(self, source: Iterator[str], send: Send, stop: asyncio.Event) -> None:
        self._source = source
        self._send = send
        self._stop = stop
        self._failed = False
        self.report: Report = []

    async def work(self) -> None:
        """Take a customer, send, and take the next."""
        # Both are asked right before a customer is taken, with no await between.
        while not self._failed and not self._stop.is_set():
            try:
                customer = next(self._source)
            except StopIteration:
                return
            place = len(self.report)
            self.report.append((customer, UNKNOWN))
            self.report[place] = (customer, await self._mail(customer))

    async def _mail(self, customer: str) -> str:
        """Send one mail and return what came of it."""
        try:
            await self._send(customer)
        except Exception as error:
            log.warning("no mail for %s: %s", customer, error)
            self._failed = True
            return FAILED
        return SENT
