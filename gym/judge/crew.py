"""Further judge processes, so that an attempt's checks are judged on as many cores as there are."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Sequence

import msgspec

from gym.judge.cores import cores
from gym.judge.sandbox import Bare
from gym.judge.sandboxes import AnySandbox
from gym.judge.worker import Job, Note, decode_note, encode, encode_sandbox, read_exactly, write_frame

MOST_HELPERS = 3


class Helper:
    """One further judge process, kept for one job after another."""

    def __init__(self, core: int | None, sandbox: AnySandbox) -> None:
        arguments = [encode_sandbox(sandbox), *([] if core is None else [str(core)])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gym.judge.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs = self._process.stdin.fileno()
        self.notes = self._process.stdout.fileno()

    @property
    def pid(self) -> int:
        return self._process.pid

    def begin(self, job: Job) -> bool:
        """Hand it a job. False when it is gone."""
        try:
            write_frame(self._jobs, encode(job))
        except OSError:
            return False
        return True

    def read(self) -> Note:
        """Its next note; "failed" when it is gone."""
        size = read_exactly(self.notes, 4)
        body = read_exactly(self.notes, int.from_bytes(size, "big")) if size else b""
        try:
            return decode_note(body) if body else Note("failed", message="a judge process ended early")
        except msgspec.DecodeError as error:
            return Note("failed", message=f"a judge process sent nonsense ({error})")

    def close(self) -> None:
        """End it and what it started."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Crew:
    """The helpers of one judge, started when first wanted; their subjects run in the same sandbox."""

    def __init__(self, helpers: int | None = None, sandbox: AnySandbox | None = None) -> None:
        self._sandbox = sandbox or Bare()
        self._cores = cores()
        self.size = min(len(self._cores) - 1, MOST_HELPERS) if helpers is None else helpers
        self._helpers: list[Helper] = []
        self._busy: list[Helper] = []

    def warm(self) -> None:
        """Start the helpers before they are needed."""
        while len(self._helpers) < self.size:
            # The first core is the judge's own.
            number = len(self._helpers) + 1
            self._helpers.append(Helper(self._cores[number] if number < len(self._cores) else None, self._sandbox))

    def pids(self) -> list[int]:
        """The helpers' processes."""
        return [helper.pid for helper in self._helpers]

    def begin(self, jobs: Sequence[Job]) -> list[Job]:
        """Hand out jobs, one a helper; returns those that found none."""
        self.warm()
        left = []
        for index, job in enumerate(jobs):
            helper = self._helpers[index] if index < len(self._helpers) else None
            if helper is not None and helper.begin(job):
                self._busy.append(helper)
            else:
                left.append(job)
        return left

    def listen(self, tell: Callable[[Note], None], *, wait: bool) -> bool:
        """Pass on what the helpers have said by now; with `wait`, at least one note. False when none is at work."""
        if not self._busy:
            return False
        ready, _, _ = select.select([helper.notes for helper in self._busy], [], [], None if wait else 0)
        for helper in [helper for helper in self._busy if helper.notes in ready]:
            self._hear(helper, tell)
        return bool(self._busy)

    def _hear(self, helper: Helper, tell: Callable[[Note], None]) -> None:
        note = helper.read()
        if note.kind in ("finished", "failed"):
            self._busy.remove(helper)
        if note.kind == "failed":
            self._helpers.remove(helper)
            helper.close()
        if note.kind != "finished":
            tell(note)

    def close(self) -> None:
        helpers, self._helpers, self._busy = self._helpers, [], []
        for helper in helpers:
            helper.close()
