"""The rules for a kata's texts: what is said of each that does not keep them, and in which file."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum.wording import BRIEF_SECTIONS, EXPLANATION_SECTIONS, wording_problems
from tests.support.authoring import again, begun_kata, finished_kata


@pytest.fixture
def root(tmp_path: Path) -> Path:
    finished_kata(tmp_path)
    return tmp_path


def told(root: Path) -> list[str]:
    """Each problem with its file's name."""
    return [f"{problem.file.name if problem.file else ''}: {problem.says}" for problem in wording_problems(again(root))]


def edit(root: Path, name: str, old: str, new: str) -> None:
    (path,) = root.rglob(name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_finished_kata_has_nothing_to_mend(root: Path) -> None:
    assert told(root) == []


def test_what_is_still_to_be_written_is_told_by_file_and_line_the_race_first(tmp_path: Path) -> None:
    begun_kata(tmp_path)
    found = [problem for problem in wording_problems(again(tmp_path)) if "TODO(author)" in problem.says]
    assert [problem.file.name for problem in found if problem.file] == [
        "race_shop_cart.py",
        "exercise.toml",
        "shop_cart.py",
        "ports.py",
        "fakes.py",
        "test_shop_cart.py",
        "brief.md",
        "hints.md",
        "solution.py",
        "lock_of_its_own.py",
        "near_misses.toml",
        "explanation.md",
    ]
    assert found[0].says == "TODO(author) in line 3: do what it says, and take it out"
    assert found[6].says == "TODO(author) in lines 3, 5, 10, 24: do what it says, and take it out"


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("brief.md", "# Shop cart", "# The cart", 'its first line is not "# Shop cart"'),
        ("brief.md", "**To:**", "To:", "above its sections it does not tell **To:**"),
        ("brief.md", "## Contract", "## Promises", 'the section "## Contract" is missing'),
        ("brief.md", "**In every kata** the gym", "The gym", "copy it from another brief"),
        (
            "exercise.toml",
            'a number is lost."',
            'a number is lost"',
            "summary: a whole sentence, which ends in a full stop,",
        ),
        ("exercise.toml", 'comes in between."', 'comes in between"', "fault read-before-write: a whole sentence"),
        ("exercise.toml", 'title = "Shop cart"', 'title = "Shop cart."', "title: a title has no full stop"),
        ("hints.md", "## What is missing", "What is missing", "2 hints, and a kata has 3 or more"),
        (
            "solution.py",
            "\n\nThe price: the next caller waits until the store has answered twice.",
            "",
            "what the design costs",
        ),
        ("lock_of_its_own.py", "Tempting, because", "It is nice, because", 'does not begin with "Tempting, because"'),
        ("explanation.md", "what happens, and why", "why", "its first line is not"),
        ("explanation.md", "## Say it", "## Say", 'the section "## Say it" is missing'),
    ],
)
def test_a_text_that_does_not_keep_a_rule_is_named(root: Path, name: str, old: str, new: str, says: str) -> None:
    edit(root, name, old, new)
    found = [line for line in told(root) if line.startswith(f"{name}: ")]
    assert len(found) == 1 or name == "exercise.toml"
    assert says in found[0]


def test_a_section_that_is_empty_is_missing_too(root: Path) -> None:
    (brief,) = root.rglob("brief.md")
    brief.write_text(brief.read_text().partition("## Out of bounds")[0] + "## Out of bounds\n\n")
    assert told(root) == ['brief.md: the section "## Out of bounds" is empty']


def test_sections_in_another_order_are_named(root: Path) -> None:
    (page,) = root.rglob("explanation.md")
    sections = page.read_text().split("\n## ")
    page.write_text("\n## ".join([sections[0], *reversed(sections[1:])]))
    assert told(root) == [f"explanation.md: its sections stand in another order than {', '.join(EXPLANATION_SECTIONS)}"]
    assert BRIEF_SECTIONS == ("Contract", "Out of bounds")


def test_code_that_no_terminal_of_80_columns_shows_whole_is_named(root: Path) -> None:
    (hints,) = root.rglob("hints.md")
    long = hints.read_text() + f"\n```python\nshort = 1\n{'x' * 79}\n```\n"
    hints.write_text(long)
    line = long[: long.index("xxx")].count("\n") + 1
    assert told(root) == [f"hints.md: line {line}: code of 79 characters, and 78 fit a terminal"]


def test_a_missing_explanation_is_named(root: Path) -> None:
    (page,) = root.rglob("explanation.md")
    page.unlink()
    assert told(root) == ["explanation.md: this file is missing"]


def test_line_ends_of_another_system_are_no_matter(root: Path) -> None:
    for path in (*root.rglob("*.md"), *root.rglob("*.py")):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert told(root) == []
