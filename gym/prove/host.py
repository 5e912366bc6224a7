"""`python -m gym.prove.host`: has pytest loaded, and runs each version in a fork of itself.

No code of a learner ever runs in the host. It reads jobs from standard input and answers each with a run.
"""

from __future__ import annotations

import asyncio.runners
import gc
import os
from functools import partial

import msgspec
import pytest
import pytest_asyncio.plugin

import gym.gates.fixture
from gym.prove.apart import run_apart
from gym.prove.clocks import VERSION_S
from gym.prove.running import run_version
from gym.prove.wire import Job, read_frame, write_frame

LOADED = (asyncio.runners, gym.gates.fixture, pytest, pytest_asyncio.plugin)
"""Imported ahead, so that no fork has to."""


def serve(jobs: int, runs: int) -> None:
    """Until no more jobs come."""
    gc.freeze()
    while body := read_frame(jobs):
        job = msgspec.json.decode(body, type=Job)
        write_frame(runs, run_apart(partial(run_version, job), VERSION_S))


if __name__ == "__main__":
    jobs_fd, runs_fd = os.dup(0), os.dup(1)
    hush = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(hush, stream)
    serve(jobs_fd, runs_fd)
