"""A narrator for this call's consoles, with paths as seen from where the learner stands."""

from __future__ import annotations

import os
from collections.abc import Mapping

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.progress import Workspace
from gym.report.narrator import Narrator


def narrator_for(
    session: Session,
    workspace: Workspace | None,
    kata: Kata,
    *,
    in_full: bool = False,
    part_of: int | None = None,
    before: Mapping[str, str] | None = None,
) -> Narrator:
    """Narrates to the session's consoles. Outside of a workspace files are named as the kata names them.

    `in_full`: every failing check with its table. `part_of`: so many checks there are, of which some are judged.
    `before`: what the checks said before, to tell what has changed.
    """
    folder = os.path.relpath(workspace.folder_of(kata.id), session.cwd) if workspace else ""
    shown = "" if folder == "." else folder
    return Narrator(kata, session.out, session.talk, shown, all_in_full=in_full, part_of=part_of, before=before)


def words_before(workspace: Workspace, kata: Kata) -> dict[str, str]:
    """Each check's word in the last attempt that was judged, by id; empty before there is one."""
    with workspace.open_store() as store:
        return {result.check: result.verdict for result in store.results(kata.id)}
