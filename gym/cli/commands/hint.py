"""`gym hint [KATA]`: the next hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Hint, Kata
    from gym.progress import Store


def hint(
    ctx: typer.Context,
    kata: KataName = None,
    tier: Annotated[int | None, typer.Option("--tier", metavar="N", help="Show a hint again that was shown.")] = None,
    pack: PackFolder = None,
) -> None:
    """Show the next hint. Each goes further than the one before; how many were shown is remembered."""
    from gym.cli.choosing import begun_kata
    from gym.curriculum import read_hints

    del pack
    session: Session = ctx.obj
    workspace, wanted = begun_kata(session, kata)
    hints = read_hints(wanted.folder)
    with workspace.open_store() as store:
        shown = _chosen(store, wanted, hints, tier)
        if shown is None:
            session.say(f"All {len(hints)} hints of {wanted.id} were shown. One again:  gym hint {wanted.id} --tier 1")
            session.say(_beyond(store, wanted))
            return
        store.show_hint(wanted.id, shown)
        forgetful = store.forgetful
    show_hint(session, wanted, hints, shown)
    following = f"gym hint {wanted.id}" + (f" --tier {shown + 1}" if forgetful else "")
    if forgetful:
        session.say(f"Progress is not kept: {forgetful}.")
    if shown < len(hints):
        session.say(f"The next one, if this is not enough:  {following}")


def _beyond(store: Store, kata: Kata) -> str:
    """Where to look after the last hint; who is accepted is not stuck."""
    from gym.cli.advice import why
    from gym.progress import KataProgress

    progress = store.progress().get(kata.id, KataProgress(kata.id))
    if progress.accepted_at:
        return why(kata)
    return f"Still stuck? See the answer:  gym explain {kata.id}" + ("" if progress.may_see_answer else " --give-up")


def _chosen(store: Store, kata: Kata, hints: tuple[Hint, ...], tier: int | None) -> int | None:
    """The tier to show; None when there is no next one. Raises UsageError for one that is still to come."""
    from gym.errors import UsageError

    seen = store.hints(kata.id)
    following = next((each for each in range(1, len(hints) + 1) if each not in seen), None)
    if tier is None:
        return following
    if not 1 <= tier <= len(hints):
        raise UsageError(f"--tier {tier}: {kata.id} has hints 1 to {len(hints)}.")
    # Where nothing can be counted, counting must not stand in the way.
    if tier not in seen and tier != following and not store.forgetful:
        raise UsageError(f"--tier {tier}: hint {following} of {kata.id} comes first: gym hint {kata.id}")
    return tier


def show_hint(session: Session, kata: Kata, hints: tuple[Hint, ...], tier: int) -> None:
    """One tier, from 1, as it is shown to a learner."""
    from gym.report.markdown import markdown_lines

    hint = hints[tier - 1]
    session.out.print(f"{kata.id}, hint {tier} of {len(hints)}", soft_wrap=True)
    session.out.print()
    for line in markdown_lines(f"## {hint.heading}\n\n{hint.text}", session.out):
        session.out.print(line, soft_wrap=True)
    session.out.print()
