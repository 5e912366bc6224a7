"""Stand-ins for the visible tests: a queue, a bank that takes its time, and a resource that notes what is done to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ports import POLL, BankError

if TYPE_CHECKING:
    from ports import Payout


class FakeQueue:
    """Hands out what was put in, all of it at once. `done` and `back` keep the ids of what was acked and released."""

    def __init__(self, *accounts: str) -> None:
        self._waiting = list(accounts)
        self._out: dict[str, str] = {}
        self._deliveries = 0
        self.done: list[str] = []
        self.back: list[str] = []

    async def receive(self) -> list[Payout]:
        await asyncio.sleep(0 if self._waiting else POLL)
        batch, self._waiting = self._waiting, []
        return [self._hand_out(account) for account in batch]

    async def ack(self, receipt: str) -> None:
        await asyncio.sleep(0)
        self.done.append(self._out.pop(receipt))

    async def release(self, receipt: str) -> None:
        await asyncio.sleep(0)
        account = self._out.pop(receipt)
        self.back.append(account)
        self._waiting.append(account)

    def _hand_out(self, account: str) -> Payout:
        self._deliveries += 1
        receipt = f"receipt {self._deliveries}"
        self._out[receipt] = account
        return {"id": f"payout of {account}", "receipt": receipt, "account": account, "amount": 40}


class FakeBank:
    """Pays each account once the event `is_open` is set; `asked` keeps who was to be paid, `paid` who was."""

    def __init__(self) -> None:
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.asked: list[str] = []
        self.paid: list[str] = []
        self.refuses: set[str] = set()
        self._keys: set[str] = set()

    async def pay(self, account: str, amount: int, key: str) -> None:
        self.asked.append(account)
        await self.is_open.wait()
        await asyncio.sleep(0)
        if account in self.refuses:
            self.refuses.discard(account)
            raise BankError("503 from the bank")
        if key not in self._keys:
            self._keys.add(key)
            self.paid.append(account)


class FakeResource:
    """Notes in `log` when it is opened and closed."""

    def __init__(self, name: str, log: list[str]) -> None:
        self._name = name
        self._log = log

    async def open(self) -> None:
        await asyncio.sleep(0)
        self._log.append(f"open {self._name}")

    async def close(self) -> None:
        await asyncio.sleep(0)
        self._log.append(f"close {self._name}")
