"""The learner's visible tests, run beside the judge."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from gym.practice import visible
from gym.practice.visible import VisibleResult, VisibleTests


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("def test_a(): pass\n", VisibleResult(True, "1 passed")),
        (
            "def test_a(): pass\ndef test_b(): assert 0\ndef test_c(): assert 0\n",
            VisibleResult(False, "2 failed, 1 passed, first test_b"),
        ),
        ("def broken(:\n", VisibleResult(False, "1 error")),
        ("", VisibleResult(False, "no test ran")),
    ],
)
def test_they_are_counted_and_the_first_that_fails_is_named(tmp_path: Path, text: str, result: VisibleResult) -> None:
    (tmp_path / "test_it.py").write_text(text)
    assert VisibleTests(tmp_path, "test_it.py").run() == result


def test_tests_that_come_to_no_end_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visible, "LIMIT_S", 2)
    (tmp_path / "test_it.py").write_text("def test_a():\n    while True: pass\n")
    assert VisibleTests(tmp_path, "test_it.py").run() == VisibleResult(False, "no end within 2 s")


def test_a_run_that_nobody_waits_for_any_more_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_a():\n    while True: pass\n")
    tests = VisibleTests(tmp_path, "test_it.py")
    found: list[VisibleResult | None] = []
    thread = threading.Thread(target=lambda: found.append(tests.run()))
    thread.start()
    tests.stop()
    thread.join(30)
    assert found == [None]
