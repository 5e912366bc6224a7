"""Explanations and solutions are for those who are done: the kata is accepted, or was given up."""

from __future__ import annotations

from gym.cli.asking import agreed
from gym.cli.choosing import begun_attempt, chosen_kata
from gym.cli.session import Session
from gym.curriculum import Kata
from gym.errors import UsageError
from gym.progress import KataProgress, Workspace


def kata_with_answer(
    session: Session, name: str | None, command: str, *, give_up: bool, yes: bool, proof: bool = False
) -> Kata | None:
    """The kata whose answer may be shown; None when giving up was asked about and declined.

    With `proof` the answer is the authors' own race test, which whoever has proved the promise may see as well.
    `command` is the one that was called, for what to do next. Raises UsageError while the answer is withheld.
    """
    workspace = session.need_workspace()
    kata = chosen_kata(session, name)
    with workspace.open_store() as store:
        progress = store.progress().get(kata.id, KataProgress(kata.id))
    if progress.may_see_answer or (proof and progress.proved_at):
        return kata
    if not give_up:
        raise UsageError(
            f"the answer of {kata.id} is kept back until it is accepted.\n"
            f"The next hint:           gym hint {kata.id}\n"
            f"To give up and see it:   {command} {kata.id} --give-up"
        )
    begun_attempt(workspace, kata)
    if not agreed(session, f"Give up {kata.id} and see its answer? That is remembered.", yes=yes):
        return None
    _give_up(session, workspace, kata)
    return kata


def _give_up(session: Session, workspace: Workspace, kata: Kata) -> None:
    with workspace.open_store() as store:
        store.give_up(kata.id)
        if store.forgetful:
            session.say(f"Progress is not kept: {store.forgetful}.")
