"""`gym sim [NAME]`: real asyncio code on a clock that jumps, with parameters to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import set_words, sim_names
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.sims.outcome import Sim
    from gym.sims.parameters import Settings

NAME = typer.Argument(metavar="NAME", help="Its name, or a bit of it; the list if left out.", autocompletion=sim_names)
SET = typer.Option(
    "--set", metavar="NAME=VALUE", help="Change a parameter, as in K=30. May be repeated.", autocompletion=set_words
)


def sim(
    ctx: typer.Context,
    name: Annotated[str | None, NAME] = None,
    said: Annotated[list[str] | None, SET] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List all; with NAME its parameters and their ranges.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the result instead of showing it on a screen.")] = False,
) -> None:
    """Run a simulation. Real asyncio code on a virtual clock; change a parameter, and see what becomes of it."""
    from gym.cli.room import is_terminal
    from gym.errors import UsageError
    from gym.sims.parameters import settings_of
    from gym.sims.shelf import find_sim

    session: Session = ctx.obj
    if name is None:
        if said:
            raise UsageError("--set needs a simulation: gym sim NAME --set NAME=VALUE. See them all: gym sim --list")
        _list(session, json=json)
        return
    wanted = find_sim(name)
    settings = settings_of(wanted.slug, wanted.parameters, said or ())
    if list_all:
        _list_parameters(session, wanted, settings, json=json)
    elif json or plain or not is_terminal(session):
        _run(session, wanted, settings, json=json)
    else:
        from gym.cli.room import show_alone
        from gym.tui.simulating import SimScreen

        show_alone(SimScreen(wanted, settings))


def _list(session: Session, *, json: bool) -> None:
    from gym.report.as_json import to_json
    from gym.report.sims import sims_json, sims_lines
    from gym.sims.shelf import SIMS

    if json:
        session.write(to_json(sims_json(SIMS)))
        return
    for line in sims_lines(SIMS, session.out.width):
        session.out.print(line, soft_wrap=True)
    session.say("One of them: gym sim NAME. What may be changed in it: gym sim NAME --list")


def _list_parameters(session: Session, wanted: Sim, settings: Settings, *, json: bool) -> None:
    from gym.report.as_json import to_json
    from gym.report.sims import parameter_lines, sims_json

    if json:
        session.write(to_json(sims_json([wanted])))
        return
    for line in parameter_lines(wanted, settings, session.out.width):
        session.out.print(line, soft_wrap=True)
    session.say(f"Change one: gym sim {wanted.slug} --set NAME=VALUE")


def _run(session: Session, wanted: Sim, settings: Settings, *, json: bool) -> None:
    from gym.report.as_json import to_json
    from gym.report.sims import outcome_json, outcome_lines, settings_line

    outcome = wanted.run(settings)
    if json:
        session.write(to_json(outcome_json(wanted, settings, outcome)))
        return
    session.tell(f"{wanted.title}\n{settings_line(settings)}\n")
    session.out.print("")
    for line in outcome_lines(outcome, session.out.width, ascii_only=session.out.options.ascii_only):
        session.out.print(line, soft_wrap=True)
    session.say(f"{wanted.asks} What may be changed: gym sim {wanted.slug} --list")
