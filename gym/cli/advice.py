"""What to do next, as a sentence and a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gym.cli.choosing import readable_katas
from gym.cli.session import Session
from gym.curriculum import Kata
from gym.curriculum.path import missing, suggested
from gym.progress import KataProgress, KataState, Workspace
from gym.progress.workspace import folder_name

if TYPE_CHECKING:
    from gym.judge.verdict import CheckVerdict

FOLDER = "race-gym"
NO_WORKSPACE = f"There is no workspace here yet. Make one:  gym init {FOLDER}"


def no_workspace(here: Path) -> str:
    """What to do outside of any workspace; where one of the usual name lies right here, to go there."""
    if Workspace.find(here / FOLDER) is not None:
        return f"Your workspace is {here / FOLDER}. Go on in it:  cd {FOLDER}"
    return NO_WORKSPACE


def next_step(session: Session) -> str:
    """The one thing that makes sense now."""
    workspace = session.workspace
    if workspace is None:
        return no_workspace(session.cwd)
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


def suggested_kata(session: Session) -> Kata | None:
    """The kata to do next; None when all are accepted, or outside of a workspace."""
    workspace = session.workspace
    if workspace is None:
        return None
    with workspace.open_store() as store:
        progress = store.progress()
    return suggested(readable_katas(session), _done(workspace, progress))


def _done(workspace: Workspace, progress: Mapping[str, KataProgress]) -> set[str]:
    return {kata for kata, known in progress.items() if known.accepted_at is not None and workspace.has_begun(kata)}


def _step_to_new(session: Session, workspace: Workspace, progress: dict[str, KataProgress]) -> str:
    katas = readable_katas(session)
    kata = suggested(katas, _done(workspace, progress))
    if kata is None:
        return _step_to_proof(katas, progress)
    if kata.id in progress and workspace.has_begun(kata.id):
        return f"{kata.id} is not accepted yet:  gym watch {kata.id}"
    return f"Next is {kata.id}:  gym start {kata.id}"


def _step_to_proof(katas: Sequence[Kata], progress: Mapping[str, KataProgress]) -> str:
    """When nothing is left to be fixed: the tests that would have shown what was."""
    for kata in katas:
        if kata.promise is not None and progress[kata.id].proved_at is None:
            return f"Every kata here is accepted. Write the test that would have shown its race:  gym prove {kata.id}"
    return "Every kata here is accepted. See them all:  gym list"


def builds_on(kata: Kata, progress: Mapping[str, KataProgress]) -> str:
    """What a kata asks for that is not accepted yet; nothing where there is nothing."""
    solved = [each for each, known in progress.items() if known.accepted_at is not None]
    before = missing(kata, solved)
    if not before:
        return ""
    verb = "is" if len(before) == 1 else "are"
    return f"{kata.id} builds on {' and '.join(before)}, which {verb} not accepted yet."


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
