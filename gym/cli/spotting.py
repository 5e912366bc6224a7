"""Spotting from the command line: an answer in options, by questions line by line, or on a full screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gym.cli.answering import Left, ask, line_numbers, names_of
from gym.cli.lessons import keep
from gym.cli.session import Session
from gym.errors import UsageError

if TYPE_CHECKING:
    from rich.text import Text

    from gym.engine.trace import Trace
    from gym.lessons.spotting import Spotted, Spotting

T = TypeVar("T")
SHAPES_A_LINE = 4

ShapeOption = Annotated[
    list[str] | None, typer.Option("--shape", metavar="SHAPE", help="What kind of race it is. May be repeated.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON; needs an answer in options.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="Line by line instead of a full screen.")]


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to spot, and what is shown once it was answered.

    `kind` is the command. `answer` and `fix` are Markdown; between them stands the schedule that `interleaving` finds.
    """

    kind: str
    spotting: Spotting
    answer: str
    interleaving: Callable[[], Trace | None] = lambda: None
    fix: str = ""

    @property
    def command(self) -> str:
        """What begins it again."""
        return f"gym {self.kind} {self.spotting.id}"


def practise(
    session: Session, exercise: Exercise, lines: Mapping[str, str | None], shapes: Sequence[str], *, json: bool, plain: bool
) -> int:
    """Take the answer that was given (`lines` by a group's key), or ask for it. Gives the exit status. Raises UsageError."""
    from gym.cli.room import is_terminal

    given = bool(shapes) or any(said is not None for said in lines.values())
    if given:
        spotted = _judged(exercise.spotting, {key: said or "" for key, said in lines.items()}, shapes)
        return _finish(session, exercise, spotted, 0.0, json=json)
    if json:
        options = " ".join(f"--{key} 3" for key in lines)
        raise UsageError(f"--json needs an answer: {exercise.command} {options} --shape init-race --json")
    if is_terminal(session) and not plain:
        return _on_screen(session, exercise)
    try:
        return _by_lines(session, exercise)
    except Left:
        session.say(f"Left. To come back: {exercise.command}")
        return 1


def _judged(spotting: Spotting, lines: Mapping[str, str], shapes: Sequence[str]) -> Spotted:
    from gym.lessons.spotting import ALL_SHAPES, spot

    last = len(spotting.listing.splitlines())
    numbers = {key: line_numbers(said, last) for key, said in lines.items()}
    return spot(spotting, numbers, names_of(" ".join(shapes), ALL_SHAPES))


def answer(session: Session, exercise: Exercise) -> Spotted | None:
    """One answer, on a screen where there is a terminal, and what was found shown; None when the screen was left.

    Nothing is remembered. Raises Left.
    """
    from gym.cli.room import is_terminal, show_alone
    from gym.report.spotting import score_sentence

    if not is_terminal(session):
        found, _seconds = _asked_by_lines(session, exercise.spotting)
        session.tell(score_sentence(found))
        return found
    from gym.tui.spotting import Reveal, SpotScreen

    screen = SpotScreen(exercise.spotting, Reveal(exercise.answer), once=True)
    show_alone(screen)
    return screen.found


def _on_screen(session: Session, exercise: Exercise) -> int:
    from gym.cli.room import show_alone
    from gym.tui.spotting import Reveal, SpotScreen

    def kept(found: Spotted, seconds: float) -> None:
        _keep(session, exercise, found, seconds)

    reveal = Reveal(exercise.answer, exercise.interleaving, exercise.fix)
    screen = SpotScreen(exercise.spotting, reveal, kept)
    show_alone(screen)
    if screen.found is None:
        session.say(f"Left. To come back: {exercise.command}")
    return 0 if screen.found is not None and screen.found.all_right else 1


def _by_lines(session: Session, exercise: Exercise) -> int:
    """Show the listing, ask, and tell. Raises Left."""
    spotted, seconds = _asked_by_lines(session, exercise.spotting)
    return _finish(session, exercise, spotted, seconds, json=False)


def _asked_by_lines(session: Session, spotting: Spotting) -> tuple[Spotted, float]:
    """What was found, and the seconds that it took. Raises Left."""
    from gym.lessons.spotting import ALL_SHAPES, spot
    from gym.report.markdown import markdown_lines
    from gym.report.spotting import listing_lines

    session.out.print(f"{spotting.id}: {spotting.title}", soft_wrap=True)
    for line in (*markdown_lines(spotting.story, session.out), "", *listing_lines(spotting.listing), ""):
        session.out.print(line, soft_wrap=True)
    since = time.monotonic()
    last = len(spotting.listing.splitlines())
    lines = {
        group.key: _read(session, f"{_asked(group.asks)} Lines, as 3, 5-7:", lambda said: line_numbers(said, last))
        for group in spotting.groups
    }
    session.tell(_menu(ALL_SHAPES))
    shapes = _read(session, "Shape, by number or name:", lambda said: names_of(said, ALL_SHAPES))
    return spot(spotting, lines, shapes), time.monotonic() - since


def _finish(session: Session, exercise: Exercise, spotted: Spotted, seconds: float, *, json: bool) -> int:
    from gym.report.spotting import score_sentence, spotted_json, spotted_lines

    _keep(session, exercise, spotted, seconds)
    if json:
        from gym.report.as_json import to_json

        session.write(to_json(spotted_json(exercise.spotting, spotted)))
        return 0 if spotted.all_right else 1
    found = (*spotted_lines(exercise.spotting, spotted, session.out.width), "", score_sentence(spotted), "")
    for line in (*found, *_revealed(session, exercise)):
        session.out.print(line, soft_wrap=True)
    return 0 if spotted.all_right else 1


def _revealed(session: Session, exercise: Exercise) -> Iterator[Text | str]:
    from gym.report.markdown import markdown_lines
    from gym.report.terminal import render_trace

    yield from markdown_lines(exercise.answer, session.out)
    trace = exercise.interleaving()
    if trace is not None:
        yield ""
        yield from render_trace(trace, session.out.width)
    if exercise.fix:
        yield ""
        yield from markdown_lines(exercise.fix, session.out)


def _keep(session: Session, exercise: Exercise, spotted: Spotted, seconds: float) -> None:
    keep(session, exercise.kind, exercise.spotting.id, exercise.spotting.shapes, spotted.score, seconds)


def _read(session: Session, question: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read. Raises Left."""
    while True:
        said = ask(session, question)
        try:
            return read(said)
        except UsageError as error:
            session.say(str(error))


def _asked(asks: str) -> str:
    """As a sentence of its own."""
    return f"{asks[:1].upper()}{asks[1:].rstrip('.')}."


def _menu(names: Sequence[str]) -> str:
    numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
    rows = [numbered[at : at + SHAPES_A_LINE] for at in range(0, len(numbered), SHAPES_A_LINE)]
    return "\n".join("  ".join(row) for row in rows)
