"""Word of the peers that could not be tried."""

from __future__ import annotations

import pytest

from tests.peers.libraries import absent, cache_folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    names = absent()
    if names:
        terminalreporter.section("peers", red=True)
        terminalreporter.line(f"NOT MEASURED AGAINST, for want of: {', '.join(names)}.")
        terminalreporter.line(f"`python tests/peers/install.py` fetches them into {cache_folder()}.")
