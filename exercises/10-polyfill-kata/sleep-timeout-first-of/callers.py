"""How packages are fetched. Not yours to change; the judge calls these too."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Protocol

    Timeout = Callable[[Awaitable[str], float], Awaitable[str]]
    FirstOf = Callable[..., Awaitable[str]]

    class Mirrors(Protocol):
        """Where the packages are."""

        async def fetch(self, name: str) -> str:
            """Fetch from the mirror of that name."""

        async def close(self, name: str) -> None:
            """Give back what a fetch had opened."""


async def fetch(timeout: Timeout, mirrors: Mirrors, name: str, seconds: float) -> str:
    """Fetch from one mirror, within so many seconds."""
    return await timeout(mirrors.fetch(name), seconds)


async def fetch_tidily(timeout: Timeout, mirrors: Mirrors, name: str, seconds: float) -> str:
    """The same, and close the connection, which takes a moment."""
    return await timeout(_tidily(mirrors, name), seconds)


async def fetch_or_old(timeout: Timeout, mirrors: Mirrors, name: str, seconds: float) -> str:
    """The same; if the time is too short, what we have of old will do."""

    async def work() -> str:
        try:
            return await mirrors.fetch(name)
        except asyncio.CancelledError:
            return f"old {name}"

    return await timeout(work(), seconds)


async def fetch_within(timeout: Timeout, mirrors: Mirrors, name: str, inner: float, outer: float) -> str:
    """A timeout within another."""
    return await timeout(fetch(timeout, mirrors, name, inner), outer)


async def have(timeout: Timeout, name: str, seconds: float) -> str:
    """Wait for what is there already."""
    there = asyncio.get_running_loop().create_future()
    there.set_result(name)
    return await timeout(there, seconds)


async def fetch_any(first_of: FirstOf, mirrors: Mirrors, names: str) -> str:
    """Fetch from the mirror that is the first to answer."""
    return await first_of(*(mirrors.fetch(name) for name in names))


async def fetch_any_tidily(first_of: FirstOf, mirrors: Mirrors, names: str) -> str:
    """The same, and close each connection, which takes a moment."""
    return await first_of(*(_tidily(mirrors, name) for name in names))


class Download:
    """A fetch that is begun first and waited for later. It can be stopped."""

    def __init__(self, timeout: Timeout, mirrors: Mirrors) -> None:
        self._timeout = timeout
        self._mirrors = mirrors
        self._task: asyncio.Task[str] | None = None

    def begin(self, name: str) -> None:
        """Begin to fetch."""
        self._task = asyncio.ensure_future(self._mirrors.fetch(name))

    async def wait(self, seconds: float) -> str:
        """Wait for it, so many seconds."""
        assert self._task is not None
        return await self._timeout(self._task, seconds)

    def stop(self) -> None:
        """Stop it."""
        assert self._task is not None
        self._task.cancel()


async def _tidily(mirrors: Mirrors, name: str) -> str:
    try:
        return await mirrors.fetch(name)
    finally:
        await mirrors.close(name)
