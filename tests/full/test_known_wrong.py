"""Wrong versions by other hands: each is known by the name of the near miss whose idea it shares, whatever it looks like.

The folder that a version is in says which; the checks that a near miss passes are seen at a glance only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.curriculum.audit import Entry, audit_entry
from gym.judge import Judge

FOLDER = Path(__file__).parents[1] / "content" / "known_wrong"
GLANCE = 60
CASES = [pytest.param(path, id="-".join(path.relative_to(FOLDER).with_suffix("").parts)) for path in FOLDER.glob("*/*/*.py")]


@pytest.mark.parametrize("path", sorted(CASES, key=lambda case: str(case.id)))
def test_it_is_rejected_by_the_name_of_its_idea(path: Path) -> None:
    kata = find_kata(path.parent.parent.name)
    (miss,) = (each for each in kata.near_misses if each.slug == path.parent.name)
    with Judge() as judge:
        row = audit_entry(judge, kata, Entry("near miss", path.stem, {kata.entry: path}, path, miss), glance=GLANCE)
    assert [str(problem) for problem in row.problems] == []
