"""The judge's end of one subject process: frames out, typed frames in, and an end to whatever goes wrong there."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from gym.judge.pipe import Pipe, PipeBroken, PipeClosed, PipeSilent, Said
from gym.judge.sandbox import Sandbox
from gym.race.channel import Answer
from gym.race.failure import SubjectStopped
from gym.race.foresight import Foresight
from gym.race.frames import Claims, Fatal, Frame, Loaded, Report, Sync, decode_frame

F = TypeVar("F", Loaded, Report, Claims)

WALL_ALLOWANCE_S = 20.0
"""How long a silent subject is waited for; one that uses its CPU allowance speaks up long before."""

_ENDLESS = "an endless loop: it computes and never comes back"
_TRACEBACK = re.compile(r'File "([^"]+)", line (\d+)')


class Puppet:
    """One subject process, started when needed and replaced when it dies."""

    def __init__(self, sandbox: Sandbox, wall_allowance_s: float = WALL_ALLOWANCE_S) -> None:
        self._sandbox = sandbox
        self._wall_allowance_s = wall_allowance_s
        self._process: subprocess.Popen[bytes] | None = None
        self._spare: subprocess.Popen[bytes] | None = None
        self._pipe: Pipe
        self._load: list[Any] | None = None
        self._answer: Answer | None = None  # what synchronous calls of the world under way are answered with
        self.files: frozenset[str] = frozenset()
        self.starts = 0

    # -- life

    @property
    def pid(self) -> int | None:
        """The process at hand, if there is one."""
        return None if self._process is None else self._process.pid

    def warm(self) -> None:
        """Start the next process before it is needed."""
        if self._spare is None:
            self._spare = self._sandbox.start()

    def _ensure(self) -> None:
        if self._process is not None:
            return
        self._process = self._spare or self._sandbox.start()
        self._spare = None
        self.starts += 1
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipe = Pipe(self._process.stdin.fileno(), self._process.stdout.fileno(), self._wall_allowance_s)
        if self._load is not None:
            self._exchange(self._load, Loaded)

    def _come_to_rest(self) -> None:
        """Have a process that waits for a fresh start: what an execution left in mid-air is dropped."""
        if self._process is not None and not self._pipe.come_to_rest():
            self.stop()
        self._ensure()

    def stop(self) -> None:
        """End the process at hand; the next frame starts another."""
        process, self._process = self._process, None
        _end(process)

    def close(self) -> None:
        self.stop()
        spare, self._spare = self._spare, None
        _end(spare)

    # -- the frames of the judge

    def load(
        self, files: Mapping[str, str], entry: str, *, corrected: bool | Sequence[str] = False
    ) -> tuple[str, int, str] | None:
        """Compile an attempt. Returns (file, line, message) of a syntax error, None when there is none.

        `corrected` mends CPython's own faults (protocol.CORRECTIONS): all of them, or those issues.
        """
        self._load = None
        self._come_to_rest()
        self.files = frozenset(files)
        frame = ["load", dict(files), entry, corrected]
        loaded = self._exchange(frame, Loaded)
        if loaded.problem is None:
            self._load = frame
            return None
        file, line, message = loaded.problem
        return file, line, str(message)

    def begin(
        self,
        options: dict[str, Any],
        setup: Sequence[list[Any]],
        answer: Answer,
        known: Said | None = None,
        foresight: Foresight | None = None,
    ) -> Report:
        self._answer = answer
        self._come_to_rest()
        frame = ["begin", options, setup]
        try:
            self._pipe.begin(frame, known, foresight)
            return self._await(Report)
        except (PipeBroken, PipeClosed, PipeSilent) as trouble:
            raise self._stopped(trouble) from None

    def said(self) -> Said | None:
        """What this world's process was told so far: the `known` of another world that begins alike."""
        return self._pipe.said

    def go(self, pause: int, events: Sequence[list[Any]], waiting: Hashable = None) -> Report:
        return self._exchange(["go", pause, events], Report, waiting)

    def finish(self) -> Claims:
        return self._exchange(["finish"], Claims)

    # -- one request and its answer

    def _exchange(self, frame: list[Any], wanted: type[F], waiting: Hashable = None) -> F:
        try:
            self._pipe.write(frame, waiting)
            return self._await(wanted)
        except (PipeBroken, PipeClosed, PipeSilent) as trouble:
            raise self._stopped(trouble) from None

    def _await(self, wanted: type[F]) -> F:
        pipe = self._pipe
        while True:
            try:
                got = decode_frame(pipe.read())
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise self._broken(f"sent a frame that cannot be read ({str(error)[:80]})") from None
            if got.nonce != pipe.nonce:
                raise self._broken("answered another request than the one at hand")
            if type(got) is wanted:
                return got
            self._answer_other(got)

    def _answer_other(self, got: Frame) -> None:
        if isinstance(got, Fatal):
            raise self._fatal(got)
        if not isinstance(got, Sync) or self._answer is None:
            raise self._broken("answered with something that was not asked for")
        ok, value = self._answer(got)
        self._pipe.write(["return", ok, value])

    # -- what can go wrong

    def _stopped(self, trouble: PipeBroken | PipeClosed | PipeSilent) -> SubjectStopped:
        if isinstance(trouble, PipeClosed):
            return self._died()
        return self._silent() if isinstance(trouble, PipeSilent) else self._broken(str(trouble))

    def _fatal(self, frame: Fatal) -> SubjectStopped:
        self.stop()
        place = self._known_place(frame.file, frame.line)
        if frame.kind == "runaway":
            return SubjectStopped("runaway", _ENDLESS, place)
        if frame.kind in ("blocked", "crashed", "protocol"):
            return SubjectStopped(frame.kind, str(frame.message)[:500], place)
        return SubjectStopped("protocol", f"the runtime broke: {str(frame.message)[:300]}", place)

    def _known_place(self, file: str | None, line: int | None) -> tuple[str, int] | None:
        return (file, line) if file in self.files and file is not None and line is not None else None

    def _broken(self, what: str) -> SubjectStopped:
        self.stop()
        return SubjectStopped("protocol", f"the process of your code {what}")

    def _died(self) -> SubjectStopped:
        process = self._process
        status = None
        if process is not None:
            try:
                status = process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.kill()
        if status is not None and status == -getattr(signal, "SIGVTALRM", 0):
            place = self._told_place(process)
            self.stop()
            return SubjectStopped("runaway", _ENDLESS, place)
        self.stop()
        how = "closed its pipe" if status is None else f"ended with status {status}"
        if status is not None and status < 0:
            how = f"was ended by {signal.Signals(-status).name}"
        return SubjectStopped("crashed", f"the process of your code {how} in mid-check")

    def _silent(self) -> SubjectStopped:
        place = self._ask_where()
        self.stop()
        return SubjectStopped("runaway", f"nothing came back within {self._wall_allowance_s:g} s", place)

    def _ask_where(self) -> tuple[str, int] | None:
        """Let the C-level fault handler say where it is: it answers even inside one endless C call."""
        process = self._process
        if process is None or process.stderr is None or not hasattr(signal, "SIGUSR1"):
            return None
        process.send_signal(signal.SIGUSR1)
        return self._told_place(process)

    def _told_place(self, process: subprocess.Popen[bytes] | None) -> tuple[str, int] | None:
        """The innermost line of the learner's that the C-level fault handler wrote."""
        end = time.monotonic() + 1.0
        text = ""
        while process is not None and process.stderr is not None and time.monotonic() < end:
            ready, _, _ = select.select([process.stderr], [], [], 0.2)
            more = os.read(process.stderr.fileno(), 65536) if ready else b""
            text += more.decode("utf-8", "replace")
            found = [(file, int(line)) for file, line in _TRACEBACK.findall(text) if file in self.files]
            if found:
                return found[0]
            if ready and not more:
                break
        return None


def _end(process: subprocess.Popen[bytes] | None) -> None:
    if process is None:
        return
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
