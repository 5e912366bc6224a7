"""Each wait is an object of its own, which knows whether it is still the current one."""

from __future__ import annotations

import asyncio
import functools


class Debounced:
    """Has a current wait, or none."""

    def __init__(self, fn, wait):
        self.fn, self.wait = fn, wait
        self.current = None

    pending = property(lambda self: self.current is not None)

    def __call__(self, *args):
        self.cancel()
        self.current = _Wait(self, functools.partial(self.fn, *args))

    def cancel(self):
        if self.current:
            self.current.handle.cancel()
        self.current = None

    def flush(self):
        return self.current.go() if self.current else None


class _Wait:
    def __init__(self, owner, call):
        self.owner, self.call = owner, call
        self.handle = asyncio.get_event_loop().call_later(owner.wait, self.go)

    def go(self):
        self.owner.cancel()
        return self.call()
