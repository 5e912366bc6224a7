"""the fix with a task group, in which one failure cancels the other workers

Tempting, because a task group is made for this: one fails, all end, nothing is left over. Here the others are mails half
out. Nothing was wrong with them, and now nobody knows of them.
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
    source = iter(customers)
    report: Report = []

    async def work() -> None:
        while not stop.is_set():
            try:
                customer = next(source)
            except StopIteration:
                return
            place = len(report)
            report.append((customer, UNKNOWN))
            try:
                await send(customer)
            except Exception as error:
                log.warning("no mail for %s: %s", customer, error)
                report[place] = (customer, FAILED)
                raise
            report[place] = (customer, SENT)

    async def sending() -> None:
        async with asyncio.TaskGroup() as workers:
            for _ in range(limit):
                workers.create_task(work())

    group = asyncio.create_task(sending())
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([group, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        group.cancel()
        stopped.cancel()
        await asyncio.wait([group, stopped])
    if not group.cancelled() and group.exception() is not None:
        log.warning("the newsletter ended with a failure")
    return report
