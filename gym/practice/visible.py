"""The learner's visible tests, run in their folder as they would run them, beside the judge."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

LIMIT_S = 60
# A limit of the system's as well: were the gym killed, an endless loop would go on without it.
_LIMITED = f"""
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({LIMIT_S}, {LIMIT_S}))
except (ImportError, ValueError, OSError):
    pass
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""
_FAILED = re.compile(r"^FAILED \S+?::(\S+)", re.MULTILINE)
_COUNTS = re.compile(r"\b(\d+ (?:failed|passed|errors?|skipped)(?:, \d+ [a-z]+)*)")


@dataclass(frozen=True, slots=True)
class VisibleResult:
    """Whether they pass, and how pytest counted them: `4 passed`, `1 failed, 3 passed`."""

    passed: bool
    counted: str


class VisibleTests:
    """One run of them. `stop` may be called from another thread."""

    def __init__(self, folder: Path, tests: str) -> None:
        self._folder = folder
        self._tests = tests
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def run(self) -> VisibleResult | None:
        """The result; None when it was stopped."""
        command = [sys.executable, "-B", "-c", _LIMITED, "-q", "--tb=no", "-rf", "-p", "no:cacheprovider", self._tests]
        try:
            with subprocess.Popen(
                command,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            ) as self._process:
                if self._stopped:
                    self._process.kill()
                told = self._told(self._process)
        except OSError as error:
            return VisibleResult(False, f"could not be run ({(error.strerror or str(error)).lower()})")
        if self._stopped:
            return None
        if told is None:
            return VisibleResult(False, f"no end within {LIMIT_S} s")
        found, failed = _COUNTS.findall(told), _FAILED.search(told)
        first = f", first {failed[1]}" if failed else ""
        return VisibleResult(self._process.returncode == 0, (found[-1] if found else "no test ran") + first)

    def _told(self, process: subprocess.Popen[str]) -> str | None:
        """All that it writes; None when it came to no end and was ended."""
        try:
            return process.communicate(timeout=LIMIT_S)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None

    def stop(self) -> None:
        """Nobody waits for the result any more."""
        self._stopped = True
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()
