"""Word of the bugs that could not be tried."""

from __future__ import annotations

import pytest

from tests.bugs.cases import LIBRARIES, cache_folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    folder = cache_folder()
    wanted = dict.fromkeys(library.name for case in LIBRARIES for library in (case.buggy, case.fixed) if library)
    absent = [name for name in wanted if not (folder / name).is_dir()]
    if absent:
        terminalreporter.section("public bugs", red=True)
        terminalreporter.line(f"NOT TRIED, for want of: {', '.join(absent)}.")
        terminalreporter.line(f"`python tests/bugs/install.py` fetches them into {folder}.")
