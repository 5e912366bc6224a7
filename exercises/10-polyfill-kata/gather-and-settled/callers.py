"""How pages are put together. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Protocol

    All = Callable[..., Awaitable[list[Any]]]
    """`gather` or `settled`."""

    class Store(Protocol):
        """Where the parts of a page are."""

        async def fetch(self, name: str) -> str:
            """Fetch a part."""


async def load(wait_for_all: All, store: Store, names: str) -> list[Any]:
    """The parts of a page."""
    return await wait_for_all(*(store.fetch(name) for name in names))


async def load_framed(wait_for_all: All, store: Store, frame: str, name: str) -> list[Any]:
    """One part between two others that are the same."""
    around = store.fetch(frame)
    return await wait_for_all(around, store.fetch(name), around)


class Page:
    """A page whose parts are begun first and waited for later. Each of them can be stopped."""

    def __init__(self, wait_for_all: All, store: Store) -> None:
        self._wait_for_all = wait_for_all
        self._store = store
        self._parts: dict[str, asyncio.Task[str]] = {}

    def begin(self, names: str) -> None:
        """Begin to fetch these."""
        self._parts = {name: asyncio.ensure_future(self._store.fetch(name)) for name in names}

    async def load(self) -> list[Any]:
        """Wait for them."""
        return await self._wait_for_all(*self._parts.values())

    async def begin_and_load(self, names: str) -> list[Any]:
        """Both in one."""
        self.begin(names)
        return await self.load()

    def stop(self, name: str) -> None:
        """Stop one of them."""
        self._parts[name].cancel()
