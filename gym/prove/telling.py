"""The pytest plugin in a version's process: what became of each test, and for which kind of reason."""

from __future__ import annotations

import asyncio
import linecache
import os
from collections.abc import Generator, Sequence
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from gym.gates import Call, GateError, Gates, NeverReturns
from gym.gates.fixture import gates_for, gates_of
from gym.prove.apart import Answering, run_apart
from gym.prove.clocks import GRACE_S, WALL_S, start_clocks, stop_clocks
from gym.prove.fences import Fences
from gym.prove.wire import Kind, Outcome, Run

MOST_CHARACTERS = 300
LONG = 16
"""An argument of so many characters is no longer a name, a key or a text that a test gave itself."""
SEEN = 8
"""So many of them are left where pytest shortens a value; it leaves its middle out."""


class Telling:
    """Listens to a run of the test file `proof` in `folder`, and runs each test in a fork.

    Each then finds the code as it was imported, whatever another test left in a module: a lock that belongs to its loop.
    """

    def __init__(self, proof: str, folder: str, fences: Fences) -> None:
        self._proof = proof
        self._folder = folder + os.sep
        self._fences = fences
        self._outcomes: list[Outcome] = []
        self._ended: Run | None = None
        self._finished = False
        Call.brief = True

    @pytest.fixture
    def gates(self, request: pytest.FixtureRequest) -> Gates:
        """As the gym's plugin has it."""
        return gates_for(request)

    def run(self) -> Run:
        """What became of it all."""
        if self._ended is not None:
            return self._ended
        if not self._finished:
            return Run("died")
        return Run("finished" if self._outcomes else "no test", self._outcomes)

    def pytest_collection_finish(self) -> None:
        """From here on others work, with clocks of their own."""
        stop_clocks()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool:
        """One test, in a fork. After one that had no word the rest need not be seen."""
        run = run_apart(lambda answer: self._run_item(item, answer), WALL_S + GRACE_S)
        self._outcomes += run.outcomes
        if run.ending != "finished":
            self._ended = run
            item.session.shouldstop = run.ending
        return True

    def _run_item(self, item: pytest.Item, answer: Answering) -> None:
        start_clocks(self._proof, answer)
        self._outcomes = []
        runtestprotocol(item, nextitem=None, log=False)
        finished = Run("finished", self._outcomes) if self._outcomes else Run("died")
        answer(self._fences.foul or finished)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        """A file that cannot be imported has no tests to tell of."""
        report = yield
        call = getattr(report, "call", None)
        error = call.excinfo if call is not None else None
        if error is not None and self._ended is None:
            cause = error.value.__cause__ or error.value.__context__ or error.value
            line = self._line_of(cause)
            self._ended = Run("not imported", line=line, source=self._source(line), message=_named(cause))
        return report

    def pytest_sessionfinish(self) -> None:
        """The run came to its end."""
        self._finished = True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """The first phase that goes wrong is the test's word."""
        report = yield
        # A set-up that went well is no word yet: pytest.exit may end the run after it.
        has_word = call.excinfo is not None or call.when == "call"
        if has_word and (not self._outcomes or self._outcomes[0].kind == "passed"):
            self._outcomes = [self._outcome(item.nodeid.partition("::")[2], item, call)]
        return report

    def _outcome(self, test: str, item: pytest.Item, call: pytest.CallInfo[None]) -> Outcome:
        if call.excinfo is None:
            return Outcome(test, "passed")
        error = _leaf(call.excinfo.value)
        kind = self._kind(error) if call.when == "call" else _kind_around(error)
        place = getattr(gates_of(item), "place", None) if isinstance(error, GateError | NeverReturns) else None
        line = place.line if place is not None and place.file == self._proof else self._line_of(call.excinfo.value)
        calls = gates.calls if (gates := gates_of(item)) is not None else []
        return Outcome(test, kind, line, self._source(line), _untold(_named(error), calls))

    def _kind(self, error: BaseException) -> Kind:
        """By what was raised, and by whose line."""
        if isinstance(error, pytest.skip.Exception):
            return "skipped"
        if isinstance(error, NeverReturns):
            return "never returns"
        if isinstance(error, GateError):
            return "gates"
        owner = self._innermost(error)
        if isinstance(error, AssertionError | pytest.fail.Exception):
            return "assertion" if owner == self._proof else "error"
        if owner is not None and (owner != self._proof or isinstance(error, asyncio.CancelledError)):
            return "raised"
        return "error"

    def _innermost(self, error: BaseException) -> str | None:
        """The file in the folder that the error came from."""
        files = [name for name, _ in _frames(error) if name.startswith(self._folder)]
        return files[-1] if files else None

    def _line_of(self, error: BaseException) -> int:
        if isinstance(error, SyntaxError) and error.filename == self._proof:
            return error.lineno or 0
        lines = [line for name, line in _frames(error) if name == self._proof]
        return lines[-1] if lines else 0

    def _source(self, line: int) -> str:
        return linecache.getline(self._proof, line).strip() if line else ""


def _untold(message: str, calls: Sequence[Call]) -> str:
    """The message up to where it tells the words that the code says to its fakes: they would give a solution away."""
    given = (each for call in calls for each in (*call.args, *call.kwargs.values()))
    starts = [message.find(each[:SEEN]) for each in given if isinstance(each, str) and len(each) > LONG]
    cuts = [start for start in starts if start >= 0]
    return f"{message[: min(cuts)]}..." if cuts else message


def _kind_around(error: BaseException) -> Kind:
    return "skipped" if isinstance(error, pytest.skip.Exception) else "setup"


def _leaf(error: BaseException) -> BaseException:
    """The first error of a group: a task group wraps what its tasks raise."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _frames(error: BaseException) -> list[tuple[str, int]]:
    found, trace = [], error.__traceback__
    while trace is not None:
        found.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return found


def _named(error: BaseException) -> str:
    """The error in one line; an assertion is its text alone."""
    text = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    if isinstance(error, AssertionError | pytest.fail.Exception | GateError) and text:
        return text[:MOST_CHARACTERS]
    if isinstance(error, SyntaxError):
        text = error.msg
    name = type(error).__name__
    return f"{name}: {text}"[:MOST_CHARACTERS] if text else name
