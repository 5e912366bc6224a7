"""`gym list`: all katas, and how far the learner is."""

from __future__ import annotations

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
    if kata is not None:
        _one(session, kata, json)
    else:
        _all(session, json)
    if session.workspace is None and not json:
        from gym.cli.advice import NO_WORKSPACE

        session.say(NO_WORKSPACE)


def _all(session: Session, json: bool) -> None:
    """Every kata, a line each."""
    katas = _katas(session)
    if json:
        from gym.report.as_json import list_json, to_json

        session.write(to_json(list_json(str(session.workspace.root) if session.workspace else None, katas)))
        return
    from gym.report.listing import list_lines

    for line in list_lines(katas, session.out.width):
        session.out.print(line, soft_wrap=True)


def _one(session: Session, name: str, json: bool) -> None:
    """One kata: its checks' words and points in the last attempt, and the faults that are gone."""
    kata = session.catalogue.find(name)
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


def _katas(session: Session) -> list[tuple[Kata, KataProgress]]:
    """Every kata that can be read, with how far the learner is."""
    from gym.cli.choosing import readable_katas

    progress: dict[str, KataProgress] = {}
    if session.workspace is not None:
        with session.workspace.open_store() as store:
            progress = store.progress()
    return [(kata, progress.get(kata.id, KataProgress(kata.id))) for kata in readable_katas(session)]
