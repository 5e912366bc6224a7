"""Right programs that tempt an engine to cry wolf: over all their schedules, on every interpreter, nothing is said.

Each has a wrong twin that differs by one place and is rejected, so that its race is known to say something.
"""

from __future__ import annotations

import importlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.verdict import Verdict
from tests.race.arena import Arena
from tests.race.twins.twin import Twin
from tests.subject.interpreters import MINORS, Interpreter, interpreters, newest_of

BUDGET = 20_000
"""More schedules than any of them has."""

FOLDER = Path(__file__).parent / "twins"

NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in ("twin", "__init__"))

NEWEST = [found for minor in MINORS if (found := newest_of(minor)) is not None]

_ON_STOCK = """
import asyncio, json, sys
source, expression = json.load(sys.stdin)
names = {"__name__": "subject"}
exec(compile(source, "subject.py", "exec"), names)
async def main():
    return await eval(expression, names)
print(json.dumps(asyncio.run(main())))
"""


def twin_of(name: str) -> Twin:
    found: Twin = importlib.import_module(f"tests.race.twins.{name}").TWIN
    return found


def runs_on(interpreter: Interpreter, twin: Twin) -> bool:
    return interpreter.version[:2] >= twin.since


@pytest.fixture(scope="module")
def arenas() -> Iterator[dict[Interpreter, Arena]]:
    """A subject of each interpreter."""
    arenas = {interpreter: Arena(Puppet(Bare(interpreter.path))) for interpreter in interpreters()}
    yield arenas
    for arena in arenas.values():
        arena.puppet.close()


PAIRS = [(interpreter, name) for interpreter in NEWEST for name in NAMES if runs_on(interpreter, twin_of(name))]


@pytest.mark.parametrize(("interpreter", "name"), PAIRS, ids=str)
def test_nothing_is_said_of_a_right_program(interpreter: Interpreter, name: str, arenas: dict[Interpreter, Arena]) -> None:
    twin = twin_of(name)
    verdict = arenas[interpreter].judge(twin.source, twin.race, budget=BUDGET, excuse=twin.excuse)
    assert verdict.verdict is Verdict.ACCEPTED, f"{verdict.message}  {verdict.token}"
    assert verdict.coverage.startswith(("all ", "the only ")), verdict.coverage


@pytest.mark.parametrize(("interpreter", "name"), PAIRS, ids=str)
def test_its_wrong_twin_is_rejected(interpreter: Interpreter, name: str, arenas: dict[Interpreter, Arena]) -> None:
    twin = twin_of(name)
    verdict = arenas[interpreter].judge(twin.wrong_source(), twin.race, budget=BUDGET, excuse=twin.excuse)
    assert verdict.claim == twin.claim, verdict.message


@pytest.mark.parametrize(("interpreter", "name"), [pair for pair in PAIRS if twin_of(pair[1]).stock], ids=str)
def test_what_is_expected_of_an_order_is_what_a_stock_loop_does(interpreter: Interpreter, name: str) -> None:
    twin = twin_of(name)
    assert twin.stock is not None
    expression, expected = twin.stock
    told = json.dumps([twin.source, expression])
    done = subprocess.run([interpreter.path, "-I", "-c", _ON_STOCK], input=told, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected


def test_there_are_enough_of_them_and_all_run_somewhere() -> None:
    assert len(NAMES) >= 20
    assert all(any(runs_on(interpreter, twin_of(name)) for interpreter in NEWEST) for name in NAMES)
