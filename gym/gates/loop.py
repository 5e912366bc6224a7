"""A stock event loop, held: its clock stands still, and it says when nothing more can happen.

Selector and clock are replaced on the loop that runs already, and given back afterwards. The selector is asked with a
time-out of zero while work is ready, and with another one when the loop is idle: that is how idleness is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from gym.gates.errors import GateError

MOST_TURNS = 10_000
"""So many turns without rest are taken for an endless loop; a test of a few callers takes dozens."""
LANDING_S = 1e-6
"""A clock lands so much behind a timer, as real ones do: never early."""


class _Selector:
    """The loop's own selector, but for waiting."""

    def __init__(self, stock: Any, turn: Callable[[], None], idle: Callable[[], None]) -> None:
        self._stock = stock
        self._on_turn = turn
        self._on_idle = idle

    def select(self, timeout: float | None = None) -> Any:
        events = self._stock.select(0)
        if not events:
            (self._on_turn if timeout is not None and timeout <= 0 else self._on_idle)()
        return events

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stock, name)


class HeldLoop:
    """Holds `loop` until `release`.

    `stuck` gives the error for a loop that is idle while nobody settles, or, with True, that never comes to rest.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, stuck: Callable[[bool], BaseException]) -> None:
        if not hasattr(loop, "_selector") or not hasattr(loop, "_scheduled"):
            raise GateError(f"gates hold asyncio's own event loops only, and this is a {type(loop).__name__}.")
        self.loop = cast(Any, loop)
        self._stuck = stuck
        self._stock = self.loop._selector
        self._settling: list[asyncio.Future[None]] = []
        self._turns = 0
        self.now = loop.time() if self.loop._scheduled else 0.0
        self.loop.time = self.time
        self.loop._selector = _Selector(self._stock, self._turn, self._idle)

    def time(self) -> float:
        """What the clock shows."""
        return self.now

    def release(self) -> None:
        """Give clock and selector back; what timers are left would all be due by the real clock."""
        for timer in self.loop._scheduled:
            timer.cancel()
        self.loop._selector = self._stock
        del self.loop.time

    async def settle(self) -> None:
        """Until the loop is idle."""
        settled: asyncio.Future[None] = self.loop.create_future()
        self._settling.append(settled)
        await settled

    def next_timer(self) -> float | None:
        """When the earliest timer is due, by the loop's clock."""
        return min((timer._when for timer in self.loop._scheduled if not timer.cancelled()), default=None)

    async def move_to(self, when: float) -> None:
        """Set the clock to a timer, and settle."""
        self.now = max(self.now, when + LANDING_S)
        await self.settle()

    def _turn(self) -> None:
        self._turns += 1
        if self._turns > MOST_TURNS:
            self._turns = 0
            raise self._stuck(True)

    def _idle(self) -> None:
        self._turns = 0
        settling, self._settling = self._settling, []
        waiting = [each for each in settling if not each.done()]
        for each in waiting:
            each.set_result(None)
        if not waiting:
            raise self._stuck(False)
