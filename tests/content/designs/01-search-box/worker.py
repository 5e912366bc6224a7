"""One worker for the box. Callers leave their text and wait; the worker turns to whatever is the newest."""

from __future__ import annotations

import asyncio

from ports import SearchFailed


class Job:
    def __init__(self, text):
        self.text = text
        self.settled = asyncio.Event()
        self.hurry = False
        self.dropped = False


class SearchBox:
    def __init__(self, api, screen, delay=0.25):
        self._api = api
        self._screen = screen
        self._delay = delay
        self._job = None
        self._changed = asyncio.Event()
        self._worker = None
        self._closed = False

    async def on_input(self, text):
        if self._closed:
            return
        job = Job(text)
        self._replace(job)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        try:
            await job.settled.wait()
        except asyncio.CancelledError:
            if self._job is job:
                self._replace(None)
            raise

    async def on_enter(self):
        if self._job is not None:
            self._job.hurry = True
            self._changed.set()

    async def close(self):
        self._closed = True
        self._replace(None)

    def _replace(self, job):
        if self._job is not None:
            self._job.settled.set()
        self._job = job
        if job is None:
            self._screen.spinner(False)
        self._changed.set()

    async def _work(self):
        while self._job is not None:
            job = self._job
            self._changed.clear()
            if not job.text:
                self._screen.spinner(False)
                self._screen.results("", [])
            elif not await self._paused(job) or not await self._asked(job):
                continue
            if self._job is job:
                self._job = None
            job.settled.set()
        self._worker = None

    async def _paused(self, job):
        """Whether the pause came, or Enter, before another text did."""
        deadline = asyncio.get_running_loop().time() + self._delay
        while self._job is job and not job.hurry:
            try:
                async with asyncio.timeout_at(deadline):
                    await self._changed.wait()
            except TimeoutError:
                break
            self._changed.clear()
        return self._job is job

    async def _asked(self, job):
        self._screen.spinner(True)
        request = asyncio.ensure_future(self._api.search(job.text))
        while self._job is job and not request.done():
            change = asyncio.ensure_future(self._changed.wait())
            await asyncio.wait([request, change], return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
            self._changed.clear()
        if self._job is not job:
            request.cancel()
            request.add_done_callback(lambda done: done.cancelled() or done.exception())
            return False
        try:
            self._screen.results(job.text, request.result())
        except SearchFailed as error:
            self._screen.failure(job.text, str(error))
        self._screen.spinner(False)
        return True
