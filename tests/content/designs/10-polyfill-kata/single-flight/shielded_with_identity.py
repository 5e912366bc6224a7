"""Shield, a set of those who wait, and a done callback that removes only its own task."""

from __future__ import annotations

import asyncio


class SingleFlight:
    """Tasks by key, and who waits for each."""

    def __init__(self):
        self._tasks = {}

    async def do(self, key, fn):
        if key in self._tasks:
            task, waiters = self._tasks[key]
        else:
            try:
                work = fn()
            except Exception:
                raise
            task, waiters = self._tasks[key] = (asyncio.ensure_future(work), set())
            task.add_done_callback(lambda done: (self._drop(key, done), done.cancelled() or done.exception()))
        me = object()
        waiters.add(me)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if waiters == {me}:
                self._drop(key, task)
                task.cancel()
            raise
        finally:
            waiters.discard(me)

    def _drop(self, key, task):
        if key in self._tasks and self._tasks[key][0] is task:
            del self._tasks[key]
