"""Pieces of practice from the command line: which one is meant, the list of them, and remembering an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.lessons.shelf import Named, Shelf
    from gym.progress.practice import Practised

T = TypeVar("T", bound="Named")


def chosen_piece(session: Session, shelf: Shelf[T], name: str | None) -> T:
    """The piece named; else the first that was never answered well, or the one whose turn was longest ago.

    Raises UsageError, ContentError.
    """
    if name is not None:
        return shelf.find(name)
    pieces = shelf.all()
    last = {each.piece: each for each in practised(session, shelf.kind)}
    open_still = [piece for piece in pieces if piece.slug not in last or last[piece.slug].score < 1]
    return open_still[0] if open_still else min(pieces, key=lambda piece: last[piece.slug].at)


def practised(session: Session, kind: str) -> list[Practised]:
    """What was answered of a kind, the oldest first; nothing outside of a workspace."""
    if session.workspace is None:
        return []
    with session.workspace.open_store() as store:
        return [each for each in store.practised() if each.kind == kind]


def keep(session: Session, kind: str, piece: str, shapes: Sequence[str], score: float, seconds: float) -> None:
    """Remember an answer; outside of a workspace nothing is."""
    if session.workspace is None:
        session.say_once("Outside of a workspace nothing is kept; make one with: gym init race-gym")
        return
    with session.workspace.open_store() as store:
        store.practise(kind, piece, shapes, score, seconds)
        if store.forgetful:
            session.say_once(f"This answer is not kept: {store.forgetful}.")


def tell_shelf(session: Session, shelf: Shelf[T], *, json: bool) -> None:
    """All pieces of a kind, a line each, with the best answer so far."""
    best: dict[str, float] = {}
    for each in practised(session, shelf.kind):
        best[each.piece] = max(each.score, best.get(each.piece, 0.0))
    pieces = shelf.all()
    if json:
        from gym.report.as_json import to_json

        listed = [{"name": each.slug, "title": each.title, "best": best.get(each.slug)} for each in pieces]
        session.write(to_json({shelf.plural: listed}))
        return
    from gym.report.shelf import shelf_lines

    rows = [(each.slug, best.get(each.slug), each.title) for each in pieces]
    for line in shelf_lines(rows, session.out.width, known="read" if shelf.kind == "primer" else "best"):
        session.out.print(line, soft_wrap=True)
    following = "" if shelf.kind == "primer" else f" The next one: gym {shelf.kind}"
    session.say(f"One of them: {shelf.one}.{following}")
