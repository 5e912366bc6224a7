"""What a tab's session is handed, and the errors that it passes on. Not yours to change.

The shapes below are for reading and for your type checker; nothing of them is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

CLAIM_S = 5.0
"""A claim counts for so many seconds from the moment at which it was made, on the clock of `time.time`."""

if TYPE_CHECKING:
    from typing import Any, Protocol

    Saved = dict[str, Any]
    """What the store holds: `{"access": "a1", "refresh": "r1"}`, and whatever else you put beside these two.

    It holds what JSON can hold. What you were given is yours: changing it changes nothing in the store.
    """

    class Api(Protocol):
        """The service whose data the widgets show."""

        async def get(self, path: str, access: str) -> str:
            """Return what is at `path`, or raise Unauthorized (401) or another ApiError.

            A cancelled call ends at once.
            """

    class Auth(Protocol):
        """The server that gives out tokens. It answers within three seconds, one way or the other."""

        async def refresh(self, refresh: str) -> dict[str, str]:
            """Use a refresh token up; return a pair, `{"access": "a2", "refresh": "r2"}`.

            Raises RefreshFailed when the server could not do it: the token was not used, and is still good. Raises
            SessionRevoked when it was used before: from then on no token of this session is good for anything.

            Hanging up stops nothing. The server uses the token up all the same, and the pair is lost.
            """

    class Store(Protocol):
        """The browser's storage: one record, the same for all tabs. A call takes effect as a whole, when it is answered."""

        async def read(self) -> Saved:
            """Return the record."""

        async def swap(self, old: Saved, new: Saved) -> bool:
            """Compare and set: if the record is equal to `old`, replace it by `new` and return True; else return False."""


class ApiError(Exception):
    """The service did not give what it was asked for."""


class Unauthorized(ApiError):
    """401: it does not accept the access token, or not for this."""


class RefreshFailed(Exception):
    """The token server could not do it. The refresh token was not used."""


class SessionRevoked(Exception):
    """The refresh token had been used before. The user has to log in again."""
