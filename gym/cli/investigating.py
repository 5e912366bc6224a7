"""An investigation by lines: what to look at, then the cause and the fix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gym.cli.answering import ask_number
from gym.cli.session import Session
from gym.cli.showing import show_markdown

if TYPE_CHECKING:
    from rich.console import Console

    from gym.lessons.inquiry import Ending, Inquiry
    from gym.lessons.investigations import AnswerEntry, Investigation, Look
    from gym.lessons.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and where what is asked is shown; `plain` has graphs as figures."""

    session: Session
    out: Console
    plain: bool

    def show(self, markdown: str) -> None:
        """Markdown, and a blank line."""
        show_markdown(self.out, markdown)


def chosen_incident(session: Session, shelf: Shelf[Investigation], name: str | None) -> Investigation:
    """The one named; else one never tried, since an incident can be solved but once, else as with any piece.

    Raises UsageError, ContentError.
    """
    from gym.cli.lessons import chosen_piece, practised

    if name is None:
        tried = {each.piece for each in practised(session, shelf.kind)}
        name = next((slug for slug in shelf.slugs() if slug not in tried), None)
    return chosen_piece(session, shelf, name)


def play(asker: Asker, inquiry: Inquiry) -> Ending:
    """From the symptom to the end. Raises Left."""
    from gym.report.investigations import opening_markdown

    asker.show(opening_markdown(inquiry.investigation))
    look_around(asker, inquiry)
    cause = _choose(asker, "What is the cause?", inquiry.investigation.causes)
    fix = _choose(asker, "What is the fix?", inquiry.investigation.fixes)
    return inquiry.end(cause, fix)


def look_around(asker: Asker, inquiry: Inquiry) -> None:
    """Look after look, until the learner has seen enough. Raises Left."""
    new: list[Look] = []
    while True:
        _offer(asker, inquiry, new)
        chosen = _chosen_look(asker, inquiry)
        if chosen is None:
            return
        new = _look_at(asker, inquiry, chosen)


def _offer(asker: Asker, inquiry: Inquiry, new: list[Look]) -> None:
    from gym.report.investigations import offer_lines

    for line in offer_lines(inquiry, new, asker.out.width):
        asker.out.print(line, soft_wrap=True, markup=False, highlight=False)
    if len(inquiry.seen) == len(inquiry.offered):
        asker.out.print("You have looked at all there is.", soft_wrap=True)
    asker.out.print("")


def _chosen_look(asker: Asker, inquiry: Inquiry) -> Look | None:
    """The look whose number was typed, None for naming the cause. Raises Left."""
    last = len(inquiry.offered)
    said = ask_number(asker.session, f"Look at 1 to {last}, or n to name the cause (q leaves):", last, ("n",))
    return inquiry.offered[said - 1] if isinstance(said, int) else None


def _look_at(asker: Asker, inquiry: Inquiry, look: Look) -> list[Look]:
    """Show it and say what the clock says. Gives the looks that it opened."""
    from gym.report.investigations import evidence_markdown

    was_over = inquiry.is_over
    new = inquiry.take(look)
    asker.show(evidence_markdown(look, plain=asker.plain))
    clock = inquiry.investigation.minutes
    told = f"{inquiry.spent} of {clock} minutes spent."
    if inquiry.is_over and not was_over:
        told += f" The clock has run out: {inquiry.investigation.overtime} You may go on."
    asker.show(told)
    return new


def _choose(asker: Asker, asks: str, answers: tuple[AnswerEntry, ...]) -> AnswerEntry:
    """Raises Left."""
    from gym.report.investigations import choices_markdown

    asker.show(choices_markdown(asks, answers))
    said = ask_number(asker.session, f"Your choice, 1 to {len(answers)} (q leaves):", len(answers))
    return answers[int(said) - 1]
