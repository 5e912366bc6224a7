"""A task group that is left by raising when the stop comes; what it cancels was noted as unknown before."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from ports import FAILED, SENT, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ports import Send

log = logging.getLogger("newsletter")


class Line(NamedTuple):
    customer: str
    status: str


Report = list[tuple[str, str]]


class _Stopped(Exception):
    pass


class _Over:
    failed = False


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    if limit < 1:
        raise ValueError(f"limit must be at least 1, and is {limit}")
    source = iter(customers)
    report: Report = []
    over = _Over()

    async def work() -> None:
        while not (over.failed or stop.is_set()):
            customer = next(source, None)
            if customer is None:
                return
            place = len(report)
            report.append(Line(customer, UNKNOWN))
            try:
                await send(customer)
            except Exception as error:
                log.warning("no mail for %s: %s", customer, error)
                over.failed = True
                report[place] = Line(customer, FAILED)
            else:
                report[place] = Line(customer, SENT)

    async def raise_at_stop() -> None:
        await stop.wait()
        raise _Stopped

    try:
        async with asyncio.TaskGroup() as group:
            watcher = group.create_task(raise_at_stop())
            async with asyncio.TaskGroup() as workers:
                for _ in range(limit):
                    workers.create_task(work())
            watcher.cancel()
    except* _Stopped:
        pass
    return report
