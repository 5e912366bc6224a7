"""What to do next, as a sentence and a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.progress import KataProgress, KataState, Workspace
from gym.progress.workspace import folder_name

if TYPE_CHECKING:
    from gym.judge.verdict import CheckVerdict

FOLDER = "race-gym"
NO_WORKSPACE = f"There is no workspace here yet. Make one:  gym init {FOLDER}"


def next_step(session: Session) -> str:
    """The one thing that makes sense now."""
    workspace = session.workspace
    if workspace is None:
        return NO_WORKSPACE
    with workspace.open_store() as store:
        latest, progress = store.latest(), store.progress()
    if latest in session.catalogue.ids() and workspace.has_begun(latest):
        step = _step_in(latest, progress[latest])
        if step is not None:
            return step
    return _step_to_new(session, workspace, progress)


def _step_in(kata: str, progress: KataProgress) -> str | None:
    if progress.state is KataState.STARTED:
        return f"You began {kata}: read {folder_name(kata)}/brief.md, then:  gym watch {kata}"
    if progress.state is KataState.REJECTED:
        return f"{kata} is rejected so far. Change it and see each save judged:  gym watch {kata}"
    return None


def _step_to_new(session: Session, workspace: Workspace, progress: dict[str, KataProgress]) -> str:
    for kata in session.catalogue.ids():
        known = progress.get(kata)
        if known is None or not workspace.has_begun(kata):
            return f"Next is {kata}:  gym start {kata}"
        if known.accepted_at is None:
            return f"{kata} is not accepted yet:  gym watch {kata}"
    return "Every kata here is accepted. See them all:  gym list"


def why(kata: Kata) -> str:
    """Where the explanation is, which is worth reading once one's own version holds."""
    return f"Why it holds, and where it stops:  gym explain {kata.id}"


def other_tables(kata: Kata, unseen: Sequence[CheckVerdict]) -> str:
    """How to see the tables of failing checks that were not shown; nothing where there is none."""
    if not unseen:
        return ""
    name = unseen[0].id.partition("#")[2]
    return f"Another check's table, by its name in brackets:  gym check {kata.id} --only {name}"


def after_part(kata: Kata) -> str:
    """What to do after some of the checks of `kata` were judged."""
    return f"Progress stays as it was. All checks:  gym check {kata.id}"


def after_check(session: Session, kata: Kata, *, accepted: bool) -> str:
    """What to do after `gym check` on `kata`."""
    if accepted:
        return f"{why(kata)}\n{next_step(session)}"
    return f"Next: change {kata.entry} and have each save judged:  gym watch {kata.id}"


def after_watched(session: Session, kata: Kata, *, accepted: bool) -> str:
    """What to do after a verdict while watching `kata`."""
    if accepted:
        return f"{kata.id} is accepted; q quits.\n{why(kata)}\n{next_step(session)}"
    return f"Next: change {kata.entry} and save it."
