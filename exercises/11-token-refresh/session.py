"""The signed-in session of one tab: every widget on the page asks for its data through it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ports import ApiError

if TYPE_CHECKING:
    from ports import Api, Auth, Saved, Store

log = logging.getLogger(__name__)

ATTEMPTS = 3


class Session:
    """Gets data for the widgets of one tab, and a new access token when the old one has run out."""

    def __init__(self, api: Api, auth: Auth, store: Store, tab: str, access: str) -> None:
        self._api = api
        self._auth = auth
        self._store = store
        self._tab = tab
        self._access = access
        self._refreshing: asyncio.Task[dict[str, str]] | None = None

    async def get(self, path: str) -> str:
        """Return what is at `path`. A token that has run out is replaced, and nobody notices."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._api.get(path, self._access)
            except ApiError as error:
                if attempt == ATTEMPTS:
                    raise
                log.info("tab=%s path=%s attempt=%d: %r", self._tab, path, attempt, error)
            await self._refresh()
        raise AssertionError("the last attempt returns or raises")

    async def _refresh(self) -> None:
        """Take the next pair of tokens. Widgets that come together share one refresh."""
        if self._refreshing is None:
            saved = await self._store.read()
            self._refreshing = asyncio.create_task(self._auth.refresh(saved["refresh"]))
            pair = await self._refreshing
            self._refreshing = None
            await self._save(saved, pair)
        else:
            pair = await self._refreshing
        self._access = pair["access"]

    async def _save(self, saved: Saved, pair: dict[str, str]) -> None:
        """Keep the pair for the other tabs, and for the next time that the page is opened."""
        while not await self._store.swap(saved, saved | pair):
            saved = await self._store.read()
