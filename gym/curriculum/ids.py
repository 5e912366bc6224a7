"""Content ids, `[PACK:]KATA[/PART][#CHECK]`: the names that progress, tokens and reports use."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gym.errors import UsageError

_WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_SHAPE = re.compile(rf"(?:(?P<pack>{_WORD}):)?(?P<kata>{_WORD})(?:/(?P<part>{_WORD}))?(?:#(?P<check>{_WORD}))?")


@dataclass(frozen=True, slots=True, order=True)
class ContentId:
    """The name of a kata, of one part of it, or of one check; `str()` gives it back as it is written."""

    kata: str
    check: str | None = None
    part: str | None = None
    pack: str | None = None

    @classmethod
    def parse(cls, text: str) -> ContentId:
        """Read an id as written. Raises UsageError."""
        found = _SHAPE.fullmatch(text)
        if found is None:
            raise UsageError(f"{text!r} is not a content id; one looks like 02-credit-wallet#overspend.")
        return cls(found["kata"], found["check"], found["part"], found["pack"])

    def __str__(self) -> str:
        pack = f"{self.pack}:" if self.pack else ""
        part = f"/{self.part}" if self.part else ""
        check = f"#{self.check}" if self.check else ""
        return f"{pack}{self.kata}{part}{check}"
