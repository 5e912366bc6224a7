"""What the cache is handed, and the error that it passes on. Not yours to change.

The shape below is for reading and for your type checker; nothing of it is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Loader(Protocol):
        """Reads from the database. Slow, and of two reads the later one may be back first."""

        async def load(self, tenant: str, key: str) -> str:
            """Return the row as it was when the read reached the database, or raise LoadFailed.

            A cancelled read ends at once, and the database hears of it.
            """


class LoadFailed(Exception):
    """The database had no answer."""
