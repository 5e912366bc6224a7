"""A listing with its line numbers, and what an answer found in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from gym.report.code import code_text
from gym.report.text import fold

if TYPE_CHECKING:
    from gym.lessons.marks import Mark, Marked
    from gym.lessons.spotting import Spotted, Spotting
    from gym.report.as_json import Json

STYLES = {"right": "green", "missed": "yellow", "wrong": "red"}
UNEXPLAINED = "Not one of them."
MOST_LINES = 8
MOST_WRONG = 6
"""Whoever marks everything need not read everything."""


def listing_lines(listing: str, tags: Mapping[int, str] | None = None, width: int | None = None) -> Iterator[Text]:
    """The code with line numbers; `tags` stand behind their lines. With `width` longer lines are cut."""
    tags = tags or {}
    for number, line in enumerate(code_text(listing.rstrip("\n")).split("\n", allow_blank=True), 1):
        row = Text.assemble((f"{number:>4} ", "dim"), line, no_wrap=True, overflow="ellipsis")
        tag = f"  <- {tags[number]}" if number in tags else ""
        if width is not None:
            row.truncate(max(width - len(tag), 10), overflow="ellipsis")
        row.append(tag, style="bold reverse")
        yield row


def spotted_lines(spotting: Spotting, spotted: Spotted, width: int) -> Iterator[Text]:
    """What was right, missed and wrong, with the reason below each line."""
    code = spotting.listing.splitlines()
    for group in spotting.groups:
        yield Text(f"{_capital(group.asks)}", style="bold")
        yield from _group_lines(spotted.groups[group.key], code, width)
        yield Text("")
    yield Text("The shape", style="bold")
    yield from _shape_lines(spotted, width)


def _group_lines(marked: Marked, code: list[str], width: int) -> Iterator[Text]:
    words = [("right", marked.right), ("missed", marked.missed), ("wrong", marked.wrong[:MOST_WRONG])]
    for mark, word in sorted(((mark, word) for word, marks in words for mark in marks), key=lambda each: each[0].line):
        yield from _mark_lines(word, mark, code, width)
    if len(marked.wrong) > MOST_WRONG:
        yield Text(f"  and {len(marked.wrong) - MOST_WRONG} more lines that are none")


def _mark_lines(word: str, mark: Mark, code: list[str], width: int) -> Iterator[Text]:
    shown = code[mark.line - 1].strip() if 0 < mark.line <= len(code) else "there is no such line"
    head = Text.assemble((f"  {word:<7}", STYLES[word]), (f"{mark.line:>4}  ", "dim"), shown, no_wrap=True)
    head.truncate(width, overflow="ellipsis")
    yield head
    why = mark.why or (UNEXPLAINED if word == "wrong" else "")
    yield from (Text(" " * 15 + line) for line in fold(why, max(width - 15, 20), MOST_LINES) if line)


def _shape_lines(spotted: Spotted, width: int) -> Iterator[Text]:
    for word, shapes in (("right", spotted.right_shapes), ("wrong", spotted.wrong_shapes)):
        yield from (Text.assemble((f"  {word:<7}", STYLES[word]), f"      {shape}") for shape in shapes)
    if not spotted.right_shapes:
        one_of = "one of " if len(spotted.other_shapes) > 1 else ""
        told = f"      {one_of}{', '.join(spotted.other_shapes)}"
        yield Text.assemble(("  missed ", STYLES["missed"]), told)
    if spotted.right_shapes and spotted.other_shapes:
        told = f"Also there: {', '.join(spotted.other_shapes)}."
        yield from (Text(" " * 15 + line) for line in fold(told, max(width - 15, 20), MOST_LINES))


def score_sentence(spotted: Spotted) -> str:
    """How it went, in a line."""
    if spotted.all_right:
        return "All of it found, and nothing else marked."
    found = sum(len(marked.right) for marked in spotted.groups.values())
    there = found + sum(len(marked.missed) for marked in spotted.groups.values())
    wrong = sum(len(marked.wrong) for marked in spotted.groups.values())
    others = f", and {wrong} marked that {'is' if wrong == 1 else 'are'} none" if wrong else ""
    shape = "the shape is right" if spotted.shape_is_right else "the shape is another"
    if spotted.right_shapes and spotted.wrong_shapes:
        shape = "a shape is right, and one named that it is not"
    return f"{found} of {there} {'line' if there == 1 else 'lines'} found{others}; {shape}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def spotted_json(spotting: Spotting, spotted: Spotted) -> Json:
    """The same as data."""
    return {
        "id": spotting.id,
        "score": spotted.score,
        "all_right": spotted.all_right,
        "groups": {
            key: {
                "right": _marks_json(marked.right),
                "missed": _marks_json(marked.missed),
                "wrong": _marks_json(marked.wrong),
            }
            for key, marked in spotted.groups.items()
        },
        "shapes": {
            "right": list(spotted.right_shapes),
            "also": list(spotted.other_shapes),
            "wrong": list(spotted.wrong_shapes),
        },
    }


def _marks_json(marks: Iterable[Mark]) -> list[Json]:
    return [{"line": mark.line, "why": mark.why} for mark in marks]
