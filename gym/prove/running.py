"""One version under the test, in a process that was forked for it and ends with it."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys

import pytest

from gym.prove.apart import Answering
from gym.prove.clocks import start_clocks
from gym.prove.fences import Fences
from gym.prove.memory import install_modules
from gym.prove.telling import Telling
from gym.prove.wire import Job

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


def run_version(job: Job, answer: Answering) -> None:
    """Run all tests on the job's modules, and answer."""
    folder = os.path.realpath(job.folder)
    proof = os.path.join(folder, job.proof)
    _limit()
    os.chdir(folder)
    sys.dont_write_bytecode = True
    fences = Fences(proof, folder, frozenset(job.modules))
    telling = Telling(proof, folder, fences)
    install_modules(folder, job.modules)
    start_clocks(proof, answer)
    with fences.up(), contextlib.suppress(SystemExit):
        pytest.main([*_ARGUMENTS, f"--rootdir={folder}", "-c", os.devnull, job.proof], plugins=[telling])
    answer(fences.foul or telling.run())


def _limit() -> None:
    """Memory, and no byte in any file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
