"""`gym demo`: see the gym at work, with nothing to set up and nothing left behind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from rich.text import Text

    from gym.curriculum import Kata
    from gym.judge.verdict import KataVerdict
    from gym.progress import Workspace

KATA = "02-credit-wallet"


def demo(ctx: typer.Context) -> None:
    """See the gym at work. A starter that passes its tests is judged, and then its fix."""
    from gym.progress import Workspace
    from gym.report.verdicts import failing_check_lines, first_failing

    session: Session = ctx.obj
    kata = session.catalogue.find(KATA)
    with tempfile.TemporaryDirectory(prefix="race-gym-") as folder:
        workspace = Workspace.make(Path(folder).resolve() / "demo")
        workspace.start(kata)
        before = _judge(session, workspace, kata, f"The starter of {kata.id}, which passes its own tests")
        failing = first_failing(before)
        if failing is not None:
            _print(session, ["", *failing_check_lines(failing, session.out.width, kata.id), ""])
        for name, source in kata.reference.files.items():
            (workspace.folder_of(kata.id) / name).write_bytes(source.read_bytes())
        after = _judge(session, workspace, kata, "The reference solution in its place")
    same = next((check for check in after.checks if failing is not None and check.id == failing.id), None)
    if same is not None:
        _print(session, [f"{same.verdict}: {same.title}", f"{same.coverage}"])
    _print(session, ["", "Your turn:  gym init race-gym && cd race-gym && gym start 00"])
    as_expected = (before.verdict.exit_status, after.verdict.exit_status) == (1, 0)
    raise typer.Exit(0 if as_expected else 3)


def _judge(session: Session, workspace: Workspace, kata: Kata, title: str) -> KataVerdict:
    from gym.cli.choosing import begun_attempt
    from gym.practice.attempt import judge_and_remember
    from gym.report.status import Tally
    from gym.report.verdicts import kata_lines

    session.say(f"checking {kata.id} ...")
    tally = Tally(session.talk)
    verdict = judge_and_remember(session, workspace, kata, begun_attempt(workspace, kata), tally)
    tally.close()
    schedules = sum(check.schedules for check in verdict.checks)
    _print(session, [f"{title}, after {schedules:,} schedules:", *kata_lines(verdict, kata, session.out.width)])
    return verdict


def _print(session: Session, lines: Iterable[Text | str]) -> None:
    for line in lines:
        session.out.print(line, soft_wrap=True)
