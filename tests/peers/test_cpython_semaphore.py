"""CPython's own tests of asyncio.Semaphore pass on the semaphores of kata 10, as far as they ask what the brief asks.

The name `asyncio` of CPython's test module is replaced by a proxy that has ours in the place of its own. Those
about the inside or the repr of CPython's class, or about which of several waiters is awake first, are left out by name.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from tests.peers.measures import PYTHON, Measure

LEFT_OUT = {
    **dict.fromkeys(
        ("test_repr", "test_semaphore", "test_acquire", "test_acquire_cancel", "test_acquire_fifo_order_4"),
        "reads `_value`, `_waiters` or the repr: the inside of CPython's class",
    ),
    "test_acquire_fifo_order_2": "asks which of two that were let in at once runs first",
}
KATA = find_kata("10-polyfill-kata/semaphore")
REFERENCE = KATA.solutions[0].files[KATA.entry]
MODULE = "test.test_asyncio.test_locks"

RUN = f"""
import asyncio, importlib, runpy, sys, unittest

class Proxy:
    def __init__(self, semaphore):
        self.Semaphore = lambda value=1: semaphore(value)

    def __getattr__(self, name):
        return getattr(asyncio, name)

locks = importlib.import_module("{MODULE}")
locks.asyncio = Proxy(runpy.run_path(sys.argv[1])["Semaphore"])
names = [name for name in unittest.TestLoader().getTestCaseNames(locks.SemaphoreTests) if name not in {[*LEFT_OUT]!r}]
for name in names:
    result = unittest.TestResult()
    locks.SemaphoreTests(name).run(result)
    print(name, "passed" if result.wasSuccessful() else "failed")
"""


def has_tests() -> bool:
    """Some Pythons come without their tests."""
    try:
        return importlib.util.find_spec(MODULE) is not None
    except ModuleNotFoundError:
        return False


def outcomes(semaphore: Path) -> dict[str, str]:
    """By test, "passed" or "failed"; in a process of its own, which is given up after a while."""
    if not has_tests():
        pytest.skip(f"this Python comes without {MODULE}")
    command = [sys.executable, "-c", RUN, str(semaphore)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired as gone:
        pytest.fail(f"CPython's tests do not end with {semaphore.name}: {gone.stdout!r}")
    assert done.returncode == 0, done.stderr
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.mark.skipif(not has_tests(), reason=f"this Python comes without {MODULE}")
@pytest.mark.parametrize("solution", [each.name for each in KATA.solutions])
def test_our_semaphores_pass_what_asyncio_s_own_has_to(solution: str) -> None:
    (chosen,) = [each for each in KATA.solutions if each.name == solution]
    found = outcomes(chosen.files[KATA.entry])
    assert [name for name, outcome in found.items() if outcome != "passed"] == []
    assert len(found) >= 9


@pytest.mark.skipif(not has_tests(), reason=f"this Python comes without {MODULE}")
def test_they_see_the_faults_of_the_starter() -> None:
    found = outcomes(KATA.folder / KATA.entry)
    assert [name for name, outcome in found.items() if outcome == "failed"] == [
        "test_acquire_cancel_before_awoken",
        "test_acquire_fifo_order",
        "test_acquire_fifo_order_3",
        "test_acquire_hang",
    ]


MEASURES = (Measure("CPython's tests of asyncio.Semaphore", PYTHON, KATA.id, lambda: outcomes(REFERENCE), LEFT_OUT),)
