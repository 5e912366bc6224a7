"""`gym list`: all katas, and how far the learner is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from gym.cli.completion import kata_ids
from gym.cli.packs import PackFolder
from gym.cli.session import Session
from gym.curriculum import Kata
from gym.progress import CheckResult, KataProgress


def list_katas(
    ctx: typer.Context,
    kata: Annotated[
        str | None, typer.Argument(metavar="KATA", help="Only this one, check by check.", autocompletion=kata_ids)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: PackFolder = None,
) -> None:
    """List all katas. Shows state, faults that are gone, points, level, minutes and shapes."""
    del pack
    session: Session = ctx.obj
    members = None if kata is None else session.catalogue.members(kata)
    if members is not None and len(members) == 1:
        _one(session, members[0], json)
    else:
        _all(session, json, members)
    if session.workspace is None and not json:
        from gym.cli.advice import no_workspace

        session.say(no_workspace(session.cwd))


def _all(session: Session, json: bool, members: Sequence[Kata] | None) -> None:
    """Every kata, or those of a ladder: a line each."""
    katas = _katas(session, members)
    if json:
        from gym.report.as_json import list_json, to_json

        session.write(to_json(list_json(str(session.workspace.root) if session.workspace else None, katas)))
        return
    from gym.report.listing import list_lines

    for line in list_lines(katas, session.out.width):
        session.out.print(line, soft_wrap=True)
    if members is None and session.pack is None:
        _tell_lessons(session)


def _tell_lessons(session: Session) -> None:
    """What there is beside the katas, where there is any."""
    from gym.lessons.shelf import counts
    from gym.report.text import shorten_end

    found = counts(session.catalogue.place)
    if found:
        session.out.print("")
        session.tell("Beside the katas:")
    room = max((len(command) for _number, _noun, command, _says in found), default=0)
    for number, noun, command, says in found:
        line = f"  {command:<{room}}  {number} {noun}: {says}"
        session.out.print(shorten_end(line, session.out.width), soft_wrap=True)
    if found:
        also = "  gym sim, gym interview and gym review: simulations, a mock interview, what is due today"
        session.out.print(shorten_end(also, session.out.width), soft_wrap=True)


def _one(session: Session, kata: Kata, json: bool) -> None:
    """One kata: its checks' words and points in the last attempt, and the faults that are gone."""
    progress = KataProgress(kata.id)
    results: tuple[CheckResult, ...] = ()
    if session.workspace is not None:
        with session.workspace.open_store() as store:
            progress, results = store.progress().get(kata.id, progress), store.results(kata.id)
    if json:
        from gym.report.as_json import one_json, to_json

        session.write(to_json(one_json(kata, progress, results)))
        return
    from gym.report.listing import result_lines

    for line in result_lines(kata, progress, results, session.out.width):
        session.out.print(line, soft_wrap=True)


def _katas(session: Session, members: Sequence[Kata] | None) -> list[tuple[Kata, KataProgress]]:
    """The members, or every kata that can be read, with how far the learner is."""
    from gym.cli.choosing import readable_katas

    progress: dict[str, KataProgress] = {}
    if session.workspace is not None:
        with session.workspace.open_store() as store:
            progress = store.progress()
    return [(kata, progress.get(kata.id, KataProgress(kata.id))) for kata in members or readable_katas(session)]
