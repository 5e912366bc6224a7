"""Markdown as lines of text."""

from __future__ import annotations

import io

import pytest

from gym.curriculum import all_katas, find_kata, read_explanation, read_hints
from gym.report.console import console_for
from gym.report.markdown import markdown_lines

PAGE = """\
# A title

Some `code` in prose.


- one
- two

```python
x = `no`  # as it stands
```

| promise | kept by |
|---|---|
| once | a `unique` key |
"""


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


def lines(markdown: str, width: int = 80, **environ: str) -> list[str]:
    console = console_for(io.StringIO(), {"COLUMNS": str(width), **environ})
    return [line.plain for line in markdown_lines(markdown, console)]


def test_a_page_without_colour_reads_from_the_left_and_code_keeps_its_backticks() -> None:
    assert lines(PAGE) == [
        "A title",
        "",
        "Some `code` in prose.",
        "",
        " • one",
        " • two",
        "",
        " x = `no`  # as it stands",
        "",
        " promise  kept by",
        " ───────────────────────",
        " once     a `unique` key",
    ]


@pytest.mark.parametrize("kata", [kata.id for kata in all_katas()])
def test_every_hint_and_explanation_of_our_own_fits_80_columns(kata: str) -> None:
    found = find_kata(kata)
    pages = [f"## {hint.heading}\n\n{hint.text}" for hint in read_hints(found.folder)]
    pages.append(read_explanation(found))
    long = [line for page in pages for line in lines(page) if len(line) > 80]
    assert long == []


@pytest.mark.parametrize("width", [20, 40, 80, 160])
def test_no_line_is_wider_than_the_console_or_ends_in_a_space(width: int) -> None:
    long = "word " * 60 + "\n\n> quoted " + "again " * 40
    assert {(len(line) <= min(width, 80), line == line.rstrip()) for line in lines(long, width)} == {(True, True)}


def test_where_only_ascii_can_be_shown_bullets_and_tables_are_ascii() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    shown = [line.plain for line in markdown_lines(PAGE, console_for(stream, {"COLUMNS": "80"}))]
    assert " * one" in shown
    assert [line for line in shown if not line.isascii()] == []


def test_a_terminal_with_colour_needs_no_backticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    (line,) = markdown_lines("Some `code`.", console_for(Terminal(), {"COLUMNS": "80"}))
    assert line.plain == "Some code."
    (line,) = markdown_lines("Some `code`.", console_for(Terminal(), {"COLUMNS": "80", "NO_COLOR": "1"}))
    assert line.plain == "Some `code`."
