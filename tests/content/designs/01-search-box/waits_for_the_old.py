"""Strictly one at a time: a newer text cancels the older query and waits until it has really ended."""

from __future__ import annotations

import asyncio

from ports import SearchFailed


class SearchBox:
    def __init__(self, api, screen, delay=0.25):
        self._api = api
        self._screen = screen
        self._delay = delay
        self._tasks = set()
        self._turn = 0
        self._waiting = {}
        self._closed = False

    async def on_input(self, text):
        if self._closed:
            return
        self._turn += 1
        turn = self._turn
        self._stop()
        if not text:
            self._screen.results("", [])
            return
        self._waiting[turn] = asyncio.Event()
        task = asyncio.create_task(self._search(turn, text, set(self._tasks)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._waiting.pop(turn))
        try:
            await asyncio.shield(asyncio.wait([task]))
        except asyncio.CancelledError:
            if turn == self._turn:
                self._turn += 1
                self._stop()
            raise

    def _stop(self):
        for task in self._tasks:
            task.cancel()
        self._screen.spinner(False)

    async def _search(self, turn, text, before):
        try:
            async with asyncio.timeout(self._delay):
                await self._waiting[turn].wait()
        except TimeoutError:
            pass
        if before:
            await asyncio.wait(before)
        if turn != self._turn:
            return
        self._screen.spinner(True)
        try:
            rows = await self._api.search(text)
            draw = lambda: self._screen.results(text, rows)
        except SearchFailed as error:
            message = str(error)
            draw = lambda: self._screen.failure(text, message)
        if turn == self._turn:
            draw()
            self._screen.spinner(False)

    async def on_enter(self):
        enter = self._waiting.get(self._turn)
        if enter is not None:
            enter.set()

    async def close(self):
        self._closed = True
        self._turn += 1
        self._stop()
        if self._tasks:
            await asyncio.wait(self._tasks)
