"""The word on an attempt, as lines: a check, a failing check with its table, the whole kata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.cells import cell_len
from rich.text import Text

from gym.curriculum import Kata, NearMiss
from gym.engine.text import printable
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.report.terminal import INDENT, render_trace
from gym.report.text import count, faults_sentence, fold

STYLES = {0: "green", 1: "bold red", 3: "bold yellow"}
MOST_LINES = 12
REPLAY = "gym replay"


def style_of(verdict: Verdict) -> str:
    """The colour that goes with a word, and never says more than the word."""
    return STYLES[verdict.exit_status]


def check_lines(check: CheckVerdict, width: int, *, again: bool = False, points: bool = True) -> Iterator[Text]:
    """What was claimed, the word and points, and below it how much was explored or what went wrong.

    Before what fails stands the name, in brackets, by which it can be chosen. With `points`, which only katas have;
    a race's author knows its name. With `again` it went wrong as in the check above, and that is all that is said of it.
    """
    head = f"  {check.verdict:<8}  " + (f"{check.points}/{check.max_points}  " if points else "")
    indent = " " * len(head)
    room = max(width - len(head), 20)
    name = f"[{check.id.partition('#')[2]}] " if points and check.verdict is not Verdict.ACCEPTED else ""
    whole, found = name + printable(check.title), "the same" if again else _found(check)
    if cell_len(f"{whole}   {found}") <= room:
        yield Text.assemble((head, style_of(check.verdict)), f"{whole}   ", (found, "dim"))
        below = check.notes
    else:
        title, *rest = fold(whole, room, MOST_LINES)
        yield Text.assemble((head, style_of(check.verdict)), title)
        for line in rest:
            yield Text(indent + line)
        below = (found, *check.notes)
    for text in below:
        for line in fold(printable(text), room, MOST_LINES):
            yield Text(indent + line, style="dim")


def _found(check: CheckVerdict) -> str:
    if check.verdict is Verdict.ACCEPTED:
        return printable(check.coverage)
    return printable(check.message or check.coverage)


def failing_check_lines(check: CheckVerdict, width: int, folder: str = "", replay: str = REPLAY) -> Iterator[Text]:
    """A failing check in full: its claim, what was found, the schedule as a table, how to see it again.

    `replay` is the command that a token makes whole.
    """
    for line in paragraph(f"{check.verdict}: {' '.join(check.title.split())}", width):
        yield Text(line, style=style_of(check.verdict))
    for text in (check.message or "", *check.notes):
        for line in paragraph(text, width):
            yield Text(line)
    if check.trace is not None and check.trace.steps:
        yield Text("")
        yield from render_trace(check.trace, width, folder)
    if check.token is not None:
        yield Text(f"{INDENT}replay: {replay} '{check.token}'")


def paragraph(message: str, width: int) -> Iterator[str]:
    """A text in lines of that width, none of which a terminal could act on."""
    for line in message.splitlines():
        yield from fold(printable(line), width, MOST_LINES)


def kata_lines(verdict: KataVerdict, kata: Kata, width: int) -> Iterator[Text]:
    """The word on the whole attempt, what went wrong outside any check, and the near miss it resembles."""
    failed = sum(check.verdict is not Verdict.ACCEPTED for check in verdict.checks)
    failures = f", {failed} of {count(len(verdict.checks), 'check')} failed" if failed else ""
    points = f", {verdict.points} of {verdict.max_points} points" if verdict.max_points else ""
    yield Text(f"{verdict.kata}: {verdict.verdict}{points}{failures}", style=style_of(verdict.verdict))
    if any(check.fault for check in verdict.checks):
        broken = sum(check.verdict.exit_status == 1 for check in verdict.checks)
        for line in paragraph(faults_sentence(len(faults_gone(verdict, kata)), len(kata.faults), broken), width):
            yield Text(line)
    if verdict.message:
        for line in paragraph(verdict.message, width):
            yield Text(line)
    miss = kata.near_miss(verdict.near_miss)
    if miss is not None:
        yield from near_miss_lines(miss, width)


def change_lines(before: Mapping[str, str], verdict: KataVerdict, width: int) -> Iterator[Text]:
    """Which checks came out otherwise than in the attempt before: `before` has its words by check id."""
    now = {check.id: str(check.verdict) for check in verdict.checks if check.verdict.exit_status in (0, 1)}
    held = {check: word == Verdict.ACCEPTED for check, word in before.items()}
    changed = [
        check for check, word in now.items() if held.get(check, word == Verdict.ACCEPTED) != (word == Verdict.ACCEPTED)
    ]
    for accepted, told in ((True, "Accepted"), (False, "Failing")):
        names = [f"[{check.partition('#')[2]}]" for check in changed if (now[check] == Verdict.ACCEPTED) is accepted]
        if names:
            for line in paragraph(f"{told} since your last attempt: {', '.join(names)}", width):
                yield Text(line)


def near_miss_lines(miss: NearMiss, width: int) -> Iterator[Text]:
    """What is said to whom fails as a near miss does."""
    for line in paragraph(f"It fails as {_in_mid_sentence(miss.title)} does. {' '.join(miss.why.split())}", width):
        yield Text(line)


def part_lines(verdict: KataVerdict, checks: int, width: int) -> Iterator[Text]:
    """The word on an attempt that was judged by some of a kata's `checks`: it is none on the kata."""
    word = f"{verdict.verdict}, {verdict.points} of {verdict.max_points} points"
    part = f"{verdict.kata}, {len(verdict.checks)} of {count(checks, 'check')}"
    yield Text(f"{part}: {word}", style=style_of(verdict.verdict))
    for line in paragraph(verdict.message or "", width):
        yield Text(line)


def part_line(verdict: KataVerdict) -> Text:
    """The word on one part of a ladder, in a list of them."""
    word = Text(f"  {verdict.verdict:<8}", style=style_of(verdict.verdict))
    return Text.assemble(word, f"  {verdict.points}/{verdict.max_points}  {verdict.kata.partition('/')[2]}")


def faults_gone(verdict: KataVerdict, kata: Kata) -> frozenset[str]:
    """The ids of the planted faults that every check which looks for them no longer finds."""
    found = {check.fault for check in verdict.checks if check.verdict is not Verdict.ACCEPTED}
    looked_for = {check.fault for check in verdict.checks}
    return frozenset(fault.id for fault in kata.faults if fault.id in looked_for - found)


def races_lines(verdict: KataVerdict, width: int) -> Iterator[Text]:
    """The word on a file of races, and what went wrong outside any of them."""
    counts = "" if verdict.message else f", {_counted(verdict)}"
    yield Text(f"{verdict.kata}: {verdict.verdict}{counts}", style=style_of(verdict.verdict))
    for line in paragraph(verdict.message or "", width):
        yield Text(line)


def _counted(verdict: KataVerdict) -> str:
    """How many races there were, and how many of them failed or got no word."""
    statuses = [check.verdict.exit_status for check in verdict.checks]
    races = count(len(statuses), "race")
    told = [f"{statuses.count(status)} of {races} {what}" for status, what in ((1, "failed"), (3, "not judged"))]
    return ", ".join(each for each in told if not each.startswith("0 ")) or races


def _in_mid_sentence(title: str) -> str:
    """A title without its capital, unless more capitals show that it is a name or a word of SQL."""
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


def first_failing(verdict: KataVerdict) -> CheckVerdict | None:
    """The check to look at first: one with a table before one without."""
    failing = [check for check in verdict.checks if check.verdict is not Verdict.ACCEPTED]
    return next((check for check in failing if check.trace is not None), failing[0] if failing else None)
