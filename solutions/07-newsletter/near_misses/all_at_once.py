"""the fix that begins a task for everybody and knows what came of each

Tempting, because stop, failures and the report are right now, and with the list of the visible tests nobody is refused.
The limit is in the signature and nowhere else: a thousand customers are a thousand connections.
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
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    source = [] if stop.is_set() else list(customers)
    report = [(customer, UNKNOWN) for customer in source]

    async def mail(place: int, customer: str) -> None:
        try:
            await send(customer)
        except Exception as error:
            log.warning("no mail for %s: %s", customer, error)
            report[place] = (customer, FAILED)
        else:
            report[place] = (customer, SENT)

    mails = [asyncio.create_task(mail(place, customer)) for place, customer in enumerate(source)]
    if not mails:
        return report
    ended = asyncio.create_task(asyncio.wait(mails))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([ended, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*mails, stopped):
            task.cancel()
        await asyncio.wait([ended, stopped])
    return report
