"""The claim is that the refresh token is not there: whoever refreshes takes it out of the record and puts the next one in.

In the tab a condition keeps the widgets apart; who waits for it looks at a number that goes up with every token.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ports import CLAIM_S, Unauthorized


class Session:
    def __init__(self, api: Any, auth: Any, store: Any, tab: str, access: str) -> None:
        self._api = api
        self._auth = auth
        self._store = store
        self._tab = tab
        self._token = access
        self._generation = 0
        self._busy = False
        self._changed = asyncio.Condition()
        self._background: set[asyncio.Task[None]] = set()

    async def get(self, path: str) -> str:
        generation, token = self._generation, self._token
        try:
            return str(await self._api.get(path, token))
        except Unauthorized as refused:
            first = refused
        task = asyncio.create_task(self._advance(generation))
        self._background.add(task)
        task.add_done_callback(self._finished)
        await asyncio.shield(task)
        if self._generation == generation:
            raise first
        return str(await self._api.get(path, self._token))

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled():
            task.exception()

    async def _advance(self, generation: int) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: not self._busy)
            if self._generation != generation:
                return
            self._busy = True
        try:
            token = await self._obtain()
            self._token, self._generation = token, self._generation + 1
        finally:
            async with self._changed:
                self._busy = False
                self._changed.notify_all()

    async def _obtain(self) -> str:
        while True:
            seen = await self._store.read()
            if seen["access"] != self._token:
                return str(seen["access"])
            spare = seen.get("spare")
            if seen["refresh"] is None and time.time() - seen["since"] < CLAIM_S:
                await asyncio.sleep(0.3)
                continue
            token = seen["refresh"] or spare
            taken = {"access": seen["access"], "refresh": None, "spare": token, "since": time.time(), "tab": self._tab}
            if not await self._store.swap(seen, taken):
                continue
            try:
                pair = await self._auth.refresh(token)
            except Exception:
                await self._store.swap(taken, {"access": seen["access"], "refresh": token})
                raise
            await self._store.swap(taken, pair)
            return str(pair["access"])
