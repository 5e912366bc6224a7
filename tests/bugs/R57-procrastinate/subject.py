"""A worker that looks for jobs every few seconds until it is told to stop."""

from procrastinate import App
from procrastinate.testing import InMemoryConnector
from procrastinate.worker import Worker


class Jobs:
    def __init__(self):
        self._worker = Worker(App(connector=InMemoryConnector()))

    async def run(self):
        await self._worker.run()

    def stop(self):
        self._worker.stop()
