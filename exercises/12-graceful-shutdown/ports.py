"""What the payout service is handed, and the words that it ends with. Not yours to change.

The shapes below are for reading and for your type checker; nothing of them is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol, TypedDict

    class Payout(TypedDict):
        """One payout as the queue hands it out."""

        id: str
        """Names the payout: the same at every delivery."""
        receipt: str
        """Names this delivery: another one every time the payout is handed out."""
        account: str
        amount: int

    class Queue(Protocol):
        """Payouts that wait. Several instances share it.

        What it has handed out it gives to nobody else until that is released, or until ten minutes have gone by
        with neither `ack` nor `release`.
        """

        async def receive(self) -> list[Payout]:
            """Return up to ten payouts as soon as there are any, or none after POLL seconds. May raise QueueError.

            When it is cancelled, the queue may have handed out payouts all the same, to nobody.
            """

        async def ack(self, receipt: str) -> None:
            """Strike the payout off: it is done. Takes a moment, and does not fail."""

        async def release(self, receipt: str) -> None:
            """Hand the payout back: whoever asks next gets it. Takes a moment, and does not fail."""

    class Bank(Protocol):
        """Pays. Slow: from a second to some minutes a call."""

        async def pay(self, account: str, amount: int, key: str) -> None:
            """Pay, or raise BankError or whatever else its client lets through.

            `key` names the order: asked again with it, the bank does not pay again. When the call is cancelled
            it ends at once, and nobody knows whether the bank has paid.
            """

    class Resource(Protocol):
        """A pool, a session, a lock file: something to be opened before the work, and closed after it."""

        async def open(self) -> None:
            """Open it, or raise: then it is not open, and there is nothing to close."""

        async def close(self) -> None:
            """Close it. When it raises, it is closed as far as it can be."""


POLL = 20.0
"""Seconds after which `receive` comes back with nothing."""

CLEAN = 0
"""Exit code: nothing was cut off."""

FAILED = 1
"""Exit code: a resource could not be opened or closed, or the queue failed."""

CUT = 2
"""Exit code: a payout, or a call of `receive`, was cut off."""


class QueueError(Exception):
    """The queue is gone."""


class BankError(Exception):
    """The bank refused, or failed."""
