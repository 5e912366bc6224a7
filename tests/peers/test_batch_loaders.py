"""What batch loaders do in the moments on which they may differ: those of kata 10, aiodataloader, and strawberry's.

Each row is one moment, played by hand: calls end when the test says so. The kata's solutions must do what its brief
promises. The libraries' cache is on, as they come. No distribution of strawberry has its tests, so the cases of its loader
are written here anew.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import types
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from gym.curriculum import find_kata
from tests.peers import batch_moments as moments
from tests.peers.batch_moments import Make
from tests.peers.libraries import AIODATALOADER, STRAWBERRY, folders_of
from tests.peers.measures import Measure, differences, items
from tests.peers.subjects import names_of, right_versions, wrong_versions

KATA = find_kata("10-polyfill-kata/batch-loader")
OURS = right_versions(KATA)

Moment = Callable[[Make], Coroutine[Any, Any, str]]
ROWS: list[tuple[Moment, str, dict[str, str]]] = [
    (moments.one_turn, "calls ab: A, B", {}),
    (moments.equal_keys, "calls ab: A, B, A", {}),
    (moments.two_in_a_call_at_most, "calls ab+cd+e: A, B, C, D, E", {}),
    (moments.equal_keys_are_cut_once, "calls ab", {}),
    (moments.an_error_of_one_key, "A, no x, B", {}),
    (moments.the_call_fails, "down, down", {}),
    (moments.after_a_failed_call, "down, then A", {"strawberry": "down, then down"}),
    (moments.a_value_too_few, "is told of the number, is told of the number", {}),
    (moments.a_value_too_many, "is told of the number, is told of the number", {}),
    (moments.a_key_during_a_call, "calls a+b: A, B", {}),
    (moments.the_same_key_during_its_call, "calls a+a", {"strawberry": "calls a", "aiodataloader": "calls a"}),
    (moments.the_same_key_later, "calls a+a", {"strawberry": "calls a", "aiodataloader": "calls a"}),
    (moments.one_of_a_call_leaves, "is cancelled, B", {}),
    (
        moments.one_of_two_with_a_key_leaves,
        "is cancelled, A",
        dict.fromkeys(("strawberry", "aiodataloader"), "is cancelled, is cancelled"),
    ),
    (moments.one_leaves_and_the_call_fails, "is cancelled, down, 0 lost", {}),
]
"""The moment, what comes of it, and which libraries differ."""


def aiodataloader(monkeypatch: pytest.MonkeyPatch) -> Make:
    monkeypatch.syspath_prepend(str(*folders_of(AIODATALOADER)))
    library = importlib.import_module("aiodataloader")
    monkeypatch.delitem(sys.modules, "aiodataloader")
    return lambda fetch, most: library.DataLoader(fetch, max_batch_size=most).load


def strawberry(monkeypatch: pytest.MonkeyPatch) -> Make:
    """Its loader alone: all that it takes from the rest, which needs graphql-core, is the class of an error."""
    (folder,) = folders_of(STRAWBERRY)
    package = types.ModuleType("strawberry")
    package.__path__ = [str(folder / "strawberry")]
    errors: Any = types.ModuleType("strawberry.exceptions")
    errors.WrongNumberOfResultsReturned = type("WrongNumber", (Exception,), {"__init__": lambda self, **counts: None})
    monkeypatch.setitem(sys.modules, "strawberry", package)
    monkeypatch.setitem(sys.modules, "strawberry.exceptions", errors)
    library = importlib.import_module("strawberry.dataloader")
    monkeypatch.delitem(sys.modules, "strawberry.dataloader")
    return lambda fetch, most: library.DataLoader(fetch, max_batch_size=most).load


def ours(path: Path) -> Make:
    names = names_of(path)
    return lambda fetch, most: names["BatchLoader"](fetch, most).load


LIBRARIES = {"aiodataloader": aiodataloader, "strawberry": strawberry}


@pytest.mark.parametrize("name", [*OURS, *LIBRARIES])
@pytest.mark.parametrize(("moment", "outcome", "otherwise"), [pytest.param(*each, id=each[0].__name__) for each in ROWS])
def test_the_loaders_do_as_the_row_says(
    moment: Moment, outcome: str, otherwise: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = LIBRARIES[name](monkeypatch) if name in LIBRARIES else ours(OURS[name])
    assert asyncio.run(moment(make)) == otherwise.get(name, outcome)


@pytest.mark.parametrize(
    ("version", "seen_in"),
    [
        (
            "starter",
            [
                moments.the_call_fails,
                moments.after_a_failed_call,
                moments.a_value_too_few,
                moments.a_value_too_many,
                moments.a_key_during_a_call,
                moments.the_same_key_during_its_call,
                moments.one_of_a_call_leaves,
                moments.one_of_two_with_a_key_leaves,
                moments.one_leaves_and_the_call_fails,
            ],
        ),
        ("cut-before-it-is-counted", [moments.equal_keys_are_cut_once]),
        ("error-as-a-value", [moments.an_error_of_one_key]),
        ("every-load-a-key", [moments.equal_keys, moments.equal_keys_are_cut_once]),
        (
            "first-caller-fetches",
            [moments.one_of_a_call_leaves, moments.one_of_two_with_a_key_leaves, moments.one_leaves_and_the_call_fails],
        ),
        ("one-error-for-all", [moments.an_error_of_one_key]),
        ("one-future-for-a-key", [moments.one_of_two_with_a_key_leaves]),
        ("zipped-to-the-shorter", [moments.a_value_too_few, moments.a_value_too_many]),
    ],
)
def test_wrong_versions_are_seen(version: str, seen_in: list[Moment]) -> None:
    make = ours(wrong_versions(KATA)[version])
    assert [moment for moment, outcome, _ in ROWS if asyncio.run(moment(make)) != outcome] == seen_in


MEASURES = (
    Measure(
        "moments of batch loaders",
        "strawberry 0.341, aiodataloader 0.4",
        KATA.id,
        lambda: items(__file__, r"-solution\]$"),
        differs=differences(ROWS),
    ),
)
