"""Each batch has a bell and a board; who loads waits for the bell and reads its line."""

from __future__ import annotations

import asyncio


class BatchLoader:
    def __init__(self, fetch, max_batch=None):
        self.fetch, self.max_batch = fetch, max_batch
        self.batch = None
        self.running = set()

    async def load(self, key):
        batch = self.batch
        if batch is None:
            batch = self.batch = ([], {}, asyncio.Event())
            self._begin(self._send(batch))
        keys, board, bell = batch
        if key not in keys:
            keys.append(key)
        while key not in board:
            await bell.wait()
            if key not in board:
                # Another part of the batch was first.
                bell.clear()
        ok, value = board[key]
        if not ok:
            raise value
        return value

    def _begin(self, work):
        task = asyncio.ensure_future(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def _send(self, batch):
        self.batch = None
        keys, board, bell = batch
        step = self.max_batch or len(keys)
        await asyncio.gather(*(self._part(keys[at : at + step], board, bell) for at in range(0, len(keys), step)))

    async def _part(self, keys, board, bell):
        try:
            values = list(await self.fetch(list(keys)))
            if len(values) != len(keys):
                raise ValueError("wrong number of values")
        except Exception as error:
            values = [error] * len(keys)
        board.update({key: (not isinstance(value, Exception), value) for key, value in zip(keys, values, strict=True)})
        bell.set()
