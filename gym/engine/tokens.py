"""Short names for schedules: `02-credit-wallet#overspend:p11.L0.3c1.2-6c0.2~1f3a`.

After the check's id: the Python minor on which it was found (`p11c` with CPython's own faults mended), the level, the
deviations (ordinal of the choice and id of the event), a checksum. A token replays on any machine; an edit of the code
may make it diverge, which is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from gym.engine.schedule import Deviation, Schedule
from gym.errors import TokenError

_TOKEN = re.compile(
    r"(?P<check>[^:\s]*:?[^:\s]+#[^:\s]+):p(?P<minor>\d+)(?P<corrected>c?)\.L(?P<level>[012])\.(?P<path>[^~\s]*)~(?P<sum>[0-9a-f]{4})"
)
_DEVIATION = re.compile(r"(\d+)(\D\S*)")


@dataclass(frozen=True, slots=True)
class Token:
    """A schedule of one check, as it can be printed and typed. `corrected`: asyncio's own faults were mended."""

    check: str
    minor: int
    level: int
    schedule: Schedule
    corrected: bool = False

    def __str__(self) -> str:
        body = self._body()
        return f"{body}~{_checksum(body)}"

    def _body(self) -> str:
        path = "-".join(f"{ordinal}{option}" for ordinal, option in self.schedule)
        return f"{self.check}:p{self.minor}{'c' if self.corrected else ''}.L{self.level}.{path}"

    @property
    def kata(self) -> str:
        return self.check.partition("#")[0]


def parse_token(text: str) -> Token:
    """Read a token. Raises TokenError with the reason."""
    text = text.strip()
    match = _TOKEN.fullmatch(text)
    if match is None:
        raise TokenError(f"{text!r} is not a replay token; it looks like KATA#CHECK:p11.L0.3c1.2~1f3a")
    if _checksum(text.rpartition("~")[0]) != match["sum"]:
        raise TokenError("the token's checksum does not fit: it was cut or mistyped, so copy it whole")
    schedule = tuple(_deviation(part) for part in match["path"].split("-") if part)
    return Token(match["check"], int(match["minor"]), int(match["level"]), schedule, bool(match["corrected"]))


def _deviation(part: str) -> Deviation:
    match = _DEVIATION.fullmatch(part)
    if match is None:
        raise TokenError(f"{part!r} is no deviation of a schedule")
    return Deviation(int(match[1]), match[2])


def _checksum(body: str) -> str:
    return f"{crc32(body.encode()) & 0xFFFF:04x}"
