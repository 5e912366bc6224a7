"""A narrator for this call's consoles, with paths as seen from where the learner stands."""

from __future__ import annotations

import os

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.report.narrator import Narrator


def narrator_for(session: Session, kata: Kata, *, in_workspace: bool) -> Narrator:
    """Narrates to the session's consoles. A file outside of the workspace is named as the kata names it."""
    workspace = session.workspace if in_workspace else None
    folder = os.path.relpath(workspace.folder_of(kata.id), session.cwd) if workspace else ""
    return Narrator(kata, session.out, session.talk, "" if folder == "." else folder)
