"""the fix whose dispatcher listens to the stop as long as it has customers to take

Tempting, because each round of the loop waits for a mail or for the stop, and what comes after the loop is only the end. The
end may take as long as the slowest mail: of a list that is over, or after a failure, the last mails cannot be stopped.
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
    sending = _Sending(iter(customers), limit, send)
    stopped = asyncio.create_task(stop.wait())
    try:
        while not stop.is_set() and sending.fill():
            await asyncio.wait([*sending.mails, stopped], return_when=asyncio.FIRST_COMPLETED)
            sending.settle()
        if not stop.is_set() and sending.mails:
            await asyncio.wait(sending.mails)
    finally:
        stopped.cancel()
        for mail in sending.mails:
            mail.cancel()
        await asyncio.wait([*sending.mails, stopped])
    sending.settle()
    return sending.report


class _Sending:
    """The mails under way, each with its place in the report."""

    def __init__(self, source: Iterator[str], limit: int, send: Send) -> None:
        self._source = source
        self._limit = limit
        self._send = send
        self._over = False
        self.mails: dict[asyncio.Task[None], int] = {}
        self.report: Report = []

    def fill(self) -> bool:
        """Begin a mail for each free slot. Return whether there may be more to take."""
        while not self._over and len(self.mails) < self._limit:
            try:
                customer = next(self._source)
            except StopIteration:
                self._over = True
            else:
                self.mails[asyncio.create_task(self._send(customer))] = len(self.report)
                self.report.append((customer, UNKNOWN))
        return not self._over

    def settle(self) -> None:
        """Note what came of the mails that have ended; one failure is the end of it."""
        for mail in [mail for mail in self.mails if mail.done()]:
            place = self.mails.pop(mail)
            if mail.cancelled():
                continue
            customer = self.report[place][0]
            error = mail.exception()
            if error is not None:
                log.warning("no mail for %s: %s", customer, error)
                self._over = True
            self.report[place] = (customer, SENT if error is None else FAILED)
