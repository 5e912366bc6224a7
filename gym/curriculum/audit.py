"""The content audit: is a kata's content true? The judge says so, for any folder that is there.

The starter is rejected; every solution is accepted, over the whole of the stated space; every near miss is killed by
exactly the checks that it names, by the claims that it names, and recognised by that; judging again gives the same; every
check kills the starter or a near miss, and every planted fault has a check. `gym author check` and the tests both ask here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from gym.curriculum.kata import Kata, NearMiss
from gym.curriculum.problem import Problem
from gym.curriculum.visible import why_not_green
from gym.curriculum.wording import wording_problems
from gym.judge import Attempt, CheckVerdict, Judge, JudgeOptions, KataVerdict, Listener, Verdict
from gym.judge.near_miss import recognise
from gym.judge.races import load_races
from gym.race import Race

Kind = Literal["starter", "solution", "near miss"]
UNWRITTEN_RACE = "this race is written"
"""The claim that fails in the race of `gym author new`, whatever is judged: the author's first thing to do."""
WHOLE = ("all ", "the only ")
"""How coverage begins when the whole of the stated space was seen."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of a kata's code that the audit judges; `file` is its entry module. `near_miss` is set for those."""

    kind: Kind
    name: str
    files: Mapping[str, Path]
    file: Path
    near_miss: NearMiss | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """What the judge said of an entry, and what is wrong with that."""

    entry: Entry
    verdict: KataVerdict
    problems: tuple[Problem, ...]

    @property
    def killers(self) -> tuple[str, ...]:
        """The slugs of the checks that reject it, in the kata's order."""
        return tuple(slug_of(check) for check in self.verdict.checks if check.verdict.exit_status == 1)

    @property
    def schedules(self) -> int:
        """How many schedules were explored, of all checks."""
        return sum(check.schedules for check in self.verdict.checks)

    @property
    def full_ms(self) -> float:
        """How long the verdict took, in milliseconds of real time."""
        return self.verdict.timings.get("full_ms", 0.0)


def entries(kata: Kata) -> tuple[Entry, ...]:
    """All that there is to judge of a kata."""
    starter = Entry("starter", "starter", {name: kata.folder / name for name in kata.files}, kata.folder / kata.entry)
    solutions = [Entry("solution", each.name, each.files, each.files[kata.entry]) for each in kata.solutions]
    misses = [Entry("near miss", miss.slug, miss.files, miss.files[kata.entry], miss) for miss in kata.near_misses]
    return (starter, *solutions, *misses)


def audit_entry(judge: Judge, kata: Kata, entry: Entry, listen: Listener | None = None, *, glance: int | None = None) -> Row:
    """Judge one entry, and those checks that fail it once more. Raises ContentError for races that cannot be loaded.

    With `glance` only so many schedules are seen of each check that a near miss passes by its own account: most of the
    time goes into those.
    """
    attempt = Attempt.from_paths(entry.files)
    if glance is None or entry.near_miss is None:
        verdict = judge.judge(kata, attempt, None, listen)
    else:
        verdict = _at_a_glance(judge, kata, attempt, entry.near_miss, glance)
    problems = [
        *_unjudged(kata, verdict),
        *_by_kind(kata, entry, verdict),
        *_differing(judge, kata, attempt, verdict),
        *_visible(kata, entry),
    ]
    return Row(entry, verdict, tuple(problems))


def _at_a_glance(judge: Judge, kata: Kata, attempt: Attempt, miss: NearMiss, glance: int) -> KataVerdict:
    """The whole word of the checks that should kill it, and the others as far as the glance goes."""
    names = [race.name for race in load_races(kata.races)]
    killing = [name for name in names if name in miss.kills]
    others = [name for name in names if name not in miss.kills]
    verdicts = [judge.judge(kata, attempt, JudgeOptions(only=killing))] if killing else []
    verdicts += [judge.judge(kata, attempt, JudgeOptions(only=others, budget=glance))] if others else []
    found = {slug_of(check): check for verdict in verdicts for check in verdict.checks}
    checks = tuple(found[name] for name in names)
    named = recognise(kata.near_misses, checks)
    return replace(verdicts[0], checks=checks, near_miss=named, points=sum(check.points for check in checks))


def kata_problems(kata: Kata, rows: Sequence[Row], known: Iterable[str] = ()) -> tuple[Problem, ...]:
    """What is wrong beside single entries: faults and checks that have nothing to do with each other, and the texts.

    `known` are the ids of the katas that may be named as prerequisites.
    """
    races = load_races(kata.races)
    return (*_idle(races, rows), *_faults(kata, races), *_prerequisites(kata, known), *wording_problems(kata))


def idle_checks(rows: Iterable[Row]) -> tuple[str, ...]:
    """The slugs of checks that kill neither the starter nor a near miss."""
    known: dict[str, None] = {}
    killing: set[str] = set()
    for row in rows:
        known.update(dict.fromkeys(slug_of(check) for check in row.verdict.checks))
        if row.entry.kind != "solution":
            killing.update(row.killers)
    return tuple(slug for slug in known if slug not in killing)


def slug_of(check: CheckVerdict) -> str:
    """`overspend` of `02-credit-wallet#overspend`."""
    return check.id.partition("#")[2]


