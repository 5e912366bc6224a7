"""Finding one of several named things by what a person types."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from gym.errors import UsageError


def one_named(said: str, names: Sequence[str], noun: str, see_all: str) -> str:
    """The name that `said` means: the name, its beginning, or a bit that only one has.

    Raises UsageError, with the nearest name; `noun` is what one of them is called, `see_all` the command that lists them.
    """
    wanted = said.strip().lower()
    fits = [each for each in names if each == wanted] or [each for each in names if each.startswith(wanted)]
    fits = (fits or [each for each in names if wanted in each]) if wanted else []
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise UsageError(f"{said!r} may mean {', '.join(fits[:-1])} or {fits[-1]}; write more of its name.")
    near = difflib.get_close_matches(wanted, names, n=1)
    nearest = f"; the nearest is {near[0]}" if near else ""
    raise UsageError(f"there is no {noun} {said!r}{nearest}. See them all: {see_all}")
