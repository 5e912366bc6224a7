"""the fix that begins a task for each customer, and has each task wait for a slot

Tempting, because `async with slots` in the one place where a mail is sent is all that has to be added, and no connection
is refused. The limit comes after the start: the whole list is in memory, each row with a task that waits, and whoever was
taken from the list and not mailed is nobody's any more.
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
    slots = asyncio.Semaphore(limit)
    source = [] if stop.is_set() else list(customers)
    lines: dict[int, tuple[str, str]] = {}
    failed = False

    async def mail(place: int, customer: str) -> None:
        nonlocal failed
        async with slots:
            if failed or stop.is_set():
                return
            lines[place] = (customer, UNKNOWN)
            try:
                await send(customer)
            except Exception as error:
                log.warning("no mail for %s: %s", customer, error)
                failed = True
                lines[place] = (customer, FAILED)
            else:
                lines[place] = (customer, SENT)

    mails = [asyncio.create_task(mail(place, customer)) for place, customer in enumerate(source)]
    if not mails:
        return []
    ended = asyncio.create_task(asyncio.wait(mails))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([ended, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*mails, stopped):
            task.cancel()
        await asyncio.wait([ended, stopped])
    return [line for _, line in sorted(lines.items())]
