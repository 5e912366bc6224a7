"""What the mailer is handed, and the error that it passes on. Not yours to change.

The shape below is for reading and for your type checker; nothing of it is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Server(Protocol):
        """The mail server of our supplier."""

        async def connect(self) -> str:
            """Open a connection and return its client, or raise ConnectFailed. Takes a second or two."""

        async def deliver(self, client: str, address: str, text: str) -> None:
            """Send one mail through a connected client."""


class ConnectFailed(Exception):
    """The mail server did not let us connect."""
