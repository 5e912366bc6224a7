"""The content audit: is a kata's content true? The judge says so, for any folder that is there.

The starter is rejected; every solution is accepted; every near miss is killed by exactly the checks that it names and
recognised by its signature; every check kills the starter or a near miss; and judging again gives the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gym.curriculum.kata import Kata, NearMiss
from gym.judge import Attempt, CheckVerdict, Judge, JudgeOptions, KataVerdict, Verdict

Kind = Literal["starter", "solution", "near miss"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of a kata's code that the audit judges. `near_miss` is set for those."""

    kind: Kind
    name: str
    files: Mapping[str, Path]
    near_miss: NearMiss | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """What the judge said of an entry, and what is wrong with that: one sentence each."""

    entry: Entry
    verdict: KataVerdict
    problems: tuple[str, ...]

    @property
    def failed(self) -> frozenset[str]:
        """The slugs of the checks that reject it."""
        return frozenset(slug_of(check) for check in self.verdict.checks if check.verdict.exit_status == 1)


def entries(kata: Kata) -> tuple[Entry, ...]:
    """All that there is to judge of a kata."""
    starter = Entry("starter", "starter", {name: kata.folder / name for name in kata.files})
    solutions = [Entry("solution", solution.name, solution.files) for solution in kata.solutions]
    misses = [Entry("near miss", miss.slug, miss.files, miss) for miss in kata.near_misses]
    return (starter, *solutions, *misses)


def audit_entry(judge: Judge, kata: Kata, entry: Entry) -> Row:
    """Judge one entry, and those checks that fail it once more."""
    attempt = Attempt.from_paths(entry.files)
    verdict = judge.judge(kata, attempt)
    problems = [*_unjudged(verdict), *_by_kind(entry, verdict), *_differing(judge, kata, attempt, verdict)]
    return Row(entry, verdict, tuple(problems))


def idle_checks(rows: Iterable[Row]) -> tuple[str, ...]:
    """The slugs of checks that kill neither the starter nor a near miss."""
    known: dict[str, None] = {}
    killing: set[str] = set()
    for row in rows:
        known.update(dict.fromkeys(slug_of(check) for check in row.verdict.checks))
        if row.entry.kind != "solution":
            killing |= row.failed
    return tuple(slug for slug in known if slug not in killing)


def slug_of(check: CheckVerdict) -> str:
    """`overspend` of `02-credit-wallet#overspend`."""
    return check.id.partition("#")[2]


def _unjudged(verdict: KataVerdict) -> list[str]:
    return [
        f"{slug_of(check)} is {check.verdict}: {check.message}" for check in verdict.checks if check.verdict.exit_status == 3
    ]


def _by_kind(entry: Entry, verdict: KataVerdict) -> list[str]:
    if entry.kind == "starter":
        return ["the starter is accepted"] if verdict.verdict is Verdict.ACCEPTED else []
    if entry.near_miss is None:
        return [
            f"{slug_of(check)} rejects it: {check.message} ({check.token})"
            for check in verdict.checks
            if check.verdict.exit_status == 1
        ]
    return _near_miss_problems(entry.near_miss, verdict)


def _near_miss_problems(miss: NearMiss, verdict: KataVerdict) -> list[str]:
    failed = {slug_of(check) for check in verdict.checks if check.verdict.exit_status == 1}
    problems = []
    if failed != set(miss.kills):
        problems.append(f"it says that {_listed(miss.kills)} kill it, and {_listed(failed)} do")
    elif verdict.near_miss != miss.slug:
        problems.append(f"it is recognised as {verdict.near_miss}")
    return problems


def _differing(judge: Judge, kata: Kata, attempt: Attempt, verdict: KataVerdict) -> list[str]:
    """The checks that failed, again: the same token, message and trace."""
    failed = {check.id: check for check in verdict.checks if check.verdict.exit_status == 1}
    if not failed:
        return []
    again = judge.judge(kata, attempt, JudgeOptions(only=[slug_of(check) for check in failed.values()]))
    return [
        f"{slug_of(check)} came out differently when judged again" for check in again.checks if check != failed[check.id]
    ]


def _listed(slugs: Sequence[str] | set[str] | tuple[str, ...]) -> str:
    return ", ".join(sorted(slugs)) or "no check"
