"""`gym replay TOKEN`: run one schedule again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata


def replay(
    ctx: typer.Context,
    token: Annotated[str, typer.Argument(help="The token below a failing table.")],
    file: Annotated[Path | None, typer.Option("--file", help="Replay with this file; needs no workspace.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: PackFolder = None,
) -> None:
    """Run one schedule again. It meets your code as it is now, and is shown step by step."""
    from gym.cli.choosing import chosen_attempt

    del pack
    session: Session = ctx.obj
    kata = _kata_of(session, token)
    workspace, attempt = chosen_attempt(session, kata, file)
    check = session.judge.replay(kata, attempt, token)
    if json:
        from gym.report.as_json import replay_json, to_json

        session.write(to_json(replay_json(token, check)))
    else:
        from gym.cli.narration import narrator_for

        narrator_for(session, workspace, kata).replayed(check)
    raise typer.Exit(check.verdict.exit_status)


def _kata_of(session: Session, token: str) -> Kata:
    """The kata that a token is for. Raises UsageError, with what to do for one of a race file."""
    from gym.curriculum import ContentId
    from gym.engine.tokens import parse_token
    from gym.errors import UsageError

    named = parse_token(token)
    try:
        kata = str(replace(ContentId.parse(named.check), check=None))
    except UsageError:
        kata = named.kata
    if kata not in session.catalogue.ids():
        own = f"a race file of your own is replayed with: gym race {kata}.py --subject FILE --replay TOKEN"
        raise UsageError(f"the token is for {kata}, and no kata here is called that; {own}")
    return session.catalogue.find(kata)
