"""Jobs, two at a time and one in the queue."""

from aiojobs import Scheduler


class Jobs:
    def __init__(self, worker):
        self._worker = worker
        self._scheduler = Scheduler(close_timeout=1, limit=2, pending_limit=1, exception_handler=None)

    async def submit(self, number):
        await self._scheduler.spawn(self._worker.work(number))

    def under_way(self):
        return [self._scheduler.active_count, self._scheduler.pending_count]

    async def close(self):
        await self._scheduler.close()
