"""the fix that waits for a slot before it takes a customer, and never asks what the limit is

Tempting, because a semaphore counts whatever it is given, and with five it does so well. With none it waits for a slot that
nobody will ever give back, and the newsletter of that Friday hangs without a word.
"""

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


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    newsletter = _Newsletter(customers, limit, send, stop)
    dispatching = asyncio.create_task(newsletter.dispatch())
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([dispatching, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        tasks = [dispatching, stopped, *newsletter.mails]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    return newsletter.report


class _Newsletter:
    """One sending. Each mail is a task, and gives its slot back when it has ended."""

    def __init__(self, customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> None:
        self._customers = customers
        self._slots = asyncio.Semaphore(limit)
        self._send = send
        self._stop = stop
        self._failed = False
        self.mails: set[asyncio.Task[None]] = set()
        self.report: Report = []

    async def dispatch(self) -> None:
        """Begin a mail whenever there is a slot, and wait for those that are left."""
        source = iter(self._customers)
        while True:
            await self._slots.acquire()
            if self._failed or self._stop.is_set():
                break
            try:
                customer = next(source)
            except StopIteration:
                break
            self._begin(customer)
        if self.mails:
            await asyncio.wait(self.mails)

    def _begin(self, customer: str) -> None:
        self.report.append((customer, UNKNOWN))
        mail = asyncio.create_task(self._mail(len(self.report) - 1, customer))
        self.mails.add(mail)
        mail.add_done_callback(self._ended)

    def _ended(self, mail: asyncio.Task[None]) -> None:
        self.mails.discard(mail)
        self._slots.release()

    async def _mail(self, place: int, customer: str) -> None:
        try:
            await self._send(customer)
        except Exception as error:
            log.warning("no mail for %s: %s", customer, error)
            self._failed = True
            self.report[place] = (customer, FAILED)
        else:
            self.report[place] = (customer, SENT)