def race_file(kata: Kata, slug: str) -> Path:
    """The file in which the check is written."""
    run = next(race.run for race in load_races(kata.races) if race.name == slug)
    return _file_of(run, kata.races[0])


def _file_of(function: Callable[..., object], otherwise: Path) -> Path:
    code = getattr(function, "__code__", None)
    return Path(code.co_filename) if code is not None else otherwise


def _unjudged(kata: Kata, verdict: KataVerdict) -> Iterator[Problem]:
    for check in verdict.checks:
        if check.verdict.exit_status == 3:
            yield Problem(race_file(kata, slug_of(check)), f"{slug_of(check)} is {check.verdict}: {check.message}")


def _by_kind(kata: Kata, entry: Entry, verdict: KataVerdict) -> list[Problem]:
    if entry.kind == "starter":
        accepted = verdict.verdict is Verdict.ACCEPTED
        return [Problem(entry.file, "the starter is accepted, so there is nothing to mend in it")] if accepted else []
    if entry.near_miss is not None:
        return _near_miss_problems(kata, entry.near_miss, verdict)
    return [problem for check in verdict.checks for problem in _solution_problems(kata, entry, check)]


def _solution_problems(kata: Kata, entry: Entry, check: CheckVerdict) -> Iterator[Problem]:
    slug = slug_of(check)
    if check.claim == UNWRITTEN_RACE:
        yield Problem(race_file(kata, slug), f"{slug} is the template's example: write your own race first, in its place")
    elif check.verdict.exit_status == 1:
        yield Problem(entry.file, f"{slug} rejects it: {check.message} ({check.token})")
    elif check.verdict is Verdict.ACCEPTED and not check.coverage.startswith(WHOLE):
        says = f"{slug} does not see all of its space on {entry.name} ({check.coverage}); narrow it, or raise its budget"
        yield Problem(race_file(kata, slug), says)


def _near_miss_problems(kata: Kata, miss: NearMiss, verdict: KataVerdict) -> list[Problem]:
    failed = {slug_of(check): check for check in verdict.checks if check.verdict.exit_status == 1}
    declared = kata.answers / "near_misses.toml"
    if set(failed) != set(miss.kills):
        says = f"[{miss.slug}] says that {_listed(miss.kills)} kill it, and {_listed(failed)} do"
        return [Problem(declared, says)]
    wrong = [
        Problem(declared, f"[{miss.slug}] {_said(miss, slug)}, and {slug} fails by {_quoted(check.claim)}")
        for slug, check in failed.items()
        if miss.claims.get(slug) != check.claim
    ]
    if not wrong and verdict.near_miss != miss.slug:
        wrong = [Problem(declared, f"[{miss.slug}] is recognised as {verdict.near_miss}: both fail by the same claims")]
    return wrong


def _said(miss: NearMiss, slug: str) -> str:
    said = miss.claims.get(slug)
    return f"has no claim for {slug}" if said is None else f"claims {_quoted(said)}"


def _quoted(claim: str | None) -> str:
    return f'"{claim}"'


def _differing(judge: Judge, kata: Kata, attempt: Attempt, verdict: KataVerdict) -> Iterator[Problem]:
    """The checks that failed, again: the same token, message and trace."""
    failed = {check.id: check for check in verdict.checks if check.verdict.exit_status == 1}
    if not failed:
        return
    again = judge.judge(kata, attempt, JudgeOptions(only=[slug_of(check) for check in failed.values()]))
    for check in again.checks:
        if check != failed[check.id]:
            slug = slug_of(check)
            yield Problem(race_file(kata, slug), f"{slug} came out differently when judged again")


def _visible(kata: Kata, entry: Entry) -> Iterator[Problem]:
    """A wrong fix may fail the visible tests; what is handed out, and what is right, may not."""
    if entry.kind == "near miss":
        return
    reason = why_not_green(kata, entry.files)
    if reason is not None:
        yield Problem(entry.file, f"the visible tests do not pass on it: {reason}")


def _idle(races: Sequence[Race], rows: Sequence[Row]) -> Iterator[Problem]:
    files = {race.name: _file_of(race.run, Path()) for race in races}
    for slug in idle_checks(rows):
        yield Problem(files.get(slug), f"{slug} kills neither the starter nor a near miss: no wrong fix needs it yet")


def _faults(kata: Kata, races: Sequence[Race]) -> Iterator[Problem]:
    source = kata.folder / "exercise.toml"
    planted = {fault.id for fault in kata.faults}
    looked_for = {race.fault for race in races}
    for fault in kata.faults:
        if fault.id not in looked_for:
            yield Problem(source, f'no check looks for the fault {fault.id}: name it in a race, fault="{fault.id}"')
    for race in races:
        if race.fault is not None and race.fault not in planted:
            says = f"{race.name} looks for the fault {race.fault}, which exercise.toml does not plant"
            yield Problem(_file_of(race.run, source), says)


def _prerequisites(kata: Kata, known: Iterable[str]) -> Iterator[Problem]:
    there = {each.rpartition(":")[2] for each in known}
    for each in kata.prerequisites:
        if there and each not in there:
            yield Problem(kata.folder / "exercise.toml", f"prerequisites: there is no kata {each}")


def _listed(slugs: Iterable[str]) -> str:
    return ", ".join(sorted(slugs)) or "no check"
