"""A task for each payout, which waits for a slot or for the drain, whichever comes first; nothing is shielded."""

from __future__ import annotations

import asyncio

from ports import CLEAN, CUT, FAILED


class PayoutService:
    def __init__(self, queue, bank, resources, slots, grace):
        self.queue, self.bank, self.resources, self.grace = queue, bank, list(resources), grace
        self.free = slots
        self.line = []
        self.soft = asyncio.Event()
        self.hard = asyncio.Event()
        self.state = {"failed": False, "cut": False}

    def signal(self):
        if self.soft.is_set():
            self.hard.set()
            return
        self.soft.set()
        for future in self.line:
            if not future.done():
                future.set_result(False)
        self.line.clear()

    async def run(self):
        opened = []
        try:
            try:
                for resource in self.resources:
                    if self.soft.is_set():
                        break
                    await resource.open()
                    opened.append(resource)
                else:
                    await self.serve()
            finally:
                await self.close(opened)
        except Exception:
            self.state["failed"] = True
        return FAILED if self.state["failed"] else CUT if self.state["cut"] else CLEAN

    async def close(self, opened):
        if not opened:
            return
        try:
            await opened.pop().close()
        except Exception:
            self.state["failed"] = True
        finally:
            await self.close(opened)

    async def serve(self):
        tasks = {asyncio.create_task(self.receiver())}
        self.spawned = tasks
        try:
            await self.until_done(tasks)
        except asyncio.CancelledError:
            if not self.soft.is_set():
                self.signal()
            self.hard.set()
            await self.until_done(tasks)
            raise

    async def until_done(self, tasks):
        while any(not task.done() for task in tasks):
            await asyncio.wait([task for task in tasks if not task.done()], return_when=asyncio.FIRST_COMPLETED)

    async def guarded(self, coroutine):
        """Return (True, result) or (False, None) when it was cut. Raises what the call raises."""
        call = asyncio.create_task(coroutine)
        hard = asyncio.create_task(self.hard.wait())
        soft = asyncio.create_task(self.soft.wait())
        try:
            await asyncio.wait([call, soft], return_when=asyncio.FIRST_COMPLETED)
            if not call.done():
                left = self.grace - (asyncio.get_running_loop().time() - self.drained_at())
                await asyncio.wait([call, hard], timeout=max(left, 0), return_when=asyncio.FIRST_COMPLETED)
            if not call.done():
                call.cancel()
                await asyncio.wait([call])
            if call.cancelled():
                self.state["cut"] = True
                return False, None
            return True, call.result()
        finally:
            for each in (hard, soft):
                each.cancel()

    def drained_at(self):
        if not hasattr(self, "at"):
            self.at = asyncio.get_running_loop().time()
        return self.at

    async def receiver(self):
        while not self.soft.is_set():
            try:
                _, batch = await self.guarded(self.queue.receive())
            except Exception:
                self.state["failed"] = True
                if not self.soft.is_set():
                    self.signal()
                return
            for payout in batch or []:
                self.spawned.add(asyncio.create_task(self.one(payout)))
            while self.line and not self.soft.is_set():
                waiter = self.line[0]
                await asyncio.wait([waiter])
                await asyncio.sleep(0)

    async def one(self, payout):
        if not await self.slot():
            await self.queue.release(payout["receipt"])
            return
        try:
            paid, _ = await self.guarded(self.bank.pay(payout["account"], payout["amount"], payout["id"]))
        except Exception:
            paid = False
        if paid:
            await self.queue.ack(payout["receipt"])
        else:
            await self.queue.release(payout["receipt"])
        self.free += 1
        while self.line and self.free:
            self.free -= 1
            self.line.pop(0).set_result(True)

    async def slot(self):
        if self.soft.is_set():
            return False
        if self.free:
            self.free -= 1
            return True
        future = asyncio.get_running_loop().create_future()
        self.line.append(future)
        return await future
