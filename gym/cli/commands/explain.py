"""`gym explain [KATA]`: what happened, why the fix holds, and where it stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata


def explain(
    ctx: typer.Context,
    kata: KataName = None,
    give_up: Annotated[bool, typer.Option("--give-up", help="See it before the kata is accepted; remembered.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Give up without being asked.")] = False,
    pack: PackFolder = None,
) -> None:
    """Explain a kata. Kept back until it is accepted or given up."""
    from gym.cli.commands.solution import name_of
    from gym.cli.withholding import kata_with_answer

    del pack
    session: Session = ctx.obj
    wanted = kata_with_answer(session, kata, "gym explain", give_up=give_up, yes=yes)
    if wanted is None:
        return
    explanation = show_explanation(session, wanted)
    session.say(f"\nThe reference beside your version:  gym solution {wanted.id} --diff")
    for design in wanted.solutions:
        if design.name != wanted.reference.name and f"{design.name}.py" in explanation:
            option = f"--alternative {name_of(design)}"
            session.say(f"The other design, {design.name}.py:  gym solution {wanted.id} {option}")
    if wanted.promise is not None:
        session.say(f"Write the test that would have shown it:  gym prove {wanted.id}")


def show_explanation(session: Session, kata: Kata) -> str:
    """Print the explanation and give its text. Raises ContentError."""
    from gym.curriculum import read_explanation
    from gym.report.markdown import markdown_lines

    explanation = read_explanation(kata)
    for line in markdown_lines(explanation, session.out):
        session.out.print(line, soft_wrap=True)
    return explanation
