"""How books are read. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from typing import Protocol

    Pages = AsyncGenerator[tuple[int, str], None]
    AsCompleted = Callable[..., Pages]

    class Store(Protocol):
        """Where the pages are."""

        async def fetch(self, name: str) -> str:
            """Fetch a page."""

        async def close(self, name: str) -> None:
            """Give back what a fetch had opened."""

    class Screen(Protocol):
        """Where they are shown."""

        async def draw(self, text: str) -> None:
            """Draw something, which takes a moment."""


async def read_all(as_completed: AsCompleted, store: Store, names: str) -> list[tuple[int, str]]:
    """All pages of a book."""
    return [(index, page) async for index, page in as_completed(*(store.fetch(name) for name in names))]


async def read_all_tidily(as_completed: AsCompleted, store: Store, names: str) -> list[tuple[int, str]]:
    """The same, where each fetch tidies up after itself, which takes a moment."""
    return [(index, page) async for index, page in as_completed(*(_tidily(store, name) for name in names))]


async def show_all(as_completed: AsCompleted, store: Store, screen: Screen, names: str) -> None:
    """Draw each page before the next is asked for."""
    async for _, page in as_completed(*(store.fetch(name) for name in names)):
        await screen.draw(page)


async def show_title(as_completed: AsCompleted, store: Store, screen: Screen, names: str) -> list[tuple[int, str]]:
    """Open a book, draw its title, and only then ask for pages."""
    pages = as_completed(*(store.fetch(name) for name in names))
    await screen.draw("title")
    return [(index, page) async for index, page in pages]


async def read_some(as_completed: AsCompleted, store: Store, names: str, count: int) -> list[str]:
    """The first pages to come, and close the book."""
    pages: list[str] = []
    async with aclosing(as_completed(*(_tidily(store, name) for name in names))) as book:
        while len(pages) < count:
            _, page = await anext(book)
            pages.append(page)
    return pages


async def read_past_the_end(as_completed: AsCompleted, store: Store, names: str) -> list[str]:
    """Ask twice more than there are pages, note what comes, and close the book twice."""
    book = as_completed(*(store.fetch(name) for name in names))
    found: list[str] = []
    for _ in range(len(names) + 2):
        try:
            _, page = await anext(book)
        except OSError as error:
            found.append(str(error))
        except StopAsyncIteration:
            found.append("end")
        else:
            found.append(page)
    for _ in range(2):
        await book.aclose()
    return found


class Book:
    """A book whose pages are begun first and read later. Each of them can be torn out."""

    def __init__(self, as_completed: AsCompleted, store: Store) -> None:
        self._as_completed = as_completed
        self._store = store
        self._pages: dict[str, asyncio.Task[str]] = {}

    def begin(self, names: str) -> None:
        """Begin to fetch these."""
        self._pages = {name: asyncio.ensure_future(self._store.fetch(name)) for name in names}

    async def read(self) -> list[tuple[int, str]]:
        """Read them."""
        return [(index, page) async for index, page in self._as_completed(*self._pages.values())]

    def tear_out(self, name: str) -> None:
        """Stop one of them."""
        self._pages[name].cancel()


async def _tidily(store: Store, name: str) -> str:
    try:
        return await store.fetch(name)
    finally:
        await store.close(name)
