"""the single-flight fix

Tempting, because one task for all widgets makes one refresh of six, and the store is asked first for what another tab has
done. Two tabs that ask at the same time are both told that nobody has done anything.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ports import Unauthorized

if TYPE_CHECKING:
    from ports import Api, Auth, Saved, Store


class Session:
    """Gets data for the widgets of one tab, and a new access token when the old one has run out."""

    def __init__(self, api: Api, auth: Auth, store: Store, tab: str, access: str) -> None:
        self._api = api
        self._auth = auth
        self._store = store
        self._tab = tab
        self._access = access
        self._renewal: asyncio.Task[None] | None = None

    async def get(self, path: str) -> str:
        """Return what is at `path`. A token that has run out is replaced, and nobody notices."""
        used = self._access
        try:
            return await self._api.get(path, used)
        except Unauthorized:
            if self._access == used:  # else the 401 is about a token that has been replaced since
                await self._renewed()
        return await self._api.get(path, self._access)

    async def _renewed(self) -> None:
        """Wait for the renewal that is under way, or for a new one."""
        if self._renewal is None:
            self._renewal = asyncio.create_task(self._renew())
            self._renewal.add_done_callback(_look_at)
        await asyncio.shield(self._renewal)

    async def _renew(self) -> None:
        try:
            self._access = await self._newer()
        finally:
            self._renewal = None

    async def _newer(self) -> str:
        """An access token newer than ours: another tab's, or by a refresh of our own when it is our turn."""
        saved = await self._store.read()
        if saved["access"] != self._access:
            return str(saved["access"])
        return await self._refresh(saved)

    async def _refresh(self, saved: Saved) -> str:
        """Use the refresh token up. The pair is saved before anybody uses it."""
        pair = await self._auth.refresh(saved["refresh"])
        await self._store.swap(saved, pair)
        return pair["access"]


def _look_at(task: asyncio.Task[None]) -> None:
    """Nobody may be left to be told of a failure."""
    if not task.cancelled():
        task.exception()
