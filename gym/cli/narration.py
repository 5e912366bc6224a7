"""A narrator for this call's consoles, with paths as seen from where the learner stands."""

from __future__ import annotations

import os

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.progress import Workspace
from gym.report.narrator import Narrator


def narrator_for(session: Session, workspace: Workspace | None, kata: Kata) -> Narrator:
    """Narrates to the session's consoles. Outside of a workspace files are named as the kata names them."""
    folder = os.path.relpath(workspace.folder_of(kata.id), session.cwd) if workspace else ""
    return Narrator(kata, session.out, session.talk, "" if folder == "." else folder)
