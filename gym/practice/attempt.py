"""One attempt from reading the files to remembering the verdict, as `check`, `watch` and `demo` do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from gym.curriculum import Kata
from gym.errors import SubjectError
from gym.judge import Attempt
from gym.judge.verdict import KataVerdict
from gym.practice.judging import Judge, Listener
from gym.progress import Workspace
from gym.progress.workspace import hash_of


class Desk(Protocol):
    """Where an attempt is made: who judges it, and who is told of what is not part of the verdict."""

    @property
    def judge(self) -> Judge: ...

    def say_once(self, sentence: str) -> None: ...


def judge_once(desk: Desk, kata: Kata, attempt: Attempt, listener: Listener | None) -> KataVerdict:
    """Judge without remembering anything."""
    return desk.judge.judge(kata, attempt, {}, listener)


def judge_in_part(
    desk: Desk,
    workspace: Workspace | None,
    kata: Kata,
    attempt: Attempt,
    listener: Listener | None,
    only: Sequence[str],
) -> KataVerdict:
    """Judge by some of the checks, failing schedules of earlier attempts first.

    Nothing is remembered: what passes some of the checks is not an accepted kata.
    """
    tokens: Mapping[str, Sequence[str]] = {}
    if workspace is not None:
        with workspace.open_store() as store:
            tokens = store.tokens(kata.id)
    return desk.judge.judge(kata, attempt, tokens, listener, only)


def judge_and_remember(
    desk: Desk, workspace: Workspace, kata: Kata, attempt: Attempt, listener: Listener | None
) -> KataVerdict:
    """Judge what is in the workspace, failing schedules of earlier attempts first, and keep the verdict.

    Files that cannot be read are judged too (they crash), but are no attempt.
    """
    with workspace.open_store() as store:
        try:
            files_hash = hash_of(attempt.sources(kata))
        except SubjectError:
            return judge_once(desk, kata, attempt, listener)
        verdict = desk.judge.judge(kata, attempt, store.tokens(kata.id), listener)
        store.record(verdict, files_hash=files_hash, content_version=kata.version)
        if store.forgetful:
            desk.say_once(f"Progress is not kept: {store.forgetful}.")
    return verdict
