"""What the newsletter is handed, and the words of its report. Not yours to change.

The shape below is for reading and for your type checker; nothing of it is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Send(Protocol):
        """Hands one mail to the provider, over a connection of its own."""

        async def __call__(self, customer: str) -> None:
            """Return when the mail is out, or raise MailError or whatever else the client lets through.

            When it raises, the mail is not out. When it is cancelled it ends at once, and nobody knows: the mail may be
            out, it may go out a little later, or never.
            """


SENT = "sent"
"""The provider has taken the mail: `send` returned."""

FAILED = "failed"
"""The mail is not out: `send` raised an exception."""

UNKNOWN = "unknown"
"""The mail was cut off: it may be out or not."""


class MailError(Exception):
    """The provider did not take the mail."""


class TooManyConnections(MailError):
    """The account has as many connections open as it may: 429."""
