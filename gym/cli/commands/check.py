"""`gym check [KATA]`: judge once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.judge import Attempt
    from gym.judge.verdict import KataVerdict
    from gym.practice.judging import Listener
    from gym.progress import Workspace


ONLY = typer.Option(
    "--only",
    metavar="CHECK",
    help="Only this check, with its table; progress stays as it is. Its name stands in brackets where it fails. "
    "May be repeated.",
)
ALL = typer.Option("--all", help="Show the table of every check that fails, not only of the first.")


def check(
    ctx: typer.Context,
    kata: KataName = None,
    file: Annotated[Path | None, typer.Option("--file", help="Judge this file instead; needs no workspace.")] = None,
    only: Annotated[list[str] | None, ONLY] = None,
    in_full: Annotated[bool, ALL] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: PackFolder = None,
) -> None:
    """Judge your version of a kata. Exit status 0 when it is accepted, 1 when it is rejected."""
    from gym.cli.choosing import chosen_attempt, chosen_checks, chosen_kata
    from gym.cli.ladders import check_ladder, refuse_for_ladder
    from gym.cli.updating import say_update
    from gym.errors import UsageError

    del pack
    session: Session = ctx.obj
    if file is not None and kata is None:
        raise UsageError("--file needs the kata's name before it: gym check KATA --file PATH")
    parts = () if kata is None else session.catalogue.members(kata)
    if len(parts) > 1:
        refuse_for_ladder(parts, {"--file": file, "--only": only, "--all": in_full})
        raise typer.Exit(check_ladder(session, parts, json=json))
    wanted = parts[0] if parts else chosen_kata(session, None)
    workspace, attempt = chosen_attempt(session, wanted, file)
    asked = _Asked(session, workspace, wanted, attempt, chosen_checks(session, wanted, only or ()))
    verdict = _print_json(asked) if json else _narrate(asked, in_full)
    if workspace is not None:
        say_update(session, workspace, wanted)
    raise typer.Exit(verdict.verdict.exit_status)


@dataclass(frozen=True)
class _Asked:
    """What is to be judged: by the checks named in `only`, or by all."""

    session: Session
    workspace: Workspace | None
    kata: Kata
    attempt: Attempt
    only: tuple[str, ...]

    def judge(self, listener: Listener | None) -> KataVerdict:
        """The verdict; it is remembered when there is a workspace and all checks are asked for."""
        from gym.practice.attempt import judge_and_remember, judge_in_part, judge_once

        if self.only:
            return judge_in_part(self.session, self.workspace, self.kata, self.attempt, listener, self.only)
        if self.workspace is None:
            return judge_once(self.session, self.kata, self.attempt, listener)
        return judge_and_remember(self.session, self.workspace, self.kata, self.attempt, listener)


def _print_json(asked: _Asked) -> KataVerdict:
    from gym.report.as_json import kata_json, to_json

    verdict = asked.judge(None)
    asked.session.write(to_json(kata_json(verdict)))
    if verdict.message:
        asked.session.say(f"gym: {verdict.message}")
    return verdict


def _narrate(asked: _Asked, in_full: bool) -> KataVerdict:
    from gym.cli.advice import after_check, after_part, other_tables
    from gym.cli.narration import narrator_for, words_before

    session, kata = asked.session, asked.kata
    part_of = len(session.judge.checks(kata)) if asked.only else None
    before = words_before(asked.workspace, kata) if asked.workspace is not None and not asked.only else None
    in_full = in_full or bool(asked.only)
    narrator = narrator_for(session, asked.workspace, kata, in_full=in_full, part_of=part_of, before=before)
    narrator.begin()
    verdict = asked.judge(narrator)
    narrator.finish(verdict)
    if asked.workspace is not None:
        session.say(other_tables(kata, narrator.unseen(verdict)))
        accepted = verdict.verdict.exit_status == 0
        session.say(after_part(kata) if asked.only else after_check(session, kata, accepted=accepted))
    return verdict
