"""Every query has an event that says it is gone; its caller races each step against that event."""

from __future__ import annotations

import asyncio
import contextlib

from ports import SearchFailed


class SearchBox:
    def __init__(self, api, screen, delay=0.25):
        self._api = api
        self._screen = screen
        self._delay = delay
        self._gone = asyncio.Event()
        self._enter = asyncio.Event()
        self._closed = False

    async def on_input(self, text):
        if self._closed:
            return
        self._gone.set()
        gone = self._gone = asyncio.Event()
        enter = self._enter = asyncio.Event()
        self._screen.spinner(False)
        if not text:
            self._screen.results("", [])
            return
        try:
            if not await self._either(asyncio.sleep(self._delay), enter.wait(), gone.wait()) or gone.is_set():
                return
            self._screen.spinner(True)
            await self._ask(text, gone)
        finally:
            if not gone.is_set():
                gone.set()
                self._screen.spinner(False)

    async def _ask(self, text, gone):
        done = await self._either(self._api.search(text), gone.wait())
        if gone.is_set():
            return
        try:
            rows = done[0].result()
        except SearchFailed as error:
            self._screen.failure(text, str(error))
        else:
            self._screen.results(text, rows)

    async def _either(self, *steps):
        """Those steps that are done, when one is; the rest is cancelled and not waited for."""
        tasks = [asyncio.ensure_future(step) for step in steps]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
                task.add_done_callback(forget)
        return [task for task in tasks if task.done() and not task.cancelled()]

    async def on_enter(self):
        self._enter.set()

    async def close(self):
        self._closed = True
        self._gone.set()
        self._screen.spinner(False)


def forget(task):
    with contextlib.suppress(asyncio.CancelledError, Exception):
        task.exception()
