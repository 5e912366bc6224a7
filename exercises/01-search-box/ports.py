"""What the search box is handed, and the error of the API. Not yours to change.

The shapes below are for reading and for your type checker; nothing of them is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Api(Protocol):
        """The search. Slow, and an answer may overtake an earlier one."""

        async def search(self, text: str) -> list[str]:
            """Return the products that fit, or raise SearchFailed."""

    class Screen(Protocol):
        """Draws at once. None of these waits."""

        def results(self, text: str, rows: list[str]) -> None:
            """Show the rows found for `text`, in place of whatever is there."""

        def failure(self, text: str, message: str) -> None:
            """Show that the search for `text` failed, in place of whatever is there."""

        def spinner(self, on: bool) -> None:
            """Let the spinner turn, or stop it. Saying the same twice does no harm."""


class SearchFailed(Exception):
    """The API had no answer."""
