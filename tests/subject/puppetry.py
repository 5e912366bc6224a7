"""Drives programs in the real subject process, frame by frame, and keeps their effects as the stock half does."""

from __future__ import annotations

import functools
import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.race.frames import EndItem, OpItem, RecordItem, Report
from tests.subject.interpreters import Interpreter

PROGRAMS = Path(__file__).parent / "programs"

OUTSIDE = ["p", 1, "port", "outside", {"wait": "op"}]
LOG = ["p", 2, "recorder", "log", {}]
STARTED = ["h", -1]


def sources() -> dict[str, str]:
    """The programs as the files of an attempt."""
    return {path.name: path.read_text() for path in PROGRAMS.glob("*.py") if path.name != "stock.py"}


@functools.cache
def programs() -> dict[str, Any]:
    """What the programs' own files declare, by name."""
    sys.path.insert(0, str(PROGRAMS))
    try:
        found: dict[str, Any] = runpy.run_path(str(PROGRAMS / "every.py"))["PROGRAMS"]
    finally:
        sys.path.remove(str(PROGRAMS))
    return found


@functools.cache
def stock(interpreter: Interpreter, attempt: int = 0) -> dict[str, list[str]]:
    """The effects of every program on that interpreter's own loop, once more for another attempt."""
    command = [interpreter.path, "-I", "-S", str(PROGRAMS / "stock.py"), str(PROGRAMS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def loaded(python: str) -> Puppet:
    """A subject of that interpreter with all programs in it."""
    puppet = Puppet(Bare(python=python))
    problem = puppet.load(sources(), "every")
    assert problem is None, problem
    return puppet


class Play:
    """One program under way in the subject."""

    def __init__(self, puppet: Puppet, name: str, script: list[str]) -> None:
        self._puppet = puppet
        self._name = name
        self._entries = [_parse(entry) for entry in script]
        self._waiting: dict[str, list[int]] = {}
        self._work: list[int] = []
        self._flows: set[str] = set()
        self._ended: set[str] = set()
        self.effects: list[str] = []

    def run(self) -> list[str]:
        report = self._puppet.begin({}, [["new", "main", -1, "Started", [self._name, OUTSIDE, LOG], {}]], _none)
        self._take_in(report)
        while self._entries:
            at, events = self._entries.pop(0)
            if at:
                assert (report.kind, report.polls) == ("paused", at), f"{report} before poll {at}"
            pause = self._entries[0][0] if self._entries else 0
            report = self._puppet.go(pause, [self._wire(words) for words in events])
            self._take_in(report)
        while report.deadline >= 0 and not self._flows <= self._ended:
            report = self._puppet.go(0, [["tick", None]])
            self._take_in(report)
        return self.effects

    def _wire(self, words: list[str]) -> list[Any]:
        match words:
            case ["arrive", flow]:
                self._flows.add(flow)
                return ["arrive", flow, "main", ["call", STARTED, "flow", [flow], {}, "await"], True]
            case ["cancel", flow]:
                return ["cancel", flow]
            case ["tick"]:
                return ["tick", None]
            case ["work"]:
                return ["local", self._work.pop(0)]
            case ["fail", name]:
                error = ["e", "ValueError", ["Exception"], name, {}, None, None, None]
                return ["failed", self._waiting[name].pop(0), error]
            case [name]:
                return ["done", self._waiting[name].pop(0), name]
        raise AssertionError(words)

    def _take_in(self, report: Report) -> None:
        for item in report.items:
            match item:
                case OpItem(port=0, number=number):
                    self._work.append(number)
                case OpItem(number=number, args=[name]):
                    self._waiting.setdefault(name, []).append(number)
                case RecordItem(turn=turn, args=[text]):
                    self.effects.append(f"{turn} {text}")
                case EndItem(turn=turn, flow=flow):
                    self._ended.add(flow)
                    self.effects.append(f"{turn} {flow}: {_how(item)}")


def _how(item: EndItem) -> str:
    if item.status == "error":
        return str(item.value[1])
    return f"ok {item.value}" if item.status == "ok" else item.status


def _parse(entry: str) -> tuple[int, list[list[str]]]:
    at = 0
    if entry.startswith("@"):
        first, entry = entry.split(" ", 1)
        at = int(first[1:])
    return at, [event.split() for event in entry.split(" + ")]


def _none(frame: object) -> tuple[bool, Any]:
    raise AssertionError(f"a program asked something: {frame}")
