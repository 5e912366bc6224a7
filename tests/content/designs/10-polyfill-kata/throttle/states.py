"""Three states: idle, waiting, waiting with a call."""

from __future__ import annotations

import asyncio

IDLE, WAITING, HOLDING = range(3)


class Throttled:
    """A small state machine."""

    def __init__(self, fn, wait, *, leading=True, trailing=True):
        self._fn, self._wait, self._edges = fn, wait, (leading, trailing)
        self._state, self._args, self._epoch = IDLE, (), 0

    @property
    def pending(self):
        return self._state == HOLDING

    def __call__(self, *args):
        leading, trailing = self._edges
        first = self._state == IDLE
        if first:
            self._state = WAITING
            self._arm()
        if first and leading:
            self._fn(*args)
        elif trailing:
            self._state, self._args = HOLDING, args

    def cancel(self):
        self._state = IDLE
        self._epoch += 1

    def _arm(self):
        asyncio.get_running_loop().call_later(self._wait, self._over, self._epoch)

    def _over(self, epoch):
        if epoch != self._epoch:
            return
        if self._state == HOLDING:
            self._state = WAITING
            self._arm()
            self._fn(*self._args)
        else:
            self._state = IDLE
