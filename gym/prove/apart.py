"""Work in a fork that can say one thing: how it went."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import time
from collections.abc import Callable

import msgspec

from gym.prove.wire import MOST_BYTES, Answer, Run, write_frame

ANSWERS = 3
"""The descriptor that a fork answers on; it has no other that leads anywhere."""
MOST_DESCRIPTORS = 256

Answering = Callable[[Run], None]
"""Says how it went and ends the process: nothing that was left behind runs after it."""


def run_apart(work: Callable[[Answering], None], limit_s: float) -> Run:
    """Do `work` in a fork, and give what it answered: only a whole answer with the right nonce counts."""
    nonce = secrets.token_hex(16)
    read_fd, write_fd = os.pipe()
    child = os.fork()
    if not child:
        try:
            _alone_with(write_fd)
            work(lambda run: _answer(nonce, run))
        finally:
            os._exit(1)
    os.close(write_fd)
    try:
        data = _heard(read_fd, limit_s)
    finally:
        os.close(read_fd)
    if data is None:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Run("too slow") if data is None else _understood(data, nonce)


def _alone_with(answers: int) -> None:
    """No way out but this one; the standard streams lead nowhere already."""
    os.dup2(answers, ANSWERS)
    os.closerange(ANSWERS + 1, MOST_DESCRIPTORS)


def _answer(nonce: str, run: Run) -> None:
    with contextlib.suppress(OSError):
        write_frame(ANSWERS, Answer(nonce, run))
    os._exit(0)


def _heard(fd: int, limit_s: float) -> bytes | None:
    """All that comes up to the end of the pipe; None where that end does not come in time."""
    data, until = b"", time.monotonic() + limit_s
    while (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select([fd], [], [], left)
        more = os.read(fd, 1 << 16) if ready else b""
        if ready and (not more or len(data) > MOST_BYTES):
            return data
        data += more
    return None


def _understood(data: bytes, nonce: str) -> Run:
    try:
        answer = msgspec.json.decode(data[4:], type=Answer)
    except msgspec.DecodeError:
        return Run("died")
    return answer.run if secrets.compare_digest(answer.nonce, nonce) else Run("died")
