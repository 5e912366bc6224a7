"""`gym demo`: see the gym at work, with nothing to set up and nothing left behind."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.judge.verdict import KataVerdict
    from gym.progress import Workspace

KATA = "02-credit-wallet"


def demo(ctx: typer.Context) -> None:
    """See the gym at work. A starter that passes its tests is judged, and then its fix."""
    from gym.progress import Workspace

    session: Session = ctx.obj
    kata = session.catalogue.find(KATA)
    with tempfile.TemporaryDirectory(prefix="race-gym-") as folder:
        workspace = Workspace.make(Path(folder).resolve() / "demo")
        workspace.start(kata)
        session.out.print(f"The starter of {kata.id}, which passes its own tests:", soft_wrap=True)
        before = _judge(session, workspace, kata)
        for name, source in kata.reference.files.items():
            (workspace.folder_of(kata.id) / name).write_bytes(source.read_bytes())
        session.out.print("\nThe reference solution in its place:", soft_wrap=True)
        after = _judge(session, workspace, kata)
    session.out.print(_summary(before, after), soft_wrap=True)
    as_expected = (before.verdict.exit_status, after.verdict.exit_status) == (1, 0)
    raise typer.Exit(0 if as_expected else 3)


def _judge(session: Session, workspace: Workspace, kata: Kata) -> KataVerdict:
    from gym.cli.attempt import judge_and_remember
    from gym.cli.choosing import begun_attempt
    from gym.report.narrator import Narrator

    narrator = Narrator(kata, session.out, session.talk, kata.id)
    narrator.begin()
    verdict = judge_and_remember(session, workspace, kata, begun_attempt(workspace, kata), narrator)
    narrator.finish(verdict)
    return verdict


def _summary(before: KataVerdict, after: KataVerdict) -> str:
    words = [
        f"{name}: {verdict.verdict} after {sum(check.schedules for check in verdict.checks):,} schedules"
        for name, verdict in (("Starter", before), ("Reference", after))
    ]
    return "\n" + "\n".join((*words, "", "Your turn:  gym init race-gym && cd race-gym && gym start 02"))
