"""`gym check [KATA]`: judge once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.cli.judging import Listener
    from gym.curriculum import Kata
    from gym.judge import Attempt
    from gym.judge.verdict import KataVerdict
    from gym.progress import Workspace


def check(
    ctx: typer.Context,
    kata: KataName = None,
    file: Annotated[Path | None, typer.Option("--file", help="Judge this file instead; needs no workspace.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Judge your version of a kata. Exit status 0 when it is accepted, 1 when it is rejected."""
    from gym.cli.choosing import chosen_attempt, chosen_kata
    from gym.cli.updating import say_update
    from gym.errors import UsageError

    session: Session = ctx.obj
    if file is not None and kata is None:
        raise UsageError("--file needs the kata's name before it: gym check KATA --file PATH")
    wanted = chosen_kata(session, kata)
    workspace, attempt = chosen_attempt(session, wanted, file)
    verdict = (_print_json if json else _narrate)(session, workspace, wanted, attempt)
    if workspace is not None:
        say_update(session, workspace, wanted)
    raise typer.Exit(verdict.verdict.exit_status)


def _judge(
    session: Session, workspace: Workspace | None, kata: Kata, attempt: Attempt, listener: Listener | None
) -> KataVerdict:
    from gym.cli.attempt import judge_and_remember, judge_once

    if workspace is None:
        return judge_once(session, kata, attempt, listener)
    return judge_and_remember(session, workspace, kata, attempt, listener)


def _print_json(session: Session, workspace: Workspace | None, kata: Kata, attempt: Attempt) -> KataVerdict:
    from gym.report.as_json import kata_json, to_json

    verdict = _judge(session, workspace, kata, attempt, None)
    session.write(to_json(kata_json(verdict)))
    if verdict.message:
        session.say(f"gym: {verdict.message}")
    return verdict


def _narrate(session: Session, workspace: Workspace | None, kata: Kata, attempt: Attempt) -> KataVerdict:
    from gym.cli.advice import after_check
    from gym.cli.narration import narrator_for

    narrator = narrator_for(session, workspace, kata)
    narrator.begin()
    verdict = _judge(session, workspace, kata, attempt, narrator)
    narrator.finish(verdict)
    if workspace is not None:
        session.say(after_check(session, kata, accepted=verdict.verdict.exit_status == 0))
    return verdict
