"""A fixed set of workers behind a local queue, and an exit stack for the resources.

The signal itself empties the local queue and puts an end mark in for each worker, so that no flag has to be read before
a payment: what is in the queue may be begun. No task is shielded; the price is that `run` has to look after a
cancellation of its own, and that workers sit idle when there is little to do.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
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
        self._accepted: asyncio.Queue[Payout | None] = asyncio.Queue()
        self._unbegun: list[Payout] = []
        self._stopping = asyncio.Event()
        self._time_is_up = asyncio.Event()
        self._calls: set[asyncio.Task[Any]] = set()
        self._cut = self._failed = False

    def signal(self) -> None:
        """SIGTERM has come: take back whatever no worker has begun, and let the workers end."""
        if self._stopping.is_set():
            self._time_is_up.set()
            return
        self._stopping.set()
        while not self._accepted.empty():
            payout = self._accepted.get_nowait()
            if payout is not None:
                self._unbegun.append(payout)
        for _ in range(self._slots):
            self._accepted.put_nowait(None)

    async def run(self) -> int:
        """Open, work until a signal, drain, close. Return the exit code."""
        try:
            async with AsyncExitStack() as stack:
                for resource in self._resources:
                    if self._stopping.is_set():
                        break
                    await resource.open()
                    stack.push_async_callback(self._close, resource)
                if not self._stopping.is_set():
                    await self._serve()
        except Exception:
            log.exception("not all resources could be opened")
            self._failed = True
        return FAILED if self._failed else CUT if self._cut else CLEAN

    async def _close(self, resource: Resource) -> None:
        try:
            await resource.close()
        except Exception:
            log.exception("a resource could not be closed")
            self._failed = True

    async def _serve(self) -> None:
        clock = asyncio.create_task(self._watch_the_clock())
        work = [self._receive(), self._hand_back(), *(self._work() for _ in range(self._slots))]
        tasks = [asyncio.create_task(each) for each in work]
        try:
            await asyncio.wait(tasks)
        except asyncio.CancelledError:
            self.signal()
            self.signal()
            await asyncio.wait(tasks)
            raise
        finally:
            clock.cancel()

    async def _receive(self) -> None:
        while not self._stopping.is_set():
            try:
                batch: list[Payout] = await self._call(self._queue.receive())
            except asyncio.CancelledError:
                return
            except Exception:
                log.exception("the queue is gone")
                self._failed = True
                if not self._stopping.is_set():
                    self.signal()
                return
            for payout in batch:
                if self._stopping.is_set():
                    await self._queue.release(payout["receipt"])
                else:
                    self._accepted.put_nowait(payout)

    async def _hand_back(self) -> None:
        """Hand back what the signal has found in the local queue."""
        await self._stopping.wait()
        for payout in self._unbegun:
            await self._queue.release(payout["receipt"])

    async def _work(self) -> None:
        while (payout := await self._accepted.get()) is not None:
            try:
                await self._call(self._bank.pay(payout["account"], payout["amount"], payout["id"]))
            except (Exception, asyncio.CancelledError) as error:
                log.warning("payout=%s handed back: %r", payout["id"], error)
                await self._queue.release(payout["receipt"])
            else:
                await self._queue.ack(payout["receipt"])

    async def _watch_the_clock(self) -> None:
        await self._stopping.wait()
        try:
            async with asyncio.timeout(self._grace):
                await self._time_is_up.wait()
        except TimeoutError:
            log.warning("%s s are over", self._grace)
        for call in self._calls:
            self._cut = call.cancel() or self._cut

    async def _call(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Await a call of the queue or of the bank in a task that can be cut without touching its caller."""
        call = asyncio.create_task(coroutine)
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return await call
