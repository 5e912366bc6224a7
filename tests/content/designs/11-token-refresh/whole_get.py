"""The whole of `get` is a task that nobody cancels; a lock of the tab is held while it refreshes."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ports import CLAIM_S, Unauthorized


class Session:
    def __init__(self, api: Any, auth: Any, store: Any, tab: str, access: str) -> None:
        self.api, self.auth, self.store, self.tab, self.access = api, auth, store, tab, access
        self.lock = asyncio.Lock()
        self.tasks: set[asyncio.Task[str]] = set()

    async def get(self, path: str) -> str:
        task = asyncio.create_task(self._get(path))
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[str]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def _get(self, path: str) -> str:
        token = self.access
        try:
            return str(await self.api.get(path, token))
        except Unauthorized:
            async with self.lock:
                if self.access == token:
                    await self._advance()
        return str(await self.api.get(path, self.access))

    async def _advance(self) -> None:
        while True:
            record = await self.store.read()
            if record["access"] != self.access:
                self.access = record["access"]
                return
            lease = record.get("lease")
            if lease and time.time() - lease["since"] < CLAIM_S:
                await asyncio.sleep(0.1)
                continue
            mine = dict(record, lease={"tab": self.tab, "since": time.time()})
            if not await self.store.swap(record, mine):
                await asyncio.sleep(0.1)
                continue
            after = dict(record, lease=None)
            try:
                after.update(await self.auth.refresh(record["refresh"]))
            finally:
                await self.store.swap(mine, after)
            self.access = after["access"]
            return
