"""The word on a test that waits while nothing more can happen."""

from __future__ import annotations

import asyncio
import linecache
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from gym.gates.call import Call
from gym.gates.errors import GateError, NeverReturns

MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a test."""

    file: str
    line: int

    @property
    def source(self) -> str:
        """What stands there."""
        return linecache.getline(self.file, self.line).strip()


def place_of(test: asyncio.Task[Any] | None) -> Place | None:
    """Where the test waits: the innermost line of the file that its function is in."""
    frames = list(_waiting_frames(test))
    inside = [frame for frame in frames if frame.f_code.co_filename == frames[0].f_code.co_filename]
    return Place(inside[-1].f_code.co_filename, inside[-1].f_lineno) if inside else None


def _waiting_frames(test: asyncio.Task[Any] | None) -> Iterator[FrameType]:
    """The frames of a suspended task, from the outermost in."""
    work: Any = test.get_coro() if test is not None else None
    while work is not None:
        frame = getattr(work, "cr_frame", None)
        if frame is not None:
            yield frame
        work = getattr(work, "cr_await", None)


def stuck_error(
    waiting: Sequence[Call], pause: float | None, callers: Sequence[asyncio.Task[Any]], timers: int | None
) -> GateError | NeverReturns:
    """Why nothing more can happen.

    `pause` is how many seconds off the next timer is, if one runs; `timers` how many have passed in vain, if they did.
    """
    if waiting:
        return GateError(
            f"the test waits here for what closed gates hold back: {_listed([repr(call) for call in waiting])}. "
            "Open them first: await gates.open(call), or await gates.open_all()."
        )
    if pause is not None:
        return GateError(
            f"the test waits here while time stands still; the next timer is due in {pause:.3g} s. "
            f"Let it pass first: await gates.pass_time({pause:.3g})."
        )
    names = [task.get_name() for task in callers if not task.done()]
    if not names:
        return NeverReturns("what the test waits for here never comes, and every caller is back.")
    after = f"after {timers:,} timers" if timers else "though no gate is closed and no timer runs"
    verb = "never returns" if len(names) == 1 else "never return"
    return NeverReturns(f"{_listed(names)} {verb}, {after}.")


def restless_error(turns: int) -> GateError:
    """For a loop that went round so often without rest."""
    return GateError(
        f"the loop went round {turns:,} times and never came to rest: somebody asks again and again without waiting."
    )


def _listed(texts: Sequence[str]) -> str:
    more = len(texts) - MOST_NAMED
    return ", ".join(texts[:MOST_NAMED]) + (f", and {more} more" if more > 0 else "")
