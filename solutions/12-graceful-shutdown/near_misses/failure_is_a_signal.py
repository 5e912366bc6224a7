"""the fix that sends itself a signal when the queue fails

Tempting, because what has to be done then is what the signal does. If the signal was there already this is the second
one, and a queue that goes down during a deploy cuts off every payment.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from ports import CLEAN, CUT, FAILED

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from ports import Bank, Payout, Queue, Resource

log = logging.getLogger("payouts")


class PayoutService:
    """Takes payouts from the queue and has the bank pay them. `main` calls `run` once, and ends with its exit code."""

    def __init__(self, queue: Queue, bank: Bank, resources: list[Resource], slots: int, grace: float) -> None:
        self._queue = queue
        self._bank = bank
        self._resources = resources
        self._slots = slots
        self._grace = grace
        self._draining = asyncio.Event()
        self._hurry = asyncio.Event()
        self._calls: set[asyncio.Task[Any]] = set()
        self._payouts: set[asyncio.Task[None]] = set()
        self._cut = False
        self._failed = False

    def signal(self) -> None:
        """SIGTERM has come. The first one begins the drain, and a second one ends it at once."""
        if self._draining.is_set():
            self._hurry.set()
        self._draining.set()

    async def run(self) -> int:
        """Open, work until a signal, drain, close. Return the exit code."""
        life = asyncio.create_task(self._live())
        try:
            return await asyncio.shield(life)
        except asyncio.CancelledError:
            self._draining.set()
            self._hurry.set()
            await asyncio.wait([life])
            raise

    async def _live(self) -> int:
        opened: list[Resource] = []
        try:
            for resource in self._resources:
                if self._draining.is_set():
                    break
                await resource.open()
                opened.append(resource)
            await self._serve()
        except Exception:
            log.exception("not all resources could be opened")
            self._failed = True
        while opened:
            try:
                await opened.pop().close()
            except Exception:
                log.exception("a resource could not be closed")
                self._failed = True
        return FAILED if self._failed else CUT if self._cut else CLEAN

    async def _serve(self) -> None:
        """Accept and begin until the drain begins, then wait for what is in hand."""
        signalled = asyncio.create_task(self._draining.wait())
        clock = asyncio.create_task(self._cut_in_time())
        while not self._draining.is_set():
            for payout in await self._receive():
                while len(self._payouts) >= self._slots and not self._draining.is_set():
                    await asyncio.wait([*self._payouts, signalled], return_when=asyncio.FIRST_COMPLETED)
                # No await from here to the call: whoever waits longer has to ask again.
                if self._draining.is_set():
                    self._begin(self._queue.release(payout["receipt"]))
                else:
                    pay = self._call(self._bank.pay(payout["account"], payout["amount"], payout["id"]))
                    self._begin(self._settle(payout, pay))
        if self._payouts:
            await asyncio.wait(self._payouts)
        clock.cancel()
        await asyncio.wait([signalled, clock])

    async def _receive(self) -> list[Payout]:
        try:
            return await self._call(self._queue.receive())
        except asyncio.CancelledError:
            log.warning("a receive was cut off: what it took comes again in ten minutes")
        except Exception:
            log.exception("the queue is gone")
            self._failed = True
            self.signal()
        return []

    async def _settle(self, payout: Payout, pay: asyncio.Task[None]) -> None:
        """Strike the payout off once it is paid, and hand it back in every other case."""
        try:
            await pay
        except (Exception, asyncio.CancelledError) as error:
            log.warning("payout=%s handed back: %r", payout["id"], error)
            await self._queue.release(payout["receipt"])
        else:
            await self._queue.ack(payout["receipt"])

    async def _cut_in_time(self) -> None:
        """Wait for the end of the grace period or for the second signal, and cut what is under way then."""
        await self._draining.wait()
        try:
            async with asyncio.timeout(self._grace):
                await self._hurry.wait()
        except TimeoutError:
            log.warning("%s s are over", self._grace)
        cut = [call.cancel() for call in self._calls]
        self._cut = any(cut)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._payouts.add(task)
        task.add_done_callback(self._payouts.discard)

    def _call(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A call that may be cut."""
        call = asyncio.create_task(coroutine)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return call
