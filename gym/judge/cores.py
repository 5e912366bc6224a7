"""Keeping a judge and its subject on one core.

They take turns, never work at once, and a pipe trip between two cores costs several times one within a core (measured:
17 us against 80). A child inherits its parent's cores, so a subject started while pinned stays with its judge.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def cores() -> list[int]:
    """The cores that this process may use, from another one on in every process: two judges must not meet on one."""
    affinity = getattr(os, "sched_getaffinity", None)
    found = list(range(os.cpu_count() or 1)) if affinity is None else sorted(affinity(0))
    first = os.getpid() % len(found)
    return found[first:] + found[:first]


def pin(core: int) -> None:
    """Keep this thread, and the processes it starts, on one core where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, {core})


@contextmanager
def pinned(subject: int | None) -> Iterator[None]:
    """Keep this thread on its first core within the block, and the subject process with it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    core = {cores()[0]}
    try:
        with suppress(OSError):
            os.sched_setaffinity(0, core)
            if subject is not None:
                os.sched_setaffinity(subject, core)
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)
