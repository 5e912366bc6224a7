"""Libraries under the hidden races of parts of kata 10: each fails the promises that it does not make, and no others."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge
from gym.judge.sandbox import Bare
from tests.peers.libraries import AIODATALOADER, COALESCER, ONEFLIGHT, SINGLEFLIGHT, TYPING, Peer, folders_of

SUBJECTS: dict[str, tuple[str, Peer, dict[str, str]]] = {
    "coalescer": ("single-flight", COALESCER, {}),
    "oneflight": ("single-flight", ONEFLIGHT, {"one-leaves": "who stays gets a result"}),
    "singleflight": (
        "single-flight",
        SINGLEFLIGHT,
        {
            "one-leaves": "who stays gets a result",
            "all-leave": "a newcomer gets a result",
            "tidying-up": "a newcomer gets a result",
        },
    ),
    "aiodataloader": (
        "batch-loader",
        AIODATALOADER,
        {
            # Without its cache it does not look for equal keys, and its error is a TypeError.
            "one-call": "one call for each turn, each key once",
            "cut": "each key once, in calls of at most three",
            "too-few": "a wrong number of values is a ValueError for all",
        },
    ),
}
"""By library: the part, and the checks that reject it with what they say."""


def failed(name: str, part: str, peer: Peer) -> dict[str, str | None]:
    """Which checks reject a library, and what they say. Those that accept it have to have seen all that there is."""
    kata = find_kata(f"10-polyfill-kata/{part}")
    subject = Path(__file__).parent / "parts" / f"behind_{name}.py"
    with Judge(Bare(sys.executable, folders_of(peer, TYPING))) as judge:
        verdict = judge.judge(kata, Attempt.from_file(kata, subject))
    seen = [check.coverage for check in verdict.checks if not check.verdict.exit_status]
    assert [coverage for coverage in seen if not coverage.startswith(("all ", "the only"))] == []
    return {check.id.partition("#")[2]: check.claim for check in verdict.checks if check.verdict.exit_status}


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_library_fails_the_promises_that_it_does_not_make_and_no_others(name: str) -> None:
    part, peer, fails = SUBJECTS[name]
    assert failed(name, part, peer) == fails
