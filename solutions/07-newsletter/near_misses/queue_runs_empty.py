"""the fix with a queue and workers, whose stop closes the queue and waits until it has run empty

Tempting, because `queue.join()` is the orderly end of a queue, and no mail is cut off in the middle. Whoever presses stop
wants no more mails: the ones under way and the ones in the queue all go out, and the button seems to do nothing.
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
    queue: asyncio.Queue[int] = asyncio.Queue(maxsize=limit)
    report: Report = []
    failed = False

    async def fill() -> None:
        source = iter(customers)
        while not failed and not stop.is_set():
            try:
                customer = next(source)
            except StopIteration:
                break
            report.append((customer, UNKNOWN))
            await queue.put(len(report) - 1)
        await queue.join()

    async def work() -> None:
        nonlocal failed
        while True:
            place = await queue.get()
            customer = report[place][0]
            try:
                if not failed:
                    await send(customer)
                    report[place] = (customer, SENT)
            except Exception as error:
                log.warning("no mail for %s: %s", customer, error)
                failed = True
                report[place] = (customer, FAILED)
            finally:
                queue.task_done()

    workers = [asyncio.create_task(work()) for _ in range(limit)]
    try:
        await fill()
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.wait(workers)
    return report
