"""the hand-over-to-whoever-is-at-hand fix

Tempting, because the permit is handed over and everybody is served in the end; a list and its `pop` do it. The list gives
the youngest first: while others keep coming, who came first waits for ever.
"""

from __future__ import annotations

import asyncio


class Semaphore:
    """Lets at most `permits` callers in at a time; further ones wait in line."""

    def __init__(self, permits: int = 1) -> None:
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._free = permits
        self._waiting: list[asyncio.Future[None]] = []

    def locked(self) -> bool:
        """Whether a caller who comes now has to wait."""
        return self._free == 0

    async def acquire(self) -> bool:
        """Take a permit, and wait for one if need be."""
        if self._free > 0:
            self._free -= 1
            return True
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.release()
            raise
        return True

    def release(self) -> None:
        """Give a permit back: to somebody who waits, or to the counter."""
        while self._waiting:
            turn = self._waiting.pop()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
