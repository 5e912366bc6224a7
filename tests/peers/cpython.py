"""CPython's own tests of asyncio, with ours in the place of its own.

The name `asyncio` of CPython's test module is replaced by a proxy: it has what an adapter makes of ours, and everything else
of the real one. The tests run in a process of their own, each with an alarm: a fault of ours may be a test without an end.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
import unittest
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

LISTED = (3, 11)
"""The version whose tests are listed by name. Of another one those run that it has, too."""
PATIENCE_S = 30

RUN = """
import asyncio, importlib, json, runpy, signal, sys, unittest, warnings

class Proxy:
    def __init__(self, names):
        self.__dict__.update(names)

    def __getattr__(self, name):
        return getattr(asyncio, name)

class TooLong(BaseException):
    pass

def give_up(number, frame):
    raise TooLong

module_name, tests, subject, adapter, patience_s = json.loads(sys.argv[1])
module = importlib.import_module(module_name)
made = {"ours": runpy.run_path(subject), "asyncio": asyncio}
exec(adapter, made)
module.asyncio = Proxy(made["names"])
warnings.simplefilter("ignore")
signal.signal(signal.SIGALRM, give_up)
for case, name in (test.split(".") for test in tests):
    kind = getattr(module, case)
    if hasattr(kind, name):
        result = unittest.TestResult()
        signal.alarm(patience_s)
        kind(name).run(result)
        signal.alarm(0)
        print(f"{case}.{name}", "passed" if result.wasSuccessful() else "failed", flush=True)
"""


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests of one of CPython's modules, as `Case.test`. `adapter` is Python that makes a dict `names` of a dict `ours`.

    `left_out` gives, by test, how it asks for something else than the brief does.
    """

    module: str
    adapter: str
    taken: Sequence[str]
    left_out: Mapping[str, str]

    def is_there(self) -> bool:
        """Some Pythons come without their tests, and some systems without alarms."""
        try:
            return importlib.util.find_spec(self.module) is not None and sys.platform != "win32"
        except ModuleNotFoundError:
            return False

    def outcomes(self, subject: Path, tests: Sequence[str] | None = None, patience_s: int = PATIENCE_S) -> dict[str, str]:
        """By test, "passed" or "failed": of those that are taken, or of these."""
        if not self.is_there():
            pytest.skip(f"this Python comes without {self.module}")
        named = self.taken if tests is None else tests
        task = json.dumps([self.module, list(named), str(subject), self.adapter, patience_s])
        done = subprocess.run([sys.executable, "-c", RUN, task], capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        return dict(line.split() for line in done.stdout.splitlines())

    def unaccounted(self) -> set[str]:
        """The tests of the cases at hand that are neither taken nor left out, and the names here that are no tests."""
        named = {*self.taken, *self.left_out}
        module = importlib.import_module(self.module)
        loader = unittest.TestLoader()
        cases = {name.partition(".")[0] for name in named}
        there = {f"{case}.{name}" for case in cases for name in loader.getTestCaseNames(getattr(module, case))}
        return there ^ named


def failed(outcomes: Mapping[str, str]) -> list[str]:
    """Those that did not pass."""
    return [name for name, outcome in outcomes.items() if outcome != "passed"]
