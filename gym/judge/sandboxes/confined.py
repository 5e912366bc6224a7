"""A process whose walls have to stand before anybody's code runs in it; if they do not, that is our fault and said so."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from gym.errors import JudgeError
from gym.judge.sandbox import SUBJECT_FOLDER

FLAGS = ("-s", "-S", "-P", "-B")
"""Those of `Bare`."""


def plan(program: str, ready: int, readable: Sequence[str] | None) -> str:
    """The argument of gym/subject/launch.py."""
    return json.dumps({"program": program, "ready": ready, "readable": readable})


class Confined(subprocess.Popen[bytes]):
    """A child that says by one byte on a pipe of its own that it is confined.

    `forks` says that the child only watches over the process that is meant: signals go on to that, and an exit status above
    128 is the signal that ended it.
    """

    def __init__(
        self, command: Sequence[str], ready: tuple[int, int], tier: str, *, extra: Sequence[int] = (), forks: bool = False
    ) -> None:
        self._heard, said = ready
        self._tier = tier
        self._forks = forks
        self._ended_by_us = False
        self._confined = False
        try:
            super().__init__(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={"PYTHONHASHSEED": "0"},
                cwd=SUBJECT_FOLDER,
                bufsize=0,
                start_new_session=True,
                pass_fds=(said, *extra),
            )
        except OSError as error:
            os.close(self._heard)
            self._heard = -1
            raise JudgeError(f"the sandbox of tier {tier} cannot be started: {error}") from None
        finally:
            for fd in (said, *extra):
                os.close(fd)

    def wait(self, timeout: float | None = None) -> int:
        """The exit status. Raises JudgeError when the process ended by itself before it was confined."""
        status = super().wait(timeout)
        confined = self._was_confined()
        if not confined and not self._ended_by_us:
            raise JudgeError(f"the sandbox of tier {self._tier} did not come up: {self._last_words()}")
        if self._forks and status > 128:
            self.returncode = status = 128 - status
        return status

    def send_signal(self, sig: int) -> None:
        """As of any process; past the one that watches over it, unless that is to end too."""
        if sig == signal.SIGKILL:
            self._ended_by_us = True
            if self._forks:
                self._kill_watched()
        if not self._forks or sig == signal.SIGKILL:
            super().send_signal(sig)
            return
        inner = self._inner()
        if inner is not None:
            os.kill(inner, sig)

    def _kill_watched(self) -> None:
        """End the namespace by its first process. bubblewrap's own word on that counts only once it has been set up."""
        if self.returncode is not None:
            return
        os.kill(self.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        for child in _children(self.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def _inner(self) -> int | None:
        """The process that is meant: the child of the first process in the namespace, which is the child of this one."""
        grandchildren = [each for child in _children(self.pid) for each in _children(child)]
        return grandchildren[0] if grandchildren else None

    def _was_confined(self) -> bool:
        """Whether the byte came; asked once the process has ended, so the pipe is at its end or holds it."""
        if self._heard >= 0:
            os.set_blocking(self._heard, False)
            try:
                self._confined = os.read(self._heard, 1) == b"1"
            except BlockingIOError:
                self._confined = False
            os.close(self._heard)
            self._heard = -1
        return self._confined

    def _last_words(self) -> str:
        data = b"" if self.stderr is None or self.stderr.closed else self.stderr.read() or b""
        lines = data.decode("utf-8", "replace").strip().splitlines()
        return lines[-1].removeprefix("OSError: ") if lines else "it said nothing"


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
