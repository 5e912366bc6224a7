"""A function that tidies up after itself. Not yours to change; the judge uses it too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Protocol

    class Store(Protocol):
        """Where the pictures are."""

        async def fetch(self, item: str, index: int) -> str:
            """Fetch a picture."""

        async def close(self, item: str) -> None:
            """Give back what a fetch had opened."""


def tidily(store: Store) -> Callable[[str, int], Awaitable[str]]:
    """`store.fetch`, and after it, however it ended, `store.close`."""

    async def fetch(item: str, index: int) -> str:
        try:
            return await store.fetch(item, index)
        finally:
            await store.close(item)

    return fetch
