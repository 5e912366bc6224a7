"""Asking before something is done that cannot simply be done again."""

from __future__ import annotations

from gym.cli.session import Session
from gym.errors import UsageError


def agreed(session: Session, question: str, *, yes: bool, default: bool = False) -> bool:
    """Whether the learner agrees; ENTER alone is the default. Raises UsageError where nobody can be asked."""
    if yes:
        return True
    if not session.stdin.isatty():
        raise UsageError(f"{question} Nobody can be asked here without a terminal; say --yes to agree.")
    session.stderr.write(f"{question} [{'Y/n' if default else 'y/N'}] ")
    session.stderr.flush()
    answer = session.stdin.readline()
    if not answer.endswith("\n"):
        session.stderr.write("\n")
    if answer.strip().lower() in ("y", "yes") or (default and answer == "\n"):
        return True
    session.say("Nothing was changed.")
    return False
