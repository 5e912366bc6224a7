"""The rules for a kata's texts, which need no judge: what every brief, explanation and near miss has, and how it is put."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gym.curriculum.hints import read_hints
from gym.curriculum.kata import Kata
from gym.curriculum.problem import Problem
from gym.curriculum.schema import read_text
from gym.errors import ContentError

UNWRITTEN = "TODO(author)"
"""Marks what `gym author new` left for the author to write."""
BRIEF_LABELS = ("**From:**", "**To:**", "**Hits:**")
BRIEF_SECTIONS = ("Contract", "Out of bounds")
ALWAYS = "**In every kata** the gym also looks at this: "
"""How every brief begins the paragraph that tells of the default checks."""
EXPLANATION_SECTIONS = (
    "Mechanism",
    "The failing interleaving",
    "The fix",
    "Its limits",
    "What else interviewers ask",
    "Say it",
    "Follow-up questions",
)
TEMPTING = "Tempting, because "
CODE_WIDTH = 78
"""Lines of code in a text may not be longer: they cannot be broken on a terminal of 80 columns."""
_SUFFIXES = (".md", ".py", ".toml")


def wording_problems(kata: Kata) -> tuple[Problem, ...]:
    """Every text that does not read as it should, in the order in which an author writes them."""
    return (
        *_unwritten(kata),
        *_exercise(kata),
        *_brief(kata),
        *_hints(kata),
        *_solutions(kata),
        *_near_misses(kata),
        *_explanation(kata),
    )


def _unwritten(kata: Kata) -> Iterator[Problem]:
    """What is still the template's."""
    for path in _files(kata):
        lines = [number for number, line in enumerate(read_text(path).splitlines(), 1) if UNWRITTEN in line]
        if lines:
            where = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, lines))}"
            yield Problem(path, f"{UNWRITTEN} in {where}: do what it says, and take it out")


def _files(kata: Kata) -> Iterator[Path]:
    """The race, what is handed out with its tests, and then the answers."""
    handed_out = [kata.folder / name for name in (*kata.files, *kata.given, kata.tests, "brief.md", "hints.md")]
    races = sorted(kata.races[0].parent.glob("*.py"))
    answers = sorted(path for path in kata.answers.rglob("*") if path.suffix in _SUFFIXES and path.is_file())
    code = sorted(answers, key=lambda path: (path.suffix == ".md", path.name != "solution.py"))
    yield from (path for path in (*races, kata.folder / "exercise.toml", *handed_out, *code) if path.is_file())


def _exercise(kata: Kata) -> Iterator[Problem]:
    source = kata.folder / "exercise.toml"
    told = {"summary": kata.summary, **{f"fault {fault.id}": fault.says for fault in kata.faults}}
    for what, sentence in told.items():
        if not sentence.endswith("."):
            yield Problem(source, f"{what}: a whole sentence, which ends in a full stop, stands here")
    if kata.title.endswith("."):
        yield Problem(source, "title: a title has no full stop")


def _brief(kata: Kata) -> Iterator[Problem]:
    path = kata.folder / "brief.md"
    text = read_text(path)
    yield from _opening(path, text, f"# {kata.title}")
    missing = [label for label in BRIEF_LABELS if label not in text.partition("\n## ")[0]]
    if missing:
        yield Problem(path, f"above its sections it does not tell {' and '.join(missing)}")
    yield from _sections(path, text, BRIEF_SECTIONS)
    if ALWAYS not in text:
        yield Problem(path, f'the paragraph "{ALWAYS}..." is missing; copy it from another brief')


def _hints(kata: Kata) -> Iterator[Problem]:
    path = kata.folder / "hints.md"
    try:
        read_hints(kata.folder)
    except ContentError as error:
        yield Problem(path, _without_place(path, error))
        return
    yield from _long_code(path, read_text(path))


def _explanation(kata: Kata) -> Iterator[Problem]:
    path = kata.answers / "explanation.md"
    try:
        text = read_text(path)
    except ContentError as error:
        yield Problem(path, _without_place(path, error))
        return
    yield from _opening(path, text, f"# {kata.title}: what happens, and why the fix holds")
    yield from _sections(path, text, EXPLANATION_SECTIONS)
    yield from _long_code(path, text)


def _solutions(kata: Kata) -> Iterator[Problem]:
    for solution in kata.solutions:
        if "\n\n" not in solution.trade_off:
            yield Problem(solution.files[kata.entry], "its docstring does not go on to say what the design costs")


def _near_misses(kata: Kata) -> Iterator[Problem]:
    for miss in kata.near_misses:
        path = miss.files[kata.entry]
        if not miss.why.startswith(TEMPTING):
            yield Problem(path, f'the second paragraph of its docstring does not begin with "{TEMPTING.strip()}"')


def _opening(path: Path, text: str, heading: str) -> Iterator[Problem]:
    first = text.lstrip("\ufeff").partition("\n")[0].rstrip()
    if first != heading:
        yield Problem(path, f'its first line is not "{heading}"')


def _sections(path: Path, text: str, wanted: Sequence[str]) -> Iterator[Problem]:
    """Sections that are missing, empty, or in another order."""
    bodies = dict(_bodies(text))
    there = [name for name in bodies if name in wanted]
    for name in wanted:
        if name not in bodies:
            yield Problem(path, f'the section "## {name}" is missing')
        elif not bodies[name].strip():
            yield Problem(path, f'the section "## {name}" is empty')
    if there != [name for name in wanted if name in there]:
        yield Problem(path, f"its sections stand in another order than {', '.join(wanted)}")


def _bodies(text: str) -> Iterator[tuple[str, str]]:
    _before, *sections = ("\n" + text).replace("\r\n", "\n").split("\n## ")
    for section in sections:
        name, _newline, body = section.partition("\n")
        yield name.strip(), body


def _long_code(path: Path, text: str) -> Iterator[Problem]:
    for block in re.finditer(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        first = text.count("\n", 0, block.start(1)) + 1
        for number, line in enumerate(block[1].splitlines(), first):
            if len(line) > CODE_WIDTH:
                yield Problem(path, f"line {number}: code of {len(line)} characters, and {CODE_WIDTH} fit a terminal")


def _without_place(path: Path, error: ContentError) -> str:
    return str(error).removeprefix(f"{path}: ").removesuffix(".")
