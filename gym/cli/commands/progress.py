"""`gym progress`: how far the learner is with everything."""

from __future__ import annotations

from typing import Annotated

import typer

from gym.cli.packs import PackFolder
from gym.cli.session import Session


def progress(
    ctx: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: PackFolder = None,
) -> None:
    """Show how far you are. Each kata with points, attempts, hints and time, and below them the shapes."""
    from gym.cli.choosing import readable_katas
    from gym.progress import KataProgress
    from gym.report.standing import Standing, practice_sentence, standing_json, standing_lines

    del pack
    session: Session = ctx.obj
    with session.need_workspace().open_store() as store:
        known, seconds, practised = store.progress(), store.worked_seconds(), store.practised()
    standing = Standing([(kata, known.get(kata.id, KataProgress(kata.id))) for kata in readable_katas(session)], seconds)
    if json:
        from gym.report.as_json import to_json
        from gym.report.standing import answers_by_kind

        session.write(to_json({**standing_json(standing), "answers": answers_by_kind(practised)}))
        return
    if practised:
        session.say(practice_sentence(practised))
    for line in standing_lines(standing, session.out.width, ascii_only=session.out.options.ascii_only):
        session.out.print(line, soft_wrap=True)
