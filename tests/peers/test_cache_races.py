"""Three libraries' caches under the hidden races of kata 06: each fails the promises that it does not make, and no others.

Left out are the races about stale rows, which none of them serves in the kata's way.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, JudgeOptions
from gym.judge.sandbox import Bare
from tests.peers.libraries import AIOCACHE, ASYNC_LRU, CASHEWS, folders_of

KATA = find_kata("06-cache-layer")
BUDGET = 80
"""Each schedule on a library is a process of its own. All that fails does so by then."""
CHECKS = (
    "one-load",
    "other-rows",
    "failed-load",
    "tenants",
    "overtaken",
    "newer-load",
    "one-leaves",
    "all-leave",
    "room",
    "loads-take-no-room",
)
CACHES = {"async-lru": ASYNC_LRU, "cashews": CASHEWS, "aiocache": AIOCACHE}
FAILS = {
    "async-lru": {
        "failed-load": "a load that fails takes no row's place",  # loads stand among the rows
        "newer-load": "one load since the invalidation",  # an older load that fails takes the newer one out
        "loads-take-no-room": "no second load of a row while one is under way",
    },
    "cashews": {
        "overtaken": "who has changed the row reads the new one",
        "one-leaves": "the first reader gets the row, though the second has left",
        "all-leave": "who comes next gets the row",
    },
    "aiocache": {
        "failed-load": "no second load while one is under way",  # all who wait at its lock pass at once
        "overtaken": "who has changed the row reads the new one",
        "newer-load": "one load since the invalidation",
        "room": "no more than two rows are kept",
    },
}
if sys.version_info < (3, 12):
    FAILS["aiocache"]["one-leaves"] = "swallowed cancellation"  # by the wait_for of that Python


@pytest.mark.parametrize("name", CACHES)
def test_a_library_fails_the_promises_that_it_does_not_make(name: str) -> None:
    folders = folders_of(CACHES[name])
    subject = Path(__file__).parent / "caches" / f"behind_{name.replace('-', '_')}.py"
    with Judge(Bare(sys.executable, folders)) as judge:
        verdict = judge.judge(KATA, Attempt.from_file(KATA, subject), JudgeOptions(only=list(CHECKS), budget=BUDGET))
    failed = {check.id.partition("#")[2]: check.claim for check in verdict.checks if check.verdict.exit_status}
    assert failed == FAILS[name]
