"""What single flights do in the moments on which they differ: those of kata 10, async-lru, and three libraries of that name.

Each row is one moment, played by hand: calls end when the test says so. The kata's solutions must do what its brief
promises.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from gym.curriculum import find_kata
from tests.peers import flight_moments as moments
from tests.peers.flight_moments import Do, Fn, Store
from tests.peers.libraries import ASYNC_LRU, COALESCER, ONEFLIGHT, SINGLEFLIGHT, Peer, folders_of
from tests.peers.measures import Measure, differences, items
from tests.peers.subjects import names_of, right_versions, wrong_versions

KATA = find_kata("10-polyfill-kata/single-flight")
OURS = right_versions(KATA)

Moment = Callable[[Store], Coroutine[Any, Any, str]]
ROWS: list[tuple[Moment, str, dict[str, str]]] = [
    (moments.two_come_together, "result 1, result 1", {}),
    (moments.other_keys, "waits, result 2", {}),
    (moments.after_the_end, "result 1, result 2", {"async-lru": "result 1, result 1"}),
    (moments.an_error, "down, down; result 2", {}),
    (moments.two_try_again_at_once, "2 calls: result 2, result 2", {}),
    (moments.nothing_to_await, "cannot begin, result 1", {}),
    (
        moments.the_first_leaves,
        "cancelled, result 1",
        {"oneflight": "cancelled, cancelled", "singleflight": "cancelled, None"},
    ),
    (moments.the_second_leaves, "result 1, cancelled", {}),
    (moments.all_leave, "the call is cancelled", {}),
    # singleflight keeps the entry of a cancelled call for ever, with None in it.
    (moments.one_comes_after_all_have_left, "result 2", {"singleflight": "None"}),
    (
        moments.one_comes_while_the_cancelled_call_tidies_up,
        "result 2",
        {"oneflight": "cancelled", "singleflight": "None"},
    ),
]
"""The moment, what comes of it, and which libraries differ."""


def async_lru(library: Any) -> Do:
    """Its results are kept: the cache is what it is for."""
    fns: dict[str, Fn] = {}

    async def run(key: str) -> str:
        return await fns[key]()

    cached = library.alru_cache(maxsize=None)(run)

    async def do(key: str, fn: Fn) -> str:
        fns[key] = fn
        return str(await cached(key))

    return do


def coalescer(library: Any) -> Do:
    return library.Coalescer().do  # type: ignore[no-any-return]


def oneflight(library: Any) -> Do:
    flights = library.AsyncOneFlight()

    async def do(key: str, fn: Fn) -> str:
        return str((await flights.do(key, fn))[0])

    return do


def singleflight(library: Any) -> Do:
    flights = library.SingleFlightAsync()
    return lambda key, fn: flights.call(fn, key)


LIBRARIES: dict[str, tuple[Peer, str, Callable[[Any], Do]]] = {
    "async-lru": (ASYNC_LRU, "async_lru", async_lru),
    "coalescer": (COALESCER, "coalescer", coalescer),
    "oneflight": (ONEFLIGHT, "oneflight", oneflight),
    "singleflight": (SINGLEFLIGHT, "singleflight.asynchronous", singleflight),
}


def made(name: str, monkeypatch: pytest.MonkeyPatch) -> Do:
    """One of ours, or a library's, by name."""
    if name in OURS:
        return names_of(OURS[name])["SingleFlight"]().do  # type: ignore[no-any-return]
    peer, module, adapter = LIBRARIES[name]
    monkeypatch.syspath_prepend(str(*folders_of(peer)))
    return adapter(importlib.import_module(module))


@pytest.mark.asyncio
@pytest.mark.parametrize("name", [*OURS, *LIBRARIES])
@pytest.mark.parametrize(("moment", "outcome", "otherwise"), [pytest.param(*each, id=each[0].__name__) for each in ROWS])
async def test_the_flights_do_as_the_row_says(
    moment: Moment, outcome: str, otherwise: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await moment(Store(made(name, monkeypatch))) == otherwise.get(name, outcome)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("version", "seen_in"),
    [
        (
            "starter",
            [
                moments.two_try_again_at_once,
                moments.the_first_leaves,
                moments.the_second_leaves,
                moments.one_comes_while_the_cancelled_call_tidies_up,
            ],
        ),
        ("entry-before-the-call", [moments.nothing_to_await]),
        ("error-kept", [moments.an_error, moments.two_try_again_at_once, moments.nothing_to_await]),
        ("first-caller-does-it", [moments.the_first_leaves, moments.one_comes_while_the_cancelled_call_tidies_up]),
        ("newcomer-joins-the-dying", [moments.one_comes_while_the_cancelled_call_tidies_up]),
        ("newer-call-removed", []),  # it takes another caller in the very moment
        ("result-kept", [moments.after_the_end, moments.an_error, moments.two_try_again_at_once, moments.nothing_to_await]),
        (
            "shield-and-forget",
            [moments.all_leave, moments.one_comes_after_all_have_left, moments.one_comes_while_the_cancelled_call_tidies_up],
        ),
    ],
)
async def test_wrong_versions_are_seen(version: str, seen_in: list[Moment]) -> None:
    names = names_of(wrong_versions(KATA)[version])
    assert [moment for moment, outcome, _ in ROWS if await moment(Store(names["SingleFlight"]().do)) != outcome] == seen_in


MEASURES = (
    Measure(
        "moments of single flights",
        "async-lru 2.4, coalescer 0.3, oneflight 0.1, singleflight 0.1",
        KATA.id,
        lambda: items(__file__, r"-solution\]$"),
        differs=differences(ROWS),
    ),
)
