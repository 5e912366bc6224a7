"""Nothing is believed but the store: it is read before every call, and once more after a claim was won.

Who finds a refresh under way in its own tab waits for an event, and then begins anew.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ports import CLAIM_S, RefreshFailed, SessionRevoked, Unauthorized


class Session:
    def __init__(self, api: Any, auth: Any, store: Any, tab: str, access: str) -> None:
        self._api = api
        self._auth = auth
        self._store = store
        self._tab = tab
        self._over: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None
        self._failure: tuple[asyncio.Event, Exception] | None = None

    async def get(self, path: str) -> str:
        token = (await self._store.read())["access"]
        try:
            return str(await self._api.get(path, token))
        except Unauthorized:
            await self._wait(token)
        return str(await self._api.get(path, (await self._store.read())["access"]))

    async def _wait(self, refused: str) -> None:
        while (await self._store.read())["access"] == refused:
            if self._over is None:
                self._over = asyncio.Event()
                self._task = asyncio.create_task(self._refresh(refused, self._over))
            over = self._over
            await over.wait()
            if self._failure is not None and self._failure[0] is over:
                raise self._failure[1]

    async def _refresh(self, refused: str, over: asyncio.Event) -> None:
        try:
            await self._refresh_in_turn(refused)
        except (RefreshFailed, SessionRevoked) as error:
            self._failure = over, error
        finally:
            self._over = None
            over.set()

    async def _refresh_in_turn(self, refused: str) -> None:
        while True:
            record = await self._store.read()
            if record["access"] != refused:
                return
            if record.get("until", 0.0) > time.time():
                await asyncio.sleep(0.15)
                continue
            mine = record | {"claim": self._tab, "until": time.time() + CLAIM_S}
            if await self._store.swap(record, mine) and await self._store.read() == mine:
                break
        kept = {"access": record["access"], "refresh": record["refresh"]}
        try:
            kept = await self._auth.refresh(record["refresh"])
        finally:
            await self._store.swap(mine, kept)
