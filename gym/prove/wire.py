"""What goes between the gym, a host and the process of one version: frames of JSON, four bytes of length before each."""

from __future__ import annotations

import os
from typing import Literal

import msgspec

MOST_BYTES = 1 << 22

Kind = Literal["passed", "skipped", "assertion", "never returns", "raised", "gates", "setup", "error"]
Ending = Literal["finished", "not imported", "no test", "endless", "too slow", "died", "foul"]


class Job(msgspec.Struct, frozen=True):
    """One run: `modules` stand in for files of these names in `folder`, where the test file `proof` is."""

    folder: str
    proof: str
    modules: dict[str, str]


class Outcome(msgspec.Struct, frozen=True):
    """What became of one test. `line` is where in the test file it went wrong, 0 where that is unknown."""

    test: str
    kind: Kind
    line: int = 0
    source: str = ""
    message: str = ""


class Run(msgspec.Struct, frozen=True):
    """What became of one version. Where it did not finish, `line` and `message` say how."""

    ending: Ending
    outcomes: list[Outcome] = []
    line: int = 0
    source: str = ""
    message: str = ""


class Answer(msgspec.Struct, frozen=True):
    """A run, from the process that got this nonce."""

    nonce: str
    run: Run


def write_frame(fd: int, message: msgspec.Struct) -> None:
    """Send. Raises OSError when nobody listens any more."""
    body = msgspec.json.encode(message)
    data = len(body).to_bytes(4, "big") + body
    while data:
        data = data[os.write(fd, data) :]


def read_frame(fd: int) -> bytes:
    """The next frame's body; empty at the end, or where what comes is no frame."""
    size = int.from_bytes(_exactly(fd, 4), "big")
    return _exactly(fd, size) if 0 < size <= MOST_BYTES else b""


def _exactly(fd: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = os.read(fd, size - len(data))
        if not more:
            return b""
        data += more
    return data
