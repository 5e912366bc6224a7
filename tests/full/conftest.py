"""Word of what could not be tried."""

from __future__ import annotations

import pytest

from tests.bugs.cases import absent, cache_folder
from tests.subject.interpreters import MINORS, missing


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    names = dict.fromkeys(name for minor in MINORS for name in absent(minor))
    if names or missing():
        terminalreporter.section("full run", red=True)
    if missing():
        terminalreporter.line(f"NOT TRIED: CPython {', '.join(missing())} was not found on PATH or in pyenv.")
    if names:
        terminalreporter.line(f"NOT TRIED, for want of: {', '.join(names)}.")
        terminalreporter.line(f"`python tests/bugs/install.py` fetches them into {cache_folder()}.")
