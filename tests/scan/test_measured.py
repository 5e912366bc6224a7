"""What `gym scan` finds in our own versions is what the README says; tests/full/test_scan.py looks at code of others."""

from __future__ import annotations

import re
from pathlib import Path

from tests.scan.measure import own
from tests.scan.table import PLACE

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_our_own_versions_are_found_as_the_readme_says() -> None:
    """`python -m tests.scan --readme` writes it."""
    told = PLACE.search(README)
    assert told is not None
    rows = re.findall(r"^\| (starters|near misses|solutions) \| (\d+) \| (\d+) \| (\d+) \|$", told[0], re.MULTILINE)
    now = [(each.kind, str(each.versions), str(each.with_finding), str(each.findings)) for each in own()]
    assert [tuple(row) for row in rows] == now
