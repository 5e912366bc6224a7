"""One subject process a test module, and word of what could not be checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.subject.asking import Asker
from tests.subject.interpreters import missing


@pytest.fixture(scope="module")
def asker() -> Iterator[Asker]:
    with Asker() as found:
        yield found


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    absent = missing()
    if absent:
        terminalreporter.section("subject", red=True)
        terminalreporter.line(
            f"NOT CHECKED against stock asyncio: CPython {', '.join(absent)} was not found on PATH or in pyenv."
        )
