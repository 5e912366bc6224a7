"""What the limits are handed. Not yours to change.

Of the clock only its shape is here, for reading and for your type checker; nothing of that is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Clock(Protocol):
        """Tells the time by which tokens and windows are counted. It is not the event loop's clock."""

        def __call__(self) -> float:
            """Return the time in seconds, from whatever beginning.

            It may stand still for a while, jump ahead, and be set back. Otherwise it goes as fast as the loop's.
            """
