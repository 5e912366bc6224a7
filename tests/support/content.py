"""A small curriculum on disk, whole enough to be read, started and judged by a fake."""

from __future__ import annotations

from pathlib import Path

from gym.curriculum import Catalogue, ContentPlace

EXERCISE = """\
title = "Counter"
summary = "Two clicks count once."
shapes = ["lost-update", "swallowed-cancellation"]
level = 1
minutes = 5
entry = "counter.py"
files = ["counter.py"]
given = ["ports.py"]
tests = "test_counter.py"

[[faults]]
id = "stale-count"
says = "The count is read before the wait and written after it."
"""
HINTS = "# Hints\n\n## A question\nWhat changed?\n\n## A place\nLine 3.\n\n## The move\nWrite `+= 1`.\n"
NEAR_MISSES = '[sleep-more]\nkills = ["both-count"]\nclaims = { both-count = "total is 2" }\n'
SLEEP_MORE = '"""The longer-sleep fix.\n\nIt hides the race on a quiet day.\nIt still loses clicks.\n"""\n'


def write_kata(place: ContentPlace, kata_id: str, exercise: str = EXERCISE) -> None:
    """Write a kata with one learner file, one near miss, one race and two solutions."""
    files = {
        place.exercises / kata_id: {
            "exercise.toml": exercise,
            "brief.md": "# Counter\n",
            "hints.md": HINTS,
            "counter.py": "count = 0\n",
            "ports.py": "",
            "test_counter.py": "",
        },
        place.solutions / kata_id: {
            "solution.py": '"""One statement.\n\nNeeds a database.\n"""\n\ncount = 2\n',
            "alternative_lock.py": '"""A lock."""\n',
            "explanation.md": "# Why\n\nBecause `+=` is one step.\n",
            "near_misses.toml": NEAR_MISSES,
            "near_misses/sleep_more.py": SLEEP_MORE,
        },
        place.races / kata_id: {"race_counter.py": ""},
    }
    for folder, texts in files.items():
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")


def small_place(root: Path, *kata_ids: str) -> ContentPlace:
    """A content place below `root` with a kata for each id."""
    place = ContentPlace(root / "exercises", root / "solutions", root / "races")
    for kata_id in kata_ids:
        write_kata(place, kata_id)
    return place


def small_catalogue(root: Path, *kata_ids: str) -> Catalogue:
    """The catalogue of such a place."""
    return Catalogue(small_place(root, *kata_ids))
