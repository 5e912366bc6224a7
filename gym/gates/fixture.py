"""The fixture `gates` for pytest, and the hooks that go with it.

They are registered when a test first asks for gates, so that other runs of pytest pay nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from gym.gates.errors import GateError, NeverReturns
from gym.gates.gates import Gates
from gym.gates.stuck import Place

NAME = "gym-gates"


def gates_for(request: pytest.FixtureRequest) -> Gates:
    """New gates for the test that asks."""
    plugins = request.config.pluginmanager
    if not plugins.has_plugin(NAME):
        plugins.register(Hooks(), NAME)
    return Gates()


def gates_of(item: pytest.Item) -> Gates | None:
    """The gates that a test has, if it asked for them."""
    found = getattr(item, "funcargs", {}).get("gates")
    return found if isinstance(found, Gates) else None


class Hooks:
    """Ends a test with its gates, and shows a sentence where asyncio's frames would stand."""

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
        """The loop is still there, and no longer runs."""
        try:
            return (yield)
        finally:
            gates = gates_of(pyfuncitem)
            if gates is not None:
                gates.close()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """What was found, and the line of the test."""
        report = yield
        gates = gates_of(item)
        if gates is None or call.excinfo is None or not isinstance(call.excinfo.value, GateError | NeverReturns):
            return report
        place = gates.place or _place_in(item, call.excinfo)
        if place is not None:
            report.longrepr = f"{call.excinfo.value}\n{Path(place.file).name}:{place.line}  {place.source}"
        return report


def _place_in(item: pytest.Item, found: pytest.ExceptionInfo[BaseException]) -> Place | None:
    """The innermost line of the test's file that an error came through."""
    lines = [entry.lineno + 1 for entry in found.traceback if entry.path == item.path]
    return Place(str(item.path), lines[-1]) if lines else None
