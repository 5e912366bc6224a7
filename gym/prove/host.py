"""`python -m gym.prove.host`: has pytest loaded, and runs each version in a fork of itself.

No code of a learner ever runs in the host. It reads jobs from standard input and answers each with a run.
"""

from __future__ import annotations

import asyncio.runners
import gc
import os
import secrets
import select
import signal
import time

import msgspec
import pytest
import pytest_asyncio.plugin

import gym.gates.fixture
from gym.prove.running import WALL_S, run_version
from gym.prove.wire import MOST_BYTES, Answer, Job, Run, read_frame, write_frame

LOADED = (asyncio.runners, gym.gates.fixture, pytest, pytest_asyncio.plugin)
"""Imported ahead, so that no fork has to."""
GRACE_S = 3.0
"""So much later a process is ended that does not even answer its own alarm."""


def serve(jobs: int, runs: int) -> None:
    """Until no more jobs come."""
    gc.freeze()
    while body := read_frame(jobs):
        write_frame(runs, run_apart(msgspec.json.decode(body, type=Job)))


def run_apart(job: Job) -> Run:
    """One version in a fork, and what it said: only a whole answer with the right nonce counts."""
    nonce = secrets.token_hex(16)
    read_fd, write_fd = os.pipe()
    child = os.fork()
    if not child:
        try:
            run_version(job, nonce, write_fd)
        finally:
            os._exit(1)
    os.close(write_fd)
    with os.fdopen(read_fd, "rb", buffering=0) as answers:
        data, in_time = _hear(answers.fileno())
    if not in_time:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not in_time:
        return Run("too slow", message="it did not even answer an alarm")
    return _understood(data, nonce)


def _hear(fd: int) -> tuple[bytes, bool]:
    """All that comes up to the end of the pipe, and whether that end came in time."""
    data, until = b"", time.monotonic() + WALL_S + GRACE_S
    while (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select([fd], [], [], left)
        more = os.read(fd, 1 << 16) if ready else b""
        if ready and (not more or len(data) > MOST_BYTES):
            return data, True
        data += more
    return data, False


def _understood(data: bytes, nonce: str) -> Run:
    try:
        answer = msgspec.json.decode(data[4:], type=Answer)
    except msgspec.DecodeError:
        return Run("died")
    return answer.run if secrets.compare_digest(answer.nonce, nonce) else Run("died")


if __name__ == "__main__":
    jobs_fd, runs_fd = os.dup(0), os.dup(1)
    hush = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(hush, stream)
    serve(jobs_fd, runs_fd)
