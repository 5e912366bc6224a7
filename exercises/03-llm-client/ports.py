"""What the client is handed: providers and settings, and the errors that go with them. Not yours to change.

Of a provider only its shape is here, for reading and for your type checker; nothing of that is there at run time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Protocol

    class Stream(AsyncIterator[str], Protocol):
        """The tokens of one answer, as they come. Each may take its time."""

        async def aclose(self) -> None:
            """Stop reading. Harmless at the end, and a second time."""

    class Provider(Protocol):
        """A language model behind a network. Its own library does not try again; that was switched off."""

        def stream(self, prompt: str) -> Stream:
            """Ask for an answer; the call goes out with the first `anext`.

            Taking a token may raise ApiError, a ConnectionError, or another OSError (a certificate that cannot be
            read, say), before the first token or after some of them.
            The provider writes, and bills, for as long as somebody waits for a token. Cancelling who waits stops it.
            """


@dataclass(frozen=True)
class Settings:
    """How the client behaves. Times are in seconds."""

    timeout: float = 20.0
    retries: int = 2
    base: float = 0.2
    cap: float = 5.0
    retry_ratio: float = 0.1
    retry_floor: int = 10
    retry_window: float = 10.0
    threshold: int = 5
    cooldown: float = 30.0
    half_open_max: int = 1
    hedge_after: float | None = None


class ApiError(Exception):
    """The provider answered with an HTTP status that is not 200; `retry_after` is in seconds, where it sent one."""

    def __init__(self, message: str = "", status: int = 500, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class CircuitOpen(Exception):
    """The provider was not asked, because its breaker is open."""


class AllFailed(ExceptionGroup):
    """Every provider has failed. The members say how, in the order of the providers."""
