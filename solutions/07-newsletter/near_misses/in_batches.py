"""the fix that takes `limit` customers, mails them, waits for all of these mails, and takes the next ones

Tempting, because it needs neither workers nor a semaphore, and never exceeds the limit. Each batch lasts as long as its
slowest mail: with one slow customer in five, four connections out of five have nothing to do most of the time.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import islice
from typing import TYPE_CHECKING

from ports import FAILED, SENT, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ports import Send

log = logging.getLogger("newsletter")

Report = list[tuple[str, str]]


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    source = iter(customers)
    report: Report = []
    failed = False

    async def mail(place: int, customer: str) -> None:
        nonlocal failed
        try:
            await send(customer)
        except Exception as error:
            log.warning("no mail for %s: %s", customer, error)
            failed = True
            report[place] = (customer, FAILED)
        else:
            report[place] = (customer, SENT)

    while not failed and not stop.is_set():
        batch = list(islice(source, limit))
        if not batch:
            break
        begin = len(report)
        report += [(customer, UNKNOWN) for customer in batch]
        mails = [asyncio.create_task(mail(place, customer)) for place, customer in enumerate(batch, begin)]
        ended = asyncio.create_task(asyncio.wait(mails))
        stopped = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([ended, stopped], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*mails, stopped):
                task.cancel()
            await asyncio.wait([ended, stopped])
    return report
