"""A task that lives as long as waits follow each other."""

from __future__ import annotations

import asyncio


class Throttled:
    """Runs, and lets a task do the later ones."""

    def __init__(self, fn, wait, *, leading=True, trailing=True):
        self.fn, self.wait, self.leading, self.trailing = fn, wait, leading, trailing
        self.kept = []
        self.pacer = None

    @property
    def pending(self):
        return bool(self.kept)

    def __call__(self, *args):
        if self.pacer is not None:
            if self.trailing:
                self.kept = [args]
            return
        self.pacer = asyncio.ensure_future(self.pace())
        if self.leading:
            self.fn(*args)
        elif self.trailing:
            self.kept = [args]

    async def pace(self):
        while True:
            await asyncio.sleep(self.wait)
            if not self.kept:
                self.pacer = None
                return
            (args,), self.kept = self.kept, []
            self.fn(*args)

    def cancel(self):
        self.kept = []
        if self.pacer is not None:
            self.pacer.cancel()
            self.pacer = None
