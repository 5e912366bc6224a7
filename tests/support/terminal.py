"""A real terminal, as far as a program can tell."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path


class Terminal:
    """A `gym` command on a pseudo-terminal of 80x24; what it writes is read and thrown away."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._ours, theirs = pty.openpty()
        environ = {**os.environ, "TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"}
        command = [sys.executable, "-m", "gym", *words]
        self._process = subprocess.Popen(
            command, cwd=folder, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        os.set_blocking(self._ours, False)

    def read_for(self, seconds: float, until: bytes = b"\0") -> bool:
        """Take what is written for so long, or until it holds `until`; whether it did."""
        end, seen = time.monotonic() + seconds, b""
        while time.monotonic() < end and until not in seen:
            try:
                seen = (seen + os.read(self._ours, 65_536))[-200_000:]
            except BlockingIOError:
                time.sleep(0.005)
            except OSError:
                return False
        return until in seen

    def press(self, key: bytes) -> None:
        """Type a key."""
        os.write(self._ours, key)

    def kill(self) -> None:
        """End it and whatever it started, at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._ours)
