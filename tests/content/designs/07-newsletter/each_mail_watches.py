"""Every mail waits for itself or the stop, whichever comes first; nobody else cuts it off."""

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
    stopped = asyncio.create_task(stop.wait())
    failures = 0

    async def mail(customer: str) -> str:
        sending = asyncio.ensure_future(send(customer))
        try:
            await asyncio.wait([sending, stopped], return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not sending.done():
                sending.cancel()
                await asyncio.wait([sending])
        if sending.cancelled():
            return UNKNOWN
        return SENT if sending.exception() is None else FAILED

    async def work() -> None:
        nonlocal failures
        while failures == 0 and not stop.is_set():
            try:
                customer = next(source)
            except StopIteration:
                return
            report.append((customer, UNKNOWN))
            place = len(report) - 1
            status = await mail(customer)
            failures += status == FAILED
            report[place] = (customer, status)

    try:
        async with asyncio.TaskGroup() as workers:
            for _ in range(limit):
                workers.create_task(work())
    finally:
        stopped.cancel()
        await asyncio.wait([stopped])
    return report
