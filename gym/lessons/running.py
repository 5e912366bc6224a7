"""Runs a listing that stands in a text, and says what it printed."""

from __future__ import annotations

import subprocess
import sys

SECONDS = 20
"""Far more than any of them takes."""


def printed_by(listing: str, python: str = sys.executable) -> str:
    """What it writes on stdout and, after that, on stderr; the last line of a traceback instead of all of it.

    Raises subprocess.TimeoutExpired when it does not end.
    """
    command = [python, "-I", "-X", "utf8", "-W", "ignore", "-c", listing]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        return f"{done.stdout}{done.stderr.rstrip().rpartition(chr(10))[2]}\n"
    return done.stdout
