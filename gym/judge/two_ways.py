"""The words for code that does not do the same twice: where it first went another way, and the likely cause."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from gym.engine.trace import Step, Trace
from gym.judge.loaded import LoadedAttempt
from gym.race.absorb import ADDRESS

Record = Callable[[], Trace | None]
"""Runs the default schedule once more, in the process at hand or in a new one, and gives its trace."""

_ORDER = "the order of a set, or an address that it hangs on"
_CAUSES = (
    ("a clock that is not the loop's", frozenset({"clock_gettime", "clock_gettime_ns", "times", "getmtime", "st_mtime"})),
    ("randomness that is not seeded", frozenset({"SystemRandom", "getrandom", "_urandom"})),
    (_ORDER, frozenset({"id", "hash", "set", "frozenset", "WeakSet"})),
    ("something that is read from the machine", frozenset({"open", "read_text", "read_bytes", "listdir", "stat"})),
)
_KEPT = "state that outlives a schedule, in a module or a class that is not yours"


def two_ways_words(record: Record, attempt: LoadedAttempt) -> str:
    """One sentence: the first step that differs between two equal runs, and what probably makes the difference.

    Two runs in fresh processes tell the causes apart: if they are equal, something was kept from schedule to schedule.
    """
    first = record()
    second = record()
    fresh = []
    for _ in range(2):
        attempt.puppet.stop()
        fresh.append(record())
    shown = _first_difference(*fresh) if _alike(first, second) else _first_difference(first, second)
    named = list(_named(attempt.files))
    if _alike(*fresh):
        # Fresh processes may well put things at the same addresses.
        return f"{shown}; likely cause: {_ORDER if _ORDER in named else _KEPT}"
    cause = next(iter(named), None)
    return shown if cause is None else f"{shown}; likely cause: {cause}"


def _alike(one: Trace | None, other: Trace | None) -> bool:
    steps = [[_said(step) for step in trace.steps] for trace in (one, other) if trace is not None]
    return len(steps) == 2 and steps[0] == steps[1]


def _named(files: Mapping[str, str]) -> Iterator[str]:
    """Causes whose names stand in the sources, the surest first."""
    used = {name for text in files.values() for name in _names(text)}
    for cause, names in _CAUSES:
        if used & names:
            yield cause


def _names(source: str) -> Iterator[str]:
    try:
        tree = ast.parse(source)
    except SyntaxError:  # of a newer Python than the judge's
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Set | ast.SetComp):
            yield "set"


def _first_difference(first: Trace | None, second: Trace | None) -> str:
    ours = first.steps if first is not None else ()
    theirs = second.steps if second is not None else ()
    for one, other in zip(ours, theirs, strict=False):
        if _said(one) != _said(other):
            return f"the same schedule went two ways, from step {one.number} on: {_differing(one, other)}"
    if len(ours) != len(theirs):
        return f"the same schedule had {len(ours)} steps once and {len(theirs)} steps the next time"
    return "the same decisions led two ways"


def _said(step: Step) -> tuple[str, ...]:
    """All that a step shows, without addresses."""
    return tuple(ADDRESS.sub("0x", told) for told in (_cells(step), _waits(step), _state(step), f"at {step.time_ms} ms"))


def _differing(one: Step, other: Step) -> str:
    """The part of two steps that differs, once as it was and once as it was the next time."""
    return next(f"{mine} / {its}" for mine, its in zip(_said(one), _said(other), strict=True) if mine != its)


def _cells(step: Step) -> str:
    return "; ".join(f"{cell.flow}: {cell.text}" for cell in step.cells) or "nothing happened"


def _waits(step: Step) -> str:
    return "; ".join(f"{flow} waits at {place.file}:{place.line}" for flow, place in step.waits.items()) or "nobody waits"


def _state(step: Step) -> str:
    shown = [f"{label} {value}" for label, value in step.watched.items()]
    return "; ".join([*shown, *(f"printed {line!r}" for line in step.printed)]) or "no state"
