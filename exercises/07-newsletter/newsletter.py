"""The Friday newsletter: one mail to each customer, over the few connections that the provider allows."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ports import FAILED, SENT, MailError, TooManyConnections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ports import Send

log = logging.getLogger("newsletter")

Report = list[tuple[str, str]]


async def send_all(customers: Iterable[str], limit: int, send: Send, stop: asyncio.Event) -> Report:
    """Mail everybody, over at most `limit` connections, until `stop` is set. Return who was mailed and who was not."""
    waiting = list(customers)
    log.info("newsletter for %d customers, %d at a time", len(waiting), limit)
    report: Report = []
    # Short lists go out in one go. Of a long one the provider takes what it can, and refuses the rest.
    waiting = await _send_together(waiting, send, report)
    while waiting and not stop.is_set():
        batch, waiting = waiting[:limit], waiting[limit:]
        waiting += await _send_together(batch, send, report)
    if waiting:
        log.info("stopped, %d customers are left", len(waiting))
    return report


async def _send_together(batch: list[str], send: Send, report: Report) -> list[str]:
    """Mail all of these at the same time. Return those whom the provider refused."""
    refused: list[str] = []
    mails = [asyncio.create_task(_send_one(customer, send, report, refused)) for customer in batch]
    if mails:
        await asyncio.wait(mails)
    return refused


async def _send_one(customer: str, send: Send, report: Report, refused: list[str]) -> None:
    """Mail one customer, and note what came of it."""
    try:
        await send(customer)
    except TooManyConnections:
        refused.append(customer)
    except MailError as error:
        log.warning("no mail for %s: %s", customer, error)
        report.append((customer, FAILED))
    else:
        report.append((customer, SENT))
