"""The way from a command to the full screen, where there is a terminal for it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from gym.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from gym.curriculum import Kata
    from gym.tui.app import Page
    from gym.tui.practice import Practice


SWITCH_S = 0.0005


def is_terminal(session: Session) -> bool:
    """Whether a full screen can be shown: somebody sits there, and the terminal can do more than a line."""
    streams = (session.stdin, session.stdout, session.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "") not in ("", "dumb")


def show(session: Session, first: Callable[[Practice], Page]) -> None:
    """Run the practice room, beginning with the screen that `first` makes."""
    from gym.tui.app import Room

    practice = practice_of(session)
    # The judge computes beside the screen: it must let go often enough for a key to be answered at once.
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        Room(practice, first(practice)).run()
    finally:
        sys.setswitchinterval(before)
        practice.replayer.close()


def show_alone(screen: Page) -> None:
    """Run one screen that needs no workspace."""
    from gym.tui.app import Room

    Room(None, screen).run()


def practice_of(session: Session) -> Practice:
    """What the screens are given. Raises UsageError outside of a workspace."""
    from gym.cli.advice import suggested_kata
    from gym.cli.crash import keep_details
    from gym.practice.judging import RealJudge
    from gym.tui.practice import Practice

    workspace = session.need_workspace()
    return Practice(
        workspace=workspace,
        catalogue=session.catalogue,
        judge=session.judge,
        replayer=session.own_judge or RealJudge(),
        open_editor=lambda kata: _open(session, kata),
        reset=lambda kata: _reset(session, kata),
        next_kata=lambda: suggested_kata(session),
        keep_details=lambda error: str(keep_details(error)),
    )


def _open(session: Session, kata: Kata) -> str:
    """What went wrong, if anything."""
    from gym.cli.commands.open import edit
    from gym.errors import UsageError

    try:
        edit(session, session.need_workspace(), kata)
    except UsageError as error:
        return str(error)
    return ""


def _reset(session: Session, kata: Kata) -> str:
    from gym.cli.updating import settle
    from gym.progress.replacing import held, packed, replace_files

    workspace = session.need_workspace()
    mine, theirs = held(workspace, kata), packed(kata)
    if all(mine.get(name) == text for name, text in theirs.items()):
        return f"{kata.id} is as it was handed out."
    kept = replace_files(workspace, kata, theirs, "before a reset")
    settle(session, workspace, kata)
    snapshot = f" What was there is snapshot {kept.number}." if kept is not None else ""
    return f"Put back the files of {kata.id}.{snapshot}"
