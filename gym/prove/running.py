"""One version under the test, in a process that was forked for it and ends with it."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from types import FrameType

import pytest

from gym.prove.fences import Fences, own_line
from gym.prove.memory import install_modules
from gym.prove.telling import Telling
from gym.prove.wire import Answer, Ending, Job, Run, write_frame

CPU_S = 4.0
"""A run takes some hundredths of a second; one that computes so long does not end."""
WALL_S = 20.0
MEMORY_BYTES = 2 << 30

_ARGUMENTS = [
    "--quiet",
    "--capture=no",
    "--tb=no",
    "--runxfail",
    "--import-mode=prepend",
    "-oasyncio_mode=auto",
    "-oasyncio_default_fixture_loop_scope=function",
    "-pno:cacheprovider",
    "-pno:faulthandler",
    "-pno:junitxml",
    "-pno:pastebin",
    "-ppytest_asyncio.plugin",
]


def run_version(job: Job, nonce: str, answers: int) -> None:
    """Run, answer, and end the process: nothing that the test left behind runs after the answer."""
    told = False

    def answer(run: Run) -> None:
        nonlocal told
        if not told:
            told = True
            write_frame(answers, Answer(nonce, run))
        os._exit(0)

    answers = _alone_with(answers)
    folder = os.path.realpath(job.folder)
    proof = os.path.join(folder, job.proof)
    _limit(proof, frozenset(os.path.join(folder, name) for name in job.modules), answer)
    os.chdir(folder)
    sys.dont_write_bytecode = True
    fences = Fences(proof, folder, frozenset(job.modules))
    install_modules(folder, job.modules)
    telling = Telling(proof, folder)
    with fences.up(), contextlib.suppress(SystemExit):
        pytest.main([*_ARGUMENTS, f"--rootdir={folder}", "-c", os.devnull, job.proof], plugins=[telling])
    answer(fences.foul or telling.run())


def _alone_with(answers: int) -> int:
    """No way to the gym but this one; gives its new number. What the host speaks into leads nowhere already."""
    os.dup2(answers, 3)
    os.closerange(4, 256)
    return 3


def _limit(proof: str, modules: frozenset[str], answer: object) -> None:
    """Time, memory, and no byte in any file. An alarm tells the line that it found at work."""
    assert callable(answer)

    def alarm(number: int, frame: FrameType | None) -> None:
        ending: Ending = "endless" if number == signal.SIGPROF else "too slow"
        line, source = own_line(proof, frame)
        answer(Run(ending, line=line, source=source))

    signal.signal(signal.SIGPROF, alarm)
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    signal.setitimer(signal.ITIMER_REAL, WALL_S)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
