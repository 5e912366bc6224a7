"""A further judge process for the checks of one attempt: `python -m gym.judge.worker`, jobs in, events out.

It is as trusted as the judge that started it. A frame is four bytes of length and a message.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from gym.errors import GymError
from gym.judge.cores import pin
from gym.judge.loaded import LoadedAttempt
from gym.judge.panel import CheckDone, CheckStarted, JudgeOptions, Panel, Progress, QuickDone
from gym.judge.puppet import Puppet
from gym.judge.races import at_level, load_races
from gym.judge.sandbox import Bare
from gym.judge.sandboxes import AnySandbox, Bubble, Locked
from gym.judge.verdict import CheckVerdict


class Job(msgspec.Struct, frozen=True):
    """Which checks (by the name of their race) of which kata to judge on which files."""

    kata: str
    races: tuple[str, ...]
    names: tuple[str, ...]
    files: dict[str, str]
    entry: str
    stored_tokens: dict[str, list[str]]
    budget: int | None
    seed: int
    level: int | None = None
    excuse: bool = True
    cpu_s: float | None = None
    ahead: bool = True


class Note(msgspec.Struct, frozen=True):
    """One event of a panel. `kind` is its class, "finished" at the end of a job, or "failed" with a message."""

    kind: str
    check_id: str = ""
    schedules: int = 0
    checks: tuple[CheckVerdict, ...] = ()
    message: str = ""


encode = msgspec.msgpack.Encoder().encode
decode_note: Callable[[bytes], Note] = msgspec.msgpack.Decoder(Note).decode
decode_job: Callable[[bytes], Job] = msgspec.msgpack.Decoder(Job).decode


def encode_sandbox(sandbox: AnySandbox) -> str:
    """A sandbox as a worker's argument."""
    told: list[Any] = [sandbox.tier, sandbox.python, *sandbox.version]
    if isinstance(sandbox, Bare):
        told += [[str(path) for path in sandbox.libraries], str(sandbox.folder), sandbox.inherit]
    return json.dumps(told)


def decode_sandbox(text: str) -> AnySandbox:
    """The sandbox of such an argument."""
    tier, python, major, minor, *more = json.loads(text)
    if tier != "F":
        return Bubble(python, (major, minor)) if tier == "A" else Locked(python, (major, minor))
    libraries, folder, inherit = more
    return Bare(python, [Path(path) for path in libraries], Path(folder), (major, minor), inherit)


def note_of(event: CheckStarted | Progress | CheckDone | QuickDone) -> Note:
    """An event as it travels."""
    if isinstance(event, CheckDone):
        return Note("done", checks=(event.check,))
    if isinstance(event, QuickDone):
        return Note("quick", checks=event.checks)
    if isinstance(event, Progress):
        return Note("progress", event.check_id, event.schedules)
    return Note("started", event.check_id)


def perform(job: Job, puppet: Puppet, version: tuple[int, int], tell: Callable[[Note], None]) -> None:
    """Judge the job's checks on a puppet of that release; every end is told, also that of a fault of ours."""
    try:
        loaded = load_races([Path(path) for path in job.races])
        races = [at_level(race, job.level) for race in loaded if race.name in job.names]
        attempt = LoadedAttempt(puppet, job.files, job.entry, version)
        attempt.ensure(False)
        options = JudgeOptions(job.stored_tokens, job.budget, (), job.seed, job.level, job.excuse, job.cpu_s, job.ahead)
        Panel(job.kata, races, attempt, options, lambda event: tell(note_of(event))).run()
    except GymError as error:
        tell(Note("failed", message=str(error)))
    else:
        tell(Note("finished"))


def write_frame(fd: int, data: bytes) -> None:
    """Write one frame whole."""
    data = len(data).to_bytes(4, "big") + data
    while data:
        data = data[os.write(fd, data) :]


def read_exactly(fd: int, size: int) -> bytes:
    """So many bytes, or b"" at the end of the pipe."""
    data = b""
    while len(data) < size:
        more = os.read(fd, size - len(data))
        if not more:
            return b""
        data += more
    return data


def main() -> None:
    """Serve jobs until the pipe closes. Arguments: the sandbox as JSON, and the core to stay on."""
    sandbox = decode_sandbox(sys.argv[1])
    if len(sys.argv) > 2:
        pin(int(sys.argv[2]))
    jobs, notes = os.dup(0), os.dup(1)
    hush = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1):
        os.dup2(hush, fd)
    puppet = Puppet(sandbox)
    puppet.warm()
    try:
        while size := read_exactly(jobs, 4):
            job = decode_job(read_exactly(jobs, int.from_bytes(size, "big")))
            perform(job, puppet, sandbox.version, lambda note: write_frame(notes, encode(note)))
    finally:
        puppet.close()


if __name__ == "__main__":
    main()
