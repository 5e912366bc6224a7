"""A collector task that lives as long as there are keys to send, and leaves the calls to tasks of their own."""

from __future__ import annotations

import asyncio


class BatchLoader:
    def __init__(self, fetch, max_batch=None):
        self._fetch = fetch
        self._max = max_batch
        self._asked = []
        self._alive = {}

    async def load(self, key):
        answer = asyncio.get_running_loop().create_future()
        self._asked.append((key, answer))
        if "collector" not in self._alive:
            self._alive["collector"] = asyncio.create_task(self._collect())
        return await answer

    async def _collect(self):
        while self._asked:
            asked, self._asked = self._asked, []
            keys = list(dict.fromkeys(key for key, _ in asked))
            step = self._max or len(keys)
            for at in range(0, len(keys), step):
                part = keys[at : at + step]
                call = asyncio.create_task(self._call(part, [pair for pair in asked if pair[0] in part]))
                self._alive[call] = call
                call.add_done_callback(self._alive.pop)
            await asyncio.sleep(0)
        del self._alive["collector"]

    async def _call(self, keys, asked):
        outcome = dict.fromkeys(keys)
        try:
            values = await self._fetch(keys)
            if len(values) != len(keys):
                raise ValueError(f"{len(keys)} keys")
            outcome = dict(zip(keys, values, strict=True))
        except Exception as error:
            outcome = dict.fromkeys(keys, error)
        for key, answer in asked:
            if answer.done():
                continue
            if isinstance(outcome[key], Exception):
                answer.set_exception(outcome[key])
                answer.exception()
            else:
                answer.set_result(outcome[key])
