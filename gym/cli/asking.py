"""Asking before something is done that cannot simply be done again."""

from __future__ import annotations

from gym.cli.session import Session
from gym.errors import UsageError


def agreed(session: Session, question: str, *, yes: bool) -> bool:
    """Whether the learner agrees; anything but y or yes is a no. Raises UsageError where nobody can be asked."""
    if yes:
        return True
    if not session.stdin.isatty():
        raise UsageError(f"{question} Nobody can be asked here without a terminal; say --yes to agree.")
    session.stderr.write(f"{question} [y/N] ")
    session.stderr.flush()
    answer = session.stdin.readline()
    if not answer.endswith("\n"):
        session.stderr.write("\n")
    if answer.strip().lower() in ("y", "yes"):
        return True
    session.say("Nothing was changed.")
    return False
