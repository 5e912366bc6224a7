"""What was measured against a peer, and the table of it. A test file declares its own in `MEASURES`; see README.md here."""

from __future__ import annotations

import importlib
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYTHON = platform.python_version()
"""The version of a peer that comes with Python."""

Outcomes = Mapping[str, str]
"""By test, "passed" or what else became of it."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Tests of a peer's, or rows taken from it, that judge something of ours: its reference, of several designs.

    `outcomes` runs them; it may skip, with `pytest.skip`, where the peer is not there. `left_out` gives, by test, why it
    is not among them; `differs` by moment, in words, what ours does there and what others do.
    """

    peer: str
    version: str
    ours: str
    outcomes: Callable[[], Outcomes]
    left_out: Mapping[str, str] = field(default_factory=dict)
    differs: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The peer with its version."""
        return f"{self.peer} ({self.version})"

    def row(self) -> str:
        """Run it. The line of the table."""
        found = self.outcomes()
        passed = sum(outcome == "passed" for outcome in found.values())
        return f"| {self.title} | {self.ours} | {len(found)} | {passed} | {len(self.left_out)} |"

    def reasons(self) -> list[str]:
        """What was left out, a line for each reason."""
        by_reason: dict[str, list[str]] = {}
        for test, reason in self.left_out.items():
            by_reason.setdefault(reason, []).append(f"`{test}`")
        return [f"- {self.peer}: {', '.join(tests)}: {reason}." for reason, tests in by_reason.items()]

    def differences(self) -> list[str]:
        """Where others do something else, a line for each moment."""
        return [f"- {self.ours}: {moment}: {what}." for moment, what in self.differs.items()]


def differences(rows: Iterable[tuple[Callable[..., object], str, Mapping[str, str]]]) -> dict[str, str]:
    """For `differs`, of rows that are a moment, what comes of it, and by name what comes of it with those that differ."""
    return {
        moment.__name__.replace("_", " "): "; ".join(
            f'{who} "{what}"' for who, what in {"ours": outcome, **otherwise}.items()
        )
        for moment, outcome, otherwise in rows
        if otherwise
    }


def all_measures() -> list[Measure]:
    """Those of every test file here that has some, in the order of the files' names."""
    modules = [importlib.import_module(f"tests.peers.{path.stem}") for path in sorted(HERE.glob("test_*.py"))]
    return [measure for module in modules for measure in getattr(module, "MEASURES", ())]


@cache
def items(file: str, pattern: str) -> Outcomes:
    """Run a test file in a process of its own. What came of the tests whose names, as pytest shows them, fit the pattern.

    Skips where one of them does.
    """
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "pytest_asyncio.plugin", f"--junitxml={report}", file]
        # Loading every plugin that there is takes longer than most of these tests.
        environ = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        subprocess.run([*command, "-p", "no:cacheprovider"], cwd=ROOT, env=environ, capture_output=True, check=False)
        found = {name: word for name, word in _reported(report) if re.search(pattern, name)}
    assert found, f"no test of {file} fits {pattern}"
    if "skipped" in found.values():
        pytest.skip(f"tests of {Path(file).name} were skipped")
    return found


def _reported(report: Path) -> Sequence[tuple[str, str]]:
    cases = ElementTree.parse(report).getroot().iter("testcase")
    return [(case.attrib["name"], next((part.tag for part in case if part.tag != "properties"), "passed")) for case in cases]
