"""the same-failure-for-all fix

Tempting, because who waits for a refresh shares its fate, in one tab or in two. But a claim that is gone without a new pair
does not say why, and nobody has tried on behalf of this tab: its widgets fail though the server may be well.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ports import CLAIM_S, RefreshFailed, Unauthorized

if TYPE_CHECKING:
    from ports import Api, Auth, Saved, Store

LOOK_AGAIN_S = 0.25


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
        waited = False
        while True:
            saved = await self._store.read()
            if saved["access"] != self._access:
                return str(saved["access"])
            if saved.get("until", 0) > time.time():
                await asyncio.sleep(LOOK_AGAIN_S)
                waited = True
                continue
            if waited and "until" not in saved:
                raise RefreshFailed("another tab's refresh failed")
            claimed = saved | {"claim": self._tab, "until": time.time() + CLAIM_S}
            if await self._store.swap(saved, claimed):
                return await self._refresh(saved, claimed)

    async def _refresh(self, saved: Saved, claimed: Saved) -> str:
        """Use the refresh token up. The pair is saved before anybody uses it; a failure gives the claim back."""
        try:
            pair = await self._auth.refresh(saved["refresh"])
        except Exception:
            await self._store.swap(claimed, saved)
            raise
        await self._store.swap(claimed, pair)
        return pair["access"]


def _look_at(task: asyncio.Task[None]) -> None:
    """Nobody may be left to be told of a failure."""
    if not task.cancelled():
        task.exception()
