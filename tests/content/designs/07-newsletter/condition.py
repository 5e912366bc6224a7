"""A count under a condition: the end of a mail, a failure and the stop all notify it, and one loop looks again."""

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


async def _tell(stop: asyncio.Event, changed: asyncio.Condition) -> None:
    await stop.wait()
    async with changed:
        changed.notify_all()


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    source = iter(customers)
    report: Report = []
    changed = asyncio.Condition()
    mails: dict[int, asyncio.Task[None]] = {}
    bad: list[str] = []

    async def one(place: int, customer: str) -> None:
        try:
            await send(customer)
            report[place] = (customer, SENT)
        except Exception as error:
            bad.append(f"{customer}: {error}")
            report[place] = (customer, FAILED)
        async with changed:
            del mails[place]
            changed.notify_all()

    telling = asyncio.create_task(_tell(stop, changed))
    over = False
    try:
        async with changed:
            while not stop.is_set():
                over = over or bool(bad)
                while not over and len(mails) < limit:
                    customer = next(source, None)
                    over = customer is None
                    if customer is not None:
                        place = len(report)
                        report.append((customer, UNKNOWN))
                        mails[place] = asyncio.create_task(one(place, customer))
                if over and not mails:
                    break
                await changed.wait()
    finally:
        left = [telling, *mails.values()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
    return report
