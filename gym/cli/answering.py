"""Answers that are typed: line numbers, names out of a list, a key to go on."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from gym.cli.session import Session
from gym.errors import UsageError

_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


class Left(Exception):
    """Whoever was asked has gone away, or typed q."""


def ask(session: Session, question: str) -> str:
    """One line of an answer, without its ends. Raises Left at the end of input, and for q."""
    session.stderr.write(f"{question} ")
    session.stderr.flush()
    answer = session.stdin.readline()
    if not (answer.endswith("\n") and session.stdin.isatty()):
        session.stderr.write("\n")  # nobody pressed ENTER where the question can be seen
    if not answer or answer.strip().lower() == "q":
        raise Left
    return answer.strip()


def line_numbers(said: str, last: int) -> tuple[int, ...]:
    """`3, 5-7` as numbers from 1 to `last`. Raises UsageError for anything else."""
    numbers: set[int] = set()
    for part in filter(None, re.split(r"[,\s]+", re.sub(r"\s*-\s*", "-", said.strip()))):
        found = _RANGE.fullmatch(part)
        if found is None:
            raise UsageError(f"{part!r} is no line number; write them as in: 3, 5-7")
        first, until = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= until <= last:
            raise UsageError(f"{part!r}: the listing has the lines 1 to {last}")
        numbers.update(range(first, until + 1))
    return tuple(sorted(numbers))


def names_of(said: str, known: Sequence[str]) -> tuple[str, ...]:
    """Names out of `known`, by name, by a bit that only one has, or by number from 1. Raises UsageError."""
    return tuple(dict.fromkeys(_name(part, known) for part in filter(None, re.split(r"[,\s]+", said.strip().lower()))))


def _name(part: str, known: Sequence[str]) -> str:
    if part.isdecimal() and 1 <= int(part) <= len(known):
        return known[int(part) - 1]
    fits = [name for name in known if name == part] or [name for name in known if part in name]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise UsageError(f"{part!r} may mean {' or '.join(fits)}")
    near = difflib.get_close_matches(part, known, n=1)
    raise UsageError(f"there is no {part!r}{f'; the nearest is {near[0]}' if near else ''}. There are: {', '.join(known)}")


def ask_yes(session: Session, question: str) -> bool:
    """Whether the answer is yes; asked again for anything but y and n. Raises Left."""
    while True:
        answer = ask(session, f"{question} [y/n]").lower()
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")
        session.say("Type y or n; q leaves.")


def ask_lines(session: Session, question: str) -> str:
    """Lines up to an empty one. Raises Left when nothing was typed and the input ended, and for q alone."""
    lines = [ask(session, question)]
    while lines[-1]:
        line = session.stdin.readline()
        lines.append(line.strip("\r\n") if line else "")
    return "\n".join(lines).strip()


def ask_number(session: Session, question: str, last: int, words: Sequence[str] = ()) -> int | str:
    """A number from 1 to `last`, or one of `words`; asked again for anything else. Raises Left."""
    others = "".join(f", or {word}" for word in words)
    while True:
        said = ask(session, question).lower()
        if said in words:
            return said
        if said.isdecimal() and 1 <= int(said) <= last:
            return int(said)
        session.say(f"{said!r} is no choice: type 1 to {last}{others}." if said else f"Type 1 to {last}{others}.")
