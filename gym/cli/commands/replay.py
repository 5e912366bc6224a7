"""`gym replay TOKEN`: run one schedule again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gym.cli.session import Session


def replay(
    ctx: typer.Context,
    token: Annotated[str, typer.Argument(help="The token below a failing table.")],
    file: Annotated[Path | None, typer.Option("--file", help="Replay with this file; needs no workspace.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Run one schedule again. It meets your code as it is now, and is shown step by step."""
    from gym.cli.choosing import chosen_attempt
    from gym.curriculum import ContentId
    from gym.engine.tokens import parse_token

    session: Session = ctx.obj
    kata = session.catalogue.find(ContentId.parse(parse_token(token).check).kata)
    workspace, attempt = chosen_attempt(session, kata, file)
    check = session.judge.replay(kata, attempt, token)
    if json:
        from gym.report.as_json import replay_json, to_json

        session.write(to_json(replay_json(token, check)))
    else:
        from gym.cli.narration import narrator_for

        narrator_for(session, workspace, kata).replayed(check)
    raise typer.Exit(check.verdict.exit_status)
