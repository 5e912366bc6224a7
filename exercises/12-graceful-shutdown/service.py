"""The payout service: takes payouts from the queue, and has the bank pay them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ports import CLEAN

if TYPE_CHECKING:
    from ports import Bank, Payout, Queue, Resource

log = logging.getLogger("payouts")


class PayoutService:
    """One instance of the service. `main` calls `run` once, hands every SIGTERM to `signal`, and ends with the exit code."""

    def __init__(self, queue: Queue, bank: Bank, resources: list[Resource], slots: int, grace: float) -> None:
        self._queue = queue
        self._bank = bank
        self._resources = resources
        self._slots = slots
        self._grace = grace
        self._stopping = asyncio.Event()
        self._accepted: asyncio.Queue[Payout] = asyncio.Queue()

    def signal(self) -> None:
        """Ask the service to stop."""
        self._stopping.set()

    async def run(self) -> int:
        """Pay what comes until a signal comes, then finish up and close."""
        for resource in self._resources:
            await resource.open()
        receiver = asyncio.create_task(self._receive())
        workers = [asyncio.create_task(self._work()) for _ in range(self._slots)]
        await self._stopping.wait()
        log.info("signal: no more payouts are taken, %d wait", self._accepted.qsize())
        await receiver
        await self._finish()
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*(resource.close() for resource in self._resources))
        return CLEAN

    async def _receive(self) -> None:
        """Take what the queue has, until the service is to stop."""
        while not self._stopping.is_set():
            for payout in await self._queue.receive():
                self._accepted.put_nowait(payout)

    async def _work(self) -> None:
        """Have one payout after the other paid."""
        while True:
            payout = await self._accepted.get()
            try:
                await self._bank.pay(payout["account"], payout["amount"], payout["receipt"])
            except Exception as error:
                log.warning("payout=%s failed: %r", payout["id"], error)
                await self._queue.release(payout["receipt"])
            else:
                await self._queue.ack(payout["receipt"])
            self._accepted.task_done()

    async def _finish(self) -> None:
        """Give what was accepted its time of grace."""
        try:
            async with asyncio.timeout(self._grace):
                await self._accepted.join()
        except TimeoutError:
            log.warning("%s s are over, payouts are still under way", self._grace)
