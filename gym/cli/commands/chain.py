"""`gym chain [NAME]`: predict what follows from one careless line, link by link."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import chain_names
from gym.cli.session import Session
from gym.cli.showing import show_markdown

if TYPE_CHECKING:
    from gym.lessons.chains import Chain

NAME = typer.Argument(metavar="NAME", help="By default the next one.", autocompletion=chain_names)
REVEAL = typer.Option("--reveal", help="Show all of it, without questions.")


def chain(
    ctx: typer.Context,
    name: Annotated[str | None, NAME] = None,
    reveal: Annotated[bool, REVEAL] = False,
    list_all: Annotated[bool, typer.Option("--list", help="List all chains.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON: all of it, or with --list the list.")] = False,
) -> None:
    """Predict what follows from one careless line. Link by link, and then see it proved by a run.

    Exit status 0 when you predicted all of it, by your own word; 1 when not, or when it was left.
    """
    from gym.cli.answering import Left
    from gym.cli.lessons import chosen_piece, keep, tell_shelf
    from gym.lessons.shelf import chains

    session: Session = ctx.obj
    shelf = chains(session.catalogue.place)
    if list_all:
        tell_shelf(session, shelf, json=json)
        return
    wanted = chosen_piece(session, shelf, name)
    if json:
        from gym.report.as_json import to_json
        from gym.report.chains import chain_json

        session.write(to_json(chain_json(wanted)))
        return
    if reveal:
        _tell(session, wanted)
        return
    since = time.monotonic()
    try:
        share = _ask(session, wanted)
    except Left:
        session.say(f"Left. To come back: gym chain {wanted.slug}")
        raise typer.Exit(1) from None
    session.tell(f"You had {round(share * len(wanted.links))} of {len(wanted.links)} links.")
    keep(session, "chain", wanted.slug, wanted.shapes, share, time.monotonic() - since)
    _tell_end(session, wanted)
    raise typer.Exit(0 if share == 1 else 1)


def _ask(session: Session, wanted: Chain) -> float:
    """Link after link; gives the share that was predicted, by the learner's own word. Raises Left."""
    from gym.cli.answering import ask, ask_yes

    show_markdown(session.out, f"# {wanted.title}\n\n{wanted.given}")
    had = 0
    for number, (asks, then) in enumerate(wanted.links, 1):
        show_markdown(session.out, f"**{number} of {len(wanted.links)}.** {asks}")
        ask(session, "Say it or type it, then ENTER (q leaves):")
        show_markdown(session.out, f"**Then:** {then}")
        had += ask_yes(session, "Had you predicted that?")
    return had / len(wanted.links)


def _tell(session: Session, wanted: Chain) -> None:
    show_markdown(session.out, f"# {wanted.title}\n\n{wanted.given}")
    for number, (asks, then) in enumerate(wanted.links, 1):
        show_markdown(session.out, f"**{number}.** {asks}\n\n**Then:** {then}")
    _tell_end(session, wanted)


def _tell_end(session: Session, wanted: Chain) -> None:
    from gym.report.chains import end_markdown

    show_markdown(session.out, end_markdown(wanted))
