"""Word of the bugs that could not be tried."""

from __future__ import annotations

import sys

import pytest

from tests.bugs.cases import absent, cache_folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    names = absent(sys.version_info.minor)
    if names:
        terminalreporter.section("public bugs", red=True)
        terminalreporter.line(f"NOT TRIED, for want of: {', '.join(names)}.")
        terminalreporter.line(f"`python tests/bugs/install.py` fetches them into {cache_folder()}.")
