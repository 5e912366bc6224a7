"""`gym author preview SLUG`: a kata as its learners see it, from the list to the explanation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import own_katas
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from rich.text import Text

    from gym.curriculum import Kata


FIRST = "gym list"
AFTER_HINTS = "gym explain"


def preview(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="SLUG", help="The kata: its name, its number, or a part of it.", autocompletion=own_katas),
    ],
    pack: PackFolder = None,
) -> None:
    """Show a kata as a learner sees it. Everything in order, whatever would be kept back."""
    from gym.cli.packs import author_place
    from gym.curriculum import Catalogue

    del pack
    session: Session = ctx.obj
    kata = Catalogue(author_place(session)).find(name)
    _show_task(session, kata)
    _show_failure(session, kata)
    _show_help(session, kata)
    _show_answers(session, kata)


def _show_task(session: Session, kata: Kata) -> None:
    """The line of the list, the brief, and every file that is handed out."""
    from gym.curriculum.schema import read_text
    from gym.progress import KataProgress
    from gym.report.code import code_text
    from gym.report.listing import list_lines
    from gym.report.markdown import markdown_lines

    _head(session, FIRST)
    _print(session, list_lines([(kata, KataProgress(kata.id))], session.out.width))
    session.out.print(kata.summary, soft_wrap=True)
    _head(session, "brief.md")
    _print(session, markdown_lines(read_text(kata.folder / "brief.md"), session.out))
    for file in (*kata.files, *kata.given, kata.tests):
        _head(session, file)
        session.out.print(code_text(read_text(kata.folder / file)), soft_wrap=True, end="")


def _show_failure(session: Session, kata: Kata) -> None:
    """What `gym check` says of the files as they are handed out, with the first table."""
    from gym.judge import Attempt
    from gym.practice.attempt import judge_once
    from gym.report.status import Tally
    from gym.report.verdicts import failing_check_lines, first_failing, kata_lines

    _head(session, "gym check, with the files as they are handed out")
    tally = Tally(session.talk)
    try:
        verdict = judge_once(session, kata, Attempt.from_paths({name: kata.folder / name for name in kata.files}), tally)
    finally:
        tally.close()
    failing = first_failing(verdict)
    if failing is not None:
        _print(session, failing_check_lines(failing, session.out.width))
        session.out.print()
    _print(session, kata_lines(verdict, kata, session.out.width))


def _show_help(session: Session, kata: Kata) -> None:
    from gym.cli.commands.hint import show_hint
    from gym.curriculum import read_hints

    hints = read_hints(kata.folder)
    _head(session, "gym hint, again and again")
    for tier in range(1, len(hints) + 1):
        show_hint(session, kata, hints, tier)


def _show_answers(session: Session, kata: Kata) -> None:
    """What is kept back: the explanation, every solution, what is to be proved, and the sentence for each near miss."""
    from gym.cli.commands.explain import show_explanation
    from gym.cli.commands.solution import name_of, show_solution
    from gym.curriculum.proofs import scaffold
    from gym.report.code import code_text
    from gym.report.verdicts import near_miss_lines

    _head(session, AFTER_HINTS)
    show_explanation(session, kata)
    for solution in kata.solutions:
        alternative = "" if solution is kata.reference else f" --alternative {name_of(solution)}"
        _head(session, f"gym solution{alternative}")
        show_solution(session, kata, solution)
    if kata.promise is not None:
        _head(session, "gym prove")
        session.out.print(code_text(scaffold(kata)), soft_wrap=True, end="")
    _head(session, "gym check, when it fails as a near miss does")
    for number, miss in enumerate(kata.near_misses):
        if number:
            session.out.print()
        _print(session, near_miss_lines(miss, session.out.width))


def _head(session: Session, title: str) -> None:
    """Where a learner would see what follows."""
    from rich.text import Text

    if title not in (FIRST, AFTER_HINTS):
        session.out.print()
    session.out.print(Text(f"-- {title} ".ljust(min(session.out.width, 80), "-"), style="bold cyan"), soft_wrap=True)
    session.out.print()


def _print(session: Session, lines: Iterable[Text | str]) -> None:
    for line in lines:
        session.out.print(line, soft_wrap=True)
