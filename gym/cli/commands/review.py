"""`gym review`: which shapes are due today, and a piece for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.practice.reviewing import Candidate, Due


def review(
    ctx: typer.Context,
    due: Annotated[bool, typer.Option("--due", help="Only the names of the shapes that are due, a line each.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what is due today. The same shape of race comes back in another piece, before it is forgotten."""
    from datetime import UTC, datetime

    from gym.report.reviewing import Review, review_json, review_lines

    session: Session = ctx.obj
    today = Review(_due_with_pieces(session), datetime.now(UTC))
    if json:
        from gym.report.as_json import to_json

        session.write(to_json(review_json(today)))
    elif due:
        for each, _piece in today.due:
            session.write(each.shape)
    else:
        for line in review_lines(today, session.out.width):
            session.out.print(line, soft_wrap=True)


def _due_with_pieces(session: Session) -> list[tuple[Due, Candidate | None]]:
    """Every shape that was seen, with the piece to see it in next. Raises UsageError outside of a workspace."""
    from gym.cli.choosing import readable_katas
    from gym.practice.reviewing import another_piece, due_shapes, seen_in

    katas = readable_katas(session)
    with session.need_workspace().open_store() as store:
        seen = seen_in(katas, store.progress(), store.worked_seconds(), store.practised())
    last = {each.piece: each.at for each in seen}
    candidates = _candidates(session)
    return [(each, another_piece(each, candidates, last)) for each in due_shapes(seen)]


def _candidates(session: Session) -> list[Candidate]:
    """The short ones first."""
    from gym.cli.choosing import readable_katas
    from gym.lessons.shelf import chains, drills, questions
    from gym.practice.reviewing import Candidate

    place = session.catalogue.place
    found = [Candidate(f"gym drill {each.slug}", f"drill {each.slug}", each.shapes) for each in drills(place).some()]
    asked = questions(place).some()
    found += [Candidate(f"gym quiz --question {each.slug}", f"quiz {each.slug}", each.shapes) for each in asked]
    found += [Candidate(f"gym chain {each.slug}", f"chain {each.slug}", each.shapes) for each in chains(place).some()]
    return [*found, *(Candidate(f"gym start {kata.id}", kata.id, kata.shapes) for kata in readable_katas(session))]
