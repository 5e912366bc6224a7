"""One attempt from reading the files to remembering the verdict, as `check`, `watch` and `demo` do it."""

from __future__ import annotations

from gym.cli.judging import Listener
from gym.cli.session import Session
from gym.curriculum import Kata
from gym.errors import SubjectError
from gym.judge import Attempt
from gym.judge.verdict import KataVerdict, Verdict
from gym.progress import Workspace
from gym.progress.workspace import hash_of


def judge_once(session: Session, kata: Kata, attempt: Attempt, listener: Listener | None) -> KataVerdict:
    """Judge without remembering anything. Files that cannot be read are a verdict too: crashed."""
    try:
        return session.judge.judge(kata, attempt, {}, listener)
    except SubjectError as error:
        return _unreadable(kata, error)


def judge_and_remember(
    session: Session, workspace: Workspace, kata: Kata, attempt: Attempt, listener: Listener | None
) -> KataVerdict:
    """Judge what is in the workspace, failing schedules of earlier attempts first, and keep the verdict."""
    with workspace.open_store() as store:
        try:
            files_hash = hash_of(attempt.sources(kata))
            verdict = session.judge.judge(kata, attempt, store.tokens(kata.id), listener)
        except SubjectError as error:
            return _unreadable(kata, error)
        store.record(verdict, files_hash=files_hash, content_version=kata.version)
        if store.forgetful:
            session.say_once(f"Progress is not kept: {store.forgetful}.")
    return verdict


def _unreadable(kata: Kata, error: SubjectError) -> KataVerdict:
    return KataVerdict(kata.id, Verdict.CRASHED, 0, 0, None, (), message=str(error))
