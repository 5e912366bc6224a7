"""Debounce, throttle, limiter and search box do what lodash, underscore and p-limit do, to the millisecond.

Where they differ by contract a row is left out, and the difference is measured: see `keeps_another_pace`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise

import pytest

from gym.curriculum import find_kata
from tests.peers.javascript import ROWS, TABLES, Row, Table, debounced, limited, searched, throttled
from tests.peers.libraries import JAVASCRIPT, folders_of
from tests.peers.subjects import right_versions

EDGES = {
    "leading": "our debounce runs when it is quiet again and at no other time; a run at both ends is our throttle",
    "maxWait": "our debounce has no longest wait",
}
NEXT_WAIT = {
    "lodash": "a call soon after a run at the end of a wait runs at once or begins a wait of its own; ours is kept",
    "underscore": "a call soon after a run at the end of a wait begins a wait of its own; ours is kept",
}


def keeps_another_pace(row: Row, whenever_it_runs: bool) -> bool:
    """Whether a call comes less than a wait after a run at the end of a wait.

    Then lodash's next wait begins with that call, or is over at once; underscore's does so without a leading edge only.
    """
    calls = [at for at, what, *_ in row["asked"] if what == "call"]
    late = [at for at, _ in row["runs"] if at not in calls]
    soon = any(run < call < run + row["wait"] for run in late for call in calls)
    return soon and (whenever_it_runs or not row["leading"])


def throttle_of(library: str) -> Table:
    rows = TABLES[f"throttle of {library}"]
    another = [row["id"] for row in rows if keeps_another_pace(row, library == "lodash")]
    left_out = dict.fromkeys(another, NEXT_WAIT[library])
    kata = "10-polyfill-kata/throttle"
    return Table(f"rows of {library}'s throttle", library, kata, rows, "runs", throttled, left_out)


DEBOUNCE = Table(
    "rows of lodash's debounce",
    "lodash",
    "10-polyfill-kata/debounce",
    TABLES["debounce"] + TABLES["edges"],
    "runs",
    debounced,
    EDGES,
)
THROTTLES = {library: throttle_of(library) for library in ("lodash", "underscore")}
LIMIT = Table("rows of p-limit", "p-limit", "10-polyfill-kata/limiter", TABLES["limit"], "begins", limited)
SEARCH = Table(
    "rows of a search behind lodash's debounce, newest wins",
    "lodash",
    "01-search-box",
    TABLES["search"],
    "drawn",
    searched,
)
ALL = (DEBOUNCE, *THROTTLES.values(), LIMIT, SEARCH)
MEASURES = tuple(table.measure() for table in ALL)
VERSIONS = [(table, version) for table in ALL for version in right_versions(find_kata(table.kata_id))]


@pytest.mark.parametrize(("table", "version"), VERSIONS, ids=lambda part: getattr(part, "peer", part))
def test_every_right_version_does_what_the_library_does(table: Table, version: str) -> None:
    assert table.found(version) == table.expected()


@pytest.mark.parametrize(
    ("table", "rows", "other"),
    [(DEBOUNCE, 41, 12), (THROTTLES["lodash"], 33, 6), (THROTTLES["underscore"], 47, 26), (LIMIT, 43, 17), (SEARCH, 31, 31)],
    ids=lambda part: getattr(part, "peer", None),
)
def test_the_starter_does_not(table: Table, rows: int, other: int) -> None:
    expected, found = table.expected(), table.found("starter")
    assert (len(expected), sum(found[name] != expected[name] for name in expected)) == (rows, other)


def gaps(row: Row, runs: list[tuple[int, str]]) -> list[int]:
    """Milliseconds between runs that have no cancel between them, which ends a wait."""
    ends = [at for at, what, *_ in row["asked"] if what == "cancel"]
    moments = [at for at, _ in runs]
    return [after - before for before, after in pairwise(moments) if not any(before <= end <= after for end in ends)]


@pytest.mark.parametrize(("library", "rows_too_close"), [("lodash", 7), ("underscore", 0)])
def test_ours_never_runs_twice_within_a_wait_and_lodash_does(library: str, rows_too_close: int) -> None:
    """Expected: the brief promises it of every run. A call right behind a late run is a new burst to lodash."""
    table = THROTTLES[library]
    ours = table.found(all_rows=True)
    theirs = [row for row in table.rows if any(gap < row["wait"] for gap in gaps(row, row["runs"]))]
    assert [row["id"] for row in table.rows if any(gap < row["wait"] for gap in gaps(row, ours[row["id"]]))] == []
    assert len(theirs) == rows_too_close


def node() -> str:
    """Where Node is. Skips where there is none whose mock clock can be set."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no node")
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, re.findall(r"\d+", told)[:2])) < (20, 11):
        pytest.skip(f"node is {told.strip()}; its mock clock can be set from 20.11 on")
    return found


def test_the_rows_are_what_the_libraries_say() -> None:
    (folder,) = folders_of(JAVASCRIPT)
    command = [node(), "--no-warnings", str(ROWS.with_name("generate.mjs")), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ROWS.read_text(encoding="utf-8")
