"""What an execution will probably be told next, from what others like it were told. A guess that is always checked.

After its last deviation an execution goes on by default. Where another one stood at the same place before, having been
told the same frames in whatever order and with the same events waiting, the rest is nearly always the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

_MOST = 1_000
_PATIENCE = 10
_WORTH = 4
"""One wrong guess costs about what so many right ones save."""


class Foresight:
    """The frames that followed each place, of all executions of one race. It forgets all when it holds too many."""

    def __init__(self) -> None:
        self._after: dict[Hashable, tuple[list[bytes], int]] = {}
        self._guesses = self._wrong = 0
        self.fine = False
        self.hopeless = False

    def after(self, place: Hashable) -> Sequence[bytes]:
        """The frames that followed that place, none where it is new."""
        found = self._after.get(place)
        if found is None or self.hopeless:
            return ()
        self._guesses += 1
        frames, index = found
        return frames[index:]

    def was_wrong(self) -> None:
        """A guess did not come true. Where many don't, places are told apart more finely, then there are no more guesses."""
        self._wrong += 1
        if self._wrong < _PATIENCE or self._wrong * _WORTH < self._guesses:
            return
        self.fine, self.hopeless = True, self.fine
        self._guesses = self._wrong = 0
        self._after.clear()

    def note(self, place: Hashable, frames: list[bytes]) -> None:
        """That place was reached; what is appended to `frames` from now on follows it."""
        if place not in self._after:
            if len(self._after) >= _MOST:
                self._after.clear()
            self._after[place] = (frames, len(frames))
