"""`gym check [KATA]`: judge once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.cli.judging import Listener
    from gym.curriculum import Kata
    from gym.judge.verdict import KataVerdict


def check(
    ctx: typer.Context,
    kata: Annotated[str | None, typer.Argument(help="The kata; the one touched last if left out.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="Judge this file instead; needs no workspace.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Judge your version of a kata. Exit status 0 when it is accepted, 1 when it is rejected."""
    from gym.cli.choosing import chosen_kata
    from gym.errors import UsageError

    session: Session = ctx.obj
    if file is not None and kata is None:
        raise UsageError("--file needs the kata's name before it: gym check KATA --file PATH")
    wanted = chosen_kata(session, kata)
    verdict = _print_json(session, wanted, file) if json else _narrate(session, wanted, file)
    raise typer.Exit(verdict.verdict.exit_status)


def _judge(session: Session, kata: Kata, file: Path | None, listener: Listener | None) -> KataVerdict:
    from gym.cli.attempt import judge_and_remember, judge_once
    from gym.cli.choosing import attempt_in_file, begun_attempt

    if file is not None:
        return judge_once(session, kata, attempt_in_file(session, kata, file), listener)
    workspace = session.need_workspace()
    return judge_and_remember(session, workspace, kata, begun_attempt(workspace, kata), listener)


def _print_json(session: Session, kata: Kata, file: Path | None) -> KataVerdict:
    from gym.report.as_json import kata_json, to_json

    verdict = _judge(session, kata, file, None)
    session.write(to_json(kata_json(verdict)))
    if verdict.message:
        session.say(f"gym: {verdict.message}")
    return verdict


def _narrate(session: Session, kata: Kata, file: Path | None) -> KataVerdict:
    from gym.cli.advice import after_check
    from gym.cli.narration import narrator_for

    narrator = narrator_for(session, kata, in_workspace=file is None)
    narrator.begin()
    verdict = _judge(session, kata, file, narrator)
    narrator.finish(verdict)
    if file is None:
        session.say(after_check(session, kata, accepted=verdict.verdict.exit_status == 0))
    return verdict
