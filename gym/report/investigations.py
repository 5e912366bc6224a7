"""What an investigation shows: looks to choose from, evidence with its graph, the debrief, and the end as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gym.lessons.inquiry import CAUSE_SHARE, FIX_SHARE, PACE_SHARE
from gym.lessons.investigations import right_one
from gym.lessons.routes import minutes_of
from gym.report.text import count, fold

if TYPE_CHECKING:
    from gym.lessons.inquiry import Ending, Inquiry
    from gym.lessons.investigations import AnswerEntry, Investigation, Look
    from gym.report.as_json import Json

BAR_CELLS = 40
_TITLE_INDENT = 14
_MOST_LINES = 3


def opening_markdown(investigation: Investigation) -> str:
    """The symptom, and the rules of the clock."""
    rules = (
        f"You have {investigation.minutes} minutes. Each look costs some of them, and may open others; looking again is "
        "free. It is played in one go: leaving loses it."
    )
    return f"# {investigation.title}\n\n{investigation.symptom}\n\n{rules}"


def offer_lines(inquiry: Inquiry, new: list[Look], width: int) -> Iterator[str]:
    """A line for each look that was not taken yet, with its number, what it costs, and whether it has just opened."""
    for number, look in enumerate(inquiry.offered, 1):
        if look not in inquiry.seen:
            title = f"{look.title} (new)" if look in new else look.title
            first, *others = fold(title, max(width - _TITLE_INDENT, 20), _MOST_LINES)
            yield f"  {number:>2}  {look.minutes:>2} min  {first}"
            yield from (" " * _TITLE_INDENT + line for line in others)


def evidence_markdown(look: Look, *, plain: bool) -> str:
    """What a look shows. `plain` has a graph's figures without its bars."""
    graph = "\n".join(_graph_lines(look.bars, plain=plain))
    parts = [f"## {look.title}", look.evidence, f"```text\n{graph}\n```" if graph else ""]
    return "\n\n".join(filter(None, parts))


def _graph_lines(bars: tuple[tuple[str, float], ...], *, plain: bool) -> Iterator[str]:
    most = max((value for _label, value in bars), default=0.0) or 1.0
    width = max((len(label) for label, _value in bars), default=0)
    figure = max((len(f"{value:g}") for _label, value in bars), default=0)
    for label, value in bars:
        # Something that is more than nothing is seen.
        cells = max(round(BAR_CELLS * value / most), 1 if value else 0)
        yield f"{label:<{width}}  {value:>{figure}g}  {'' if plain else '#' * cells}".rstrip()


def choices_markdown(asks: str, answers: tuple[AnswerEntry, ...]) -> str:
    """A question and its numbered answers."""
    return f"## {asks}\n\n" + "\n".join(f"{number}. {answer.text}" for number, answer in enumerate(answers, 1))


def debrief_markdown(ending: Ending) -> str:
    """How it ended, the route beside the shortest, what misleads, and what happened."""
    investigation = ending.investigation
    parts = [
        "# Debrief",
        _answer("Cause", ending.cause, right_one(investigation.causes)),
        _answer("Fix", ending.fix, right_one(investigation.fixes)),
        _proof(ending),
        _clock(ending),
        f"## Your route, {count(ending.spent, 'minute')}",
        _bullets(_step(look) for look in ending.seen) or "You looked at nothing.",
        *_shortest(ending),
        *_misleading(ending),
        "## What happened",
        investigation.story,
        f"Score: {round(ending.score * 100)} %: {_shares(ending)}.",
    ]
    return "\n\n".join(parts)


def _answer(what: str, chosen: AnswerEntry, right: AnswerEntry) -> str:
    if chosen.right:
        return f"**{what}: right.** {chosen.text}. {chosen.why}"
    return f"**{what}: not so.** You named: {chosen.text}. {chosen.why}\n\nIt is: {right.text}. {right.why}"


def _proof(ending: Ending) -> str:
    if ending.is_proved:
        return "What you saw proves the cause." if ending.cause.right else "What you saw would have proved the right one."
    known = {fact for look in ending.seen for fact in look.shows}
    nearest = min(ending.investigation.proofs, key=lambda proof: len(proof - known))
    missing = [says for fact, says in ending.investigation.facts.items() if fact in nearest - known]
    return "What you saw does not prove the cause. You did not see this:\n\n" + _bullets(missing)


def _clock(ending: Ending) -> str:
    clock, least = ending.investigation.minutes, minutes_of(ending.shortest)
    told = f"You spent {ending.spent} of {clock} minutes; the shortest route takes {least}."
    return f"{told} The clock had run out: {ending.investigation.overtime}" if ending.is_over else told


def _shortest(ending: Ending) -> Iterator[str]:
    if ending.is_proved and ending.spent == minutes_of(ending.shortest):
        yield "No route to the cause is shorter."
        return
    yield f"## A shortest route, {count(minutes_of(ending.shortest), 'minute')}"
    yield _bullets(_step(look) for look in ending.shortest)


def _step(look: Look) -> str:
    return f"{look.minutes} min, {look.role}: {look.title}. {look.tells}"


def _misleading(ending: Ending) -> Iterator[str]:
    """Red herrings that were not taken (the others stand in the route), and the wrong answers that were not given."""
    investigation, given = ending.investigation, (ending.cause, ending.fix)
    passed = [look for look in investigation.looks if look.role == "red herring" and look not in ending.seen]
    causes = [answer for answer in investigation.causes if not answer.right and answer not in given]
    fixes = [answer for answer in investigation.fixes if not answer.right and answer not in given]
    if passed:
        yield "## Red herrings that you passed by"
        yield _bullets(f"{look.title}. {look.tells}" for look in passed)
    yield "## Why none of the others"
    yield _bullets(f"Cause: {answer.text}? {answer.why}" for answer in causes)
    yield _bullets(f"Fix: {answer.text}? {answer.why}" for answer in fixes)


def _shares(ending: Ending) -> str:
    """How the score is made up, in percent."""
    had = (CAUSE_SHARE * ending.cause.right, FIX_SHARE * ending.fix.right, PACE_SHARE * ending.pace)
    cause, fix, pace = (round(100 * share) for share in had)
    told = f"{cause} for the cause, {fix} for the fix, {pace} of {round(100 * PACE_SHARE)} for the minutes"
    return told if ending.is_proved or not ending.cause.right else f"{told}, which count once what you saw proves the cause"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def ending_json(ending: Ending) -> Json:
    """How it ended, as data. Minutes are the incident's own."""
    return {
        "name": ending.investigation.slug,
        "left": False,
        "cause": {"named": ending.cause.id, "right": ending.cause.right},
        "fix": {"named": ending.fix.id, "right": ending.fix.right},
        "proved": ending.is_proved,
        "minutes": ending.spent,
        "clock": ending.investigation.minutes,
        "over": ending.is_over,
        "score": ending.score,
        "route": [_look_json(look) for look in ending.seen],
        "shortest": {"minutes": minutes_of(ending.shortest), "route": [_look_json(look) for look in ending.shortest]},
    }


def _look_json(look: Look) -> Json:
    return {"look": look.id, "minutes": look.minutes, "role": look.role, "tells": look.tells}
