"""Content that changed after a learner began: what differs, and what of theirs may follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Update:
    """A kata's files as they were handed out and as they are packed now, by name."""

    before: Mapping[str, bytes]
    now: Mapping[str, bytes]

    @property
    def changed(self) -> tuple[str, ...]:
        """The files that differ, new ones among them; none where nobody knows what was handed out."""
        if not self.before:
            return ()
        return tuple(name for name, content in self.now.items() if self.before.get(name) != content)

    def untouched(self, held: Mapping[str, bytes]) -> dict[str, bytes]:
        """Of the changed files, the new contents of those in which nothing of the learner's would be lost.

        An editor that only changed the line ends has changed nothing.
        """
        return {name: self.now[name] for name in self.changed if _same(held.get(name), self.before.get(name))}


def _same(mine: bytes | None, before: bytes | None) -> bool:
    if mine is None or before is None:
        return mine is None
    return _plain(mine) == _plain(before)


def _plain(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
