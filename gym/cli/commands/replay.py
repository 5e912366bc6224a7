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
    from gym.engine.trace import Trace
    from gym.judge import Attempt
    from gym.judge.verdict import CheckVerdict


def replay(
    ctx: typer.Context,
    token: Annotated[str, typer.Argument(help="The token below a failing table.")],
    file: Annotated[Path | None, typer.Option("--file", help="Replay with this file; needs no workspace.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the table instead of a full screen.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page to step through, beside the default order.")
    ] = None,
    pack: PackFolder = None,
) -> None:
    """Run one schedule again. It meets your code as it is now, and is shown step by step."""
    from gym.cli.choosing import chosen_attempt
    from gym.cli.room import is_terminal

    del pack
    session: Session = ctx.obj
    kata = _kata_of(session, token)
    workspace, attempt = chosen_attempt(session, kata, file)
    check = session.judge.replay(kata, attempt, token)
    if html is not None:
        _write_page(session, html, kata, attempt, check)
    if json:
        from gym.report.as_json import replay_json, to_json

        session.write(to_json(replay_json(token, check)))
    elif html is None and is_terminal(session) and not plain:
        _step_through(session, kata, attempt, check)
    elif html is None:
        from gym.cli.narration import narrator_for

        narrator_for(session, workspace, kata).replayed(check)
    raise typer.Exit(check.verdict.exit_status)


def _step_through(session: Session, kata: Kata, attempt: Attempt, check: CheckVerdict) -> None:
    from gym.cli.room import show_alone
    from gym.tui.replaying import ReplayScreen

    contrast = _in_default_order(session, kata, attempt, check)
    show_alone(ReplayScreen(check, contrast, attempt.sources(kata)))


def _write_page(session: Session, target: Path, kata: Kata, attempt: Attempt, check: CheckVerdict) -> None:
    """Write the page, whole or not at all. Raises UsageError."""
    from gym.errors import UsageError
    from gym.report.page import replay_page
    from gym.report.stepping import sources_shown

    sources = attempt.sources(kata)
    contrast = _in_default_order(session, kata, attempt, check)
    page = replay_page(check, contrast, sources_shown(kata.files, sources, check.trace, contrast))
    path = session.cwd / target
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_text(page, encoding="utf-8", errors="backslashreplace")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"--html {target}: cannot be written ({(error.strerror or str(error)).lower()}).") from error
    session.say(f"Wrote {path}")


def _in_default_order(session: Session, kata: Kata, attempt: Attempt, check: CheckVerdict) -> Trace | None:
    """The same check in the default order, for contrast; None where the schedule is that one."""
    from gym.engine.tokens import parse_token

    if check.token is None:
        return None
    token = parse_token(check.token)
    if not token.schedule:
        return None
    return session.judge.replay(kata, attempt, str(replace(token, schedule=()))).trace


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
