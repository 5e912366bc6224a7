"""A lock for the tab, held by a task of each widget's own; who gets it looks first whether there is a newer token by now.

A widget that leaves has only stopped listening: its task goes on, gives the claim back and then the lock. No shared result
has to be remembered or forgotten, and when a refresh fails, the next in the queue tries itself. The price: as many tasks as
there are widgets, and when the token server is down, as many tries, one after the other.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ports import CLAIM_S, RefreshFailed, SessionRevoked, Unauthorized

if TYPE_CHECKING:
    from ports import Api, Auth, Saved, Store

LOOK_AGAIN_S = 0.2


class Session:
    """Gets data for the widgets of one tab, and a new access token when the old one has run out."""

    def __init__(self, api: Api, auth: Auth, store: Store, tab: str, access: str) -> None:
        self._api = api
        self._auth = auth
        self._store = store
        self._tab = tab
        self._access = access
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Exception | None]] = set()

    async def get(self, path: str) -> str:
        """Return what is at `path`. A token that has run out is replaced, and nobody notices."""
        used = self._access
        try:
            return await self._api.get(path, used)
        except Unauthorized:
            pass
        task = asyncio.create_task(self._replace(used))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        failure = await asyncio.shield(task)
        if failure is not None:
            raise failure
        return await self._api.get(path, self._access)

    async def _replace(self, used: str) -> Exception | None:
        """See to it that the token is another than `used`. Returns a failure: there may be nobody to raise it to."""
        async with self._lock:
            if self._access != used:
                return None
            try:
                self._access = await self._newer(used)
            except (RefreshFailed, SessionRevoked) as error:
                return error
            return None

    async def _newer(self, used: str) -> str:
        """Another tab's token, or the one that a refresh of our own brings."""
        saved = await self._store.read()
        while saved["access"] == used:
            if "claim" in saved and saved["claim"][1] > time.time():
                await asyncio.sleep(LOOK_AGAIN_S)
            else:
                claimed = saved | {"claim": [self._tab, time.time() + CLAIM_S]}
                if await self._store.swap(saved, claimed):
                    return await self._refresh(claimed)
            saved = await self._store.read()
        return str(saved["access"])

    async def _refresh(self, claimed: Saved) -> str:
        """Use the refresh token up. Whatever comes of it, the claim is gone afterwards."""
        after = {"access": claimed["access"], "refresh": claimed["refresh"]}
        try:
            pair = await self._auth.refresh(claimed["refresh"])
            after |= pair
        finally:
            await self._store.swap(claimed, after)
        return pair["access"]
