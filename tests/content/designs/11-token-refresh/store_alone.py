"""No sharing within the tab: every widget claims by itself in the store, and waits for the others there."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any

from ports import CLAIM_S, RefreshFailed, SessionRevoked, Unauthorized


class Session:
    def __init__(self, api: Any, auth: Any, store: Any, tab: str, access: str) -> None:
        self._api = api
        self._auth = auth
        self._store = store
        self._tab = tab
        self._access = access
        self._numbers = itertools.count(1)
        self._running: set[asyncio.Task[Any]] = set()

    async def get(self, path: str) -> str:
        used = self._access
        try:
            return str(await self._api.get(path, used))
        except Unauthorized:
            pass
        task = asyncio.ensure_future(self._turn(used))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        await asyncio.wait([task])
        outcome = task.result()
        if isinstance(outcome, Exception):
            raise outcome
        return str(await self._api.get(path, outcome))

    async def _turn(self, used: str) -> str | Exception:
        owner = f"{self._tab}/{next(self._numbers)}"
        while True:
            record = await self._store.read()
            if record["access"] != used:
                self._access = record["access"]
                return self._access
            if time.time() < float(record.get("void_at", "0")):
                await asyncio.sleep(0.5)
                continue
            mine = {**record, "owner": owner, "void_at": repr(time.time() + CLAIM_S)}
            if not await self._store.swap(record, mine):
                continue
            try:
                pair = await self._auth.refresh(record["refresh"])
            except (RefreshFailed, SessionRevoked) as error:
                await self._store.swap(mine, {"access": record["access"], "refresh": record["refresh"]})
                return error
            await self._store.swap(mine, pair)
