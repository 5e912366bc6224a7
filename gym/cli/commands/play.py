"""`gym play KATA[#CHECK]`: be the scheduler of one's own code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.judge import Game, Position


def play(
    ctx: typer.Context,
    kata: KataName = None,
    starter: Annotated[bool, typer.Option("--starter", help="Play the code as it was handed out.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of a full screen.")] = False,
    pack: PackFolder = None,
) -> None:
    """Be the scheduler of your code. Choose what happens next, and break a check; name one as KATA#CHECK.

    Exit status 0 when it broke, 1 when the game ended cleanly or was left.
    """
    from gym.cli.choosing import begun_kata, chosen_checks
    from gym.cli.room import is_terminal, show

    del pack
    session: Session = ctx.obj
    name, _sign, check = (kata or "").partition("#")
    workspace, wanted = begun_kata(session, name or None)
    slug = chosen_checks(session, wanted, [check])[0] if check else session.judge.checks(wanted)[0]
    if is_terminal(session) and not plain:
        from gym.tui.playing import PlayScreen

        show(session, lambda practice: PlayScreen(practice, wanted, slug, starter=starter))
        return
    from gym.judge import Attempt, Game

    folder = wanted.folder if starter else workspace.folder_of(wanted.id)
    with Game(wanted, Attempt.from_folder(folder), slug) as game:
        position = _by_lines(session, wanted, game, starter=starter)
    raise typer.Exit(0 if position.broken is not None else 1)


def _by_lines(session: Session, kata: Kata, game: Game, *, starter: bool) -> Position:
    """Ask for one move after another; gives the position that the game was left at."""
    session.tell(f"Break this claim: {game.race.title}")
    session.tell("Type the number of what happens next, u to take a move back, q to leave.")
    if game.has_early_events:
        session.tell("Type 2e1 to take 2 and then interrupt the code at its first poll, where something may come early.")
    position = game.at(())
    while not position.over:
        _tell_offers(session, position)
        said = session.stdin.readline()
        word = said.strip().lower()
        if not said or word == "q":
            session.say("Left.")
            return position
        if word == "u":
            position = game.at(position.before)
            continue
        move = _move(word, position, early=game.has_early_events)
        if move:
            position = game.at((*position.moves, *move))
        elif word:
            session.say(f"{word!r} is no move: type 1 to {len(position.offers)}, u or q.")
    _tell_end(session, kata, game, position, starter=starter)
    return position


def _move(word: str, position: Position, *, early: bool) -> tuple[int, ...]:
    """What was typed, as moves; none for what is no move."""
    found = re.fullmatch(r"(\d{1,4})(?:e(\d))?", word)
    if found is None or not 1 <= int(found[1]) <= len(position.offers) or (found[2] is not None and not early):
        return ()
    poll = int(found[2] or 0)
    return (int(found[1]) - 1, -poll) if poll else (int(found[1]) - 1,)


def _tell_offers(session: Session, position: Position) -> None:
    if position.trace.steps:
        step = position.trace.steps[-1]
        for cell in step.cells:
            session.tell(f"  {step.number}. {cell.flow}: {cell.text}")
        state = ", ".join(f"{label} {value}" for label, value in step.watched.items())
        if state:
            session.tell(f"     {state}")
    for number, offer in enumerate(position.offers, 1):
        who = f"{offer.who}: " if offer.who else ""
        session.tell(f"[{number}] {who}{offer.text}")


def _tell_end(session: Session, kata: Kata, game: Game, position: Position, *, starter: bool) -> None:
    from gym.practice.scoring import position_words, score_words
    from gym.report.terminal import render_trace

    for line in render_trace(position.trace, session.out.width):
        session.out.print(line, soft_wrap=True)
    session.tell(position_words(position))
    session.tell(score_words(position, game.simplest()))
    if position.broken is not None:
        session.tell(f"See it again:  gym replay '{position.token}'")
        if not starter:
            with session.need_workspace().open_store() as store:
                store.keep_token(game.id, position.token)
            session.tell(f"It is kept, and tried first from now on:  gym check {kata.id}")
