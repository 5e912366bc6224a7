"""The time that a process of ours may take; an alarm tells the line that it found at work."""

from __future__ import annotations

import signal
from types import FrameType

from gym.prove.apart import Answering
from gym.prove.fences import own_line
from gym.prove.wire import Ending, Run

CPU_S = 3.0
"""A test takes some hundredths of a second; one that computes so long does not end."""
WALL_S = 20.0
GRACE_S = 3.0
"""So much later a process is ended that does not even answer its own alarm."""
VERSION_S = 90.0
"""All tests of one version."""


def start_clocks(proof: str, answer: Answering) -> None:
    """From here on. Timers are not handed down to forks."""

    def alarm(number: int, frame: FrameType | None) -> None:
        ending: Ending = "endless" if number == signal.SIGPROF else "too slow"
        line, source = own_line(proof, frame)
        answer(Run(ending, line=line, source=source))

    signal.signal(signal.SIGPROF, alarm)
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    signal.setitimer(signal.ITIMER_REAL, WALL_S)


def stop_clocks() -> None:
    """Where others are waited for, who have clocks of their own."""
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
