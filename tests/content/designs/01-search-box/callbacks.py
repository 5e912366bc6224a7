"""No coroutine of its own: a timer handle, a task's done callback, and a future for the caller."""

from __future__ import annotations

import asyncio

from ports import SearchFailed


class SearchBox:
    def __init__(self, api, screen, delay=0.25):
        self.api, self.screen, self.delay = api, screen, delay
        self.current = None
        self.closed = False

    async def on_input(self, text):
        if self.closed:
            return
        self.drop()
        if not text:
            self.screen.results("", [])
            return
        query = self.current = Query(self, text)
        try:
            await query.over
        finally:
            if self.current is query:
                self.drop()

    async def on_enter(self):
        if self.current is not None:
            self.current.send()

    async def close(self):
        self.closed = True
        self.drop()

    def drop(self):
        if self.current is not None:
            self.current.stop()
            self.current = None


class Query:
    def __init__(self, box, text):
        loop = asyncio.get_running_loop()
        self.box, self.text = box, text
        self.over = loop.create_future()
        self.task = None
        self.timer = loop.call_later(box.delay, self.send)

    def send(self):
        self.timer.cancel()
        if self.task is None and not self.over.done():
            self.box.screen.spinner(True)
            self.task = asyncio.ensure_future(self.box.api.search(self.text))
            self.task.add_done_callback(self.answered)

    def stop(self):
        self.timer.cancel()
        self.box.screen.spinner(False)
        if self.task is not None:
            self.task.cancel()
        if not self.over.done():
            self.over.set_result(None)

    def answered(self, task):
        if task.cancelled():
            return
        error = task.exception()
        if self.box.current is not self:
            return
        if error is None:
            self.box.screen.results(self.text, task.result())
        elif isinstance(error, SearchFailed):
            self.box.screen.failure(self.text, str(error))
        elif not self.over.done():
            self.over.set_exception(error)
        self.box.drop()
