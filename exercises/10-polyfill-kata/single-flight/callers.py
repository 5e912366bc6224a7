"""How the service uses it. Not yours to change; the judge calls these too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from typing import Protocol

    from single_flight import SingleFlight

    class Store(Protocol):
        """Where the profiles are."""

        async def load(self, key: str) -> str:
            """Load a profile."""

        async def close(self, key: str) -> None:
            """Give back what a load had opened."""


async def load(flights: SingleFlight, store: Store, key: str) -> str:
    """Load one profile."""
    return await flights.do(key, lambda: store.load(key))


async def load_persistently(flights: SingleFlight, store: Store, key: str) -> str:
    """The same, and once more when it failed."""
    try:
        return await load(flights, store, key)
    except OSError:
        return await load(flights, store, key)


async def load_tidily(flights: SingleFlight, store: Store, key: str) -> str:
    """The same with a call that tidies up after itself, which takes a moment."""

    async def work() -> str:
        try:
            return await store.load(key)
        finally:
            await store.close(key)

    return await flights.do(key, work)


async def load_wrongly(flights: SingleFlight, key: str) -> str:
    """A call that fails before there is anything to await."""

    def work() -> Awaitable[str]:
        raise ValueError(f"{key} is no key")

    return await flights.do(key, work)
