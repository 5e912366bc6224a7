"""Workers ask one reader for a customer, each by a future of its own; the reader answers one at a time, or says no."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ports import FAILED, SENT, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ports import Send

log = logging.getLogger("newsletter")

Report = list[tuple[str, str]]


Question = asyncio.Future[tuple[int, str] | None]


async def _read(source: Iterator[str], asked: asyncio.Queue[Question], report: Report, over: Callable[[], bool]) -> None:
    while True:
        answer = await asked.get()
        customer = None if over() else next(source, None)
        if answer.cancelled():
            continue
        if customer is None:
            answer.set_result(None)
        else:
            report.append((customer, UNKNOWN))
            answer.set_result((len(report) - 1, customer))


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    asked: asyncio.Queue[Question] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    report: Report = []
    broken = asyncio.Event()

    async def work() -> None:
        while True:
            answer = loop.create_future()
            asked.put_nowait(answer)
            given = await answer
            if given is None:
                return
            place, customer = given
            try:
                await send(customer)
                report[place] = (customer, SENT)
            except Exception:
                report[place] = (customer, FAILED)
                broken.set()

    workers = [asyncio.create_task(work()) for _ in range(limit)]
    reader, stopped = (
        asyncio.create_task(_read(iter(customers), asked, report, lambda: broken.is_set() or stop.is_set())),
        asyncio.create_task(stop.wait()),
    )
    everything = asyncio.gather(*workers)
    try:
        await asyncio.wait([everything, stopped], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*workers, reader, stopped):
            task.cancel()
        await asyncio.gather(*workers, reader, stopped, everything, return_exceptions=True)
    return report
