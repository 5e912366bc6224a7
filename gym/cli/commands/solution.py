"""`gym solution [KATA]`: the reference or an alternative, alone or beside one's own version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata, Solution


def solution(
    ctx: typer.Context,
    kata: KataName = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show what differs from your version.")] = False,
    alternative: Annotated[
        str | None, typer.Option("--alternative", metavar="NAME", help="Another design; listed below the reference.")
    ] = None,
    proof: Annotated[bool, typer.Option("--proof", help="The authors' own race test, for gym prove, instead.")] = False,
    give_up: Annotated[bool, typer.Option("--give-up", help="See it before the kata is accepted; remembered.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Give up without being asked.")] = False,
    pack: PackFolder = None,
) -> None:
    """Show a kata's solution. Kept back until the kata is accepted or given up."""
    from gym.cli.withholding import kata_with_answer

    del pack
    session: Session = ctx.obj
    command = "gym solution --proof" if proof else "gym solution"
    wanted = kata_with_answer(session, kata, command, give_up=give_up, yes=yes, proof=proof)
    if wanted is None:
        return
    if proof:
        _show_proof(session, wanted)
        return
    chosen = _chosen(wanted, alternative)
    session.say(f"{wanted.id}, {name_of(chosen)}. {_first_line(chosen)}.")
    (_show_diff if diff else show_solution)(session, wanted, chosen)
    for other in wanted.solutions:
        if other is not chosen:
            option = "" if other is wanted.reference else f" --alternative {name_of(other)}"
            session.say(f"Another design. {_first_line(other)}:\n  gym solution {wanted.id}{option}")


def _show_proof(session: Session, kata: Kata) -> None:
    """As code, so that a pipe gets Python."""
    from gym.cli.proving import refuse_without_promise
    from gym.curriculum.proofs import model_proof
    from gym.report.code import code_text

    refuse_without_promise(kata)
    session.out.print(code_text(model_proof(kata)), soft_wrap=True, end="")
    session.say(f"Yours:  gym prove {kata.id}")


def _chosen(kata: Kata, name: str | None) -> Solution:
    """The solution called so. Raises UsageError, with the names that there are."""
    from gym.errors import UsageError

    if name is None:
        return kata.reference
    wanted = name.strip().lower().replace("_", "-").removeprefix("alternative-")
    found = {name_of(each): each for each in kata.solutions}
    if wanted not in found:
        there = ", ".join(found)
        raise UsageError(f"--alternative {name}: {kata.id} has no design of that name; there are: {there}.")
    return found[wanted]


def name_of(solution: Solution) -> str:
    """`row-lock` for alternative_row_lock.py; `reference` for the reference."""
    if solution.name == "solution":
        return "reference"
    return solution.name.removeprefix("alternative_").replace("_", "-")


def _first_line(solution: Solution) -> str:
    return solution.trade_off.partition("\n")[0]


def show_solution(session: Session, kata: Kata, chosen: Solution) -> None:
    """The code as it stands, so that a pipe gets Python."""
    from gym.report.code import code_text

    for name in kata.files:
        if len(kata.files) > 1:
            session.out.print(f"# -- {name}", soft_wrap=True)
        session.out.print(code_text(_read(chosen.files[name])), soft_wrap=True, end="")


def _show_diff(session: Session, kata: Kata, chosen: Solution) -> None:
    from gym.curriculum.docstring import with_opening_of
    from gym.report.diff import diff_lines

    folder = session.need_workspace().folder_of(kata.id)
    for name in kata.files:
        mine = _mine(session, folder / name)
        theirs = with_opening_of(mine, _read(chosen.files[name]))
        lines = list(diff_lines(mine, theirs, f"yours/{name}", f"{name_of(chosen)}/{name}"))
        for line in lines:
            session.out.print(line, soft_wrap=True)
        if not lines:
            session.say(f"Your {name} is the same.")


def _read(path: Path) -> str:
    from gym.curriculum.schema import read_text

    return read_text(path)


def _mine(session: Session, path: Path) -> str:
    """The learner's file, whatever it holds: a diff is for looking at."""
    try:
        return path.read_bytes().decode("utf-8", "backslashreplace")
    except OSError as error:
        session.say(f"{path} cannot be read ({(error.strerror or str(error)).lower()}); it counts as empty here.")
        return ""
