"""Judging one attempt at a kata: every check, the quick pass first, then the full pass."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from gym.engine.tokens import parse_token
from gym.errors import GymError, JudgeError, SubjectError, TokenError
from gym.judge.attempt import Attempt, KataLike
from gym.judge.checking import Checking, not_judged
from gym.judge.near_miss import recognise
from gym.judge.puppet import Puppet
from gym.judge.races import load_races
from gym.judge.sandbox import Bare, Sandbox
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.race import Race

_SLICE = 500
_QUICK_SLICE = 8

QUICK_S = 0.15
"""How long the quick pass looks on before it gives its provisional word, in seconds of real time."""


@dataclass(frozen=True, slots=True)
class CheckStarted:
    """A check is about to be looked at."""

    check_id: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The full pass of a check goes on; so many schedules so far."""

    check_id: str
    schedules: int


@dataclass(frozen=True, slots=True)
class CheckDone:
    """A check has its final word."""

    check: CheckVerdict


@dataclass(frozen=True, slots=True)
class Provisional:
    """The quick pass's word on the whole attempt."""

    verdict: KataVerdict


Listener = Callable[[CheckStarted | Progress | CheckDone | Provisional], None]


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """`stored_tokens` by check id are tried first; `only` names checks by slug; `budget` replaces each race's own."""

    stored_tokens: Mapping[str, Sequence[str]] = field(default_factory=dict)
    budget: int | None = None
    only: Sequence[str] = ()
    seed: int = 7


class Judge:
    """Owns the subject processes; keep one to judge again and again without starting anew."""

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        self.puppet = Puppet(sandbox or Bare())

    def close(self) -> None:
        self.puppet.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def judge(
        self,
        kata: KataLike,
        attempt: Attempt,
        options: JudgeOptions | None = None,
        listen: Listener | None = None,
    ) -> KataVerdict:
        """The verdict on an attempt. Raises SubjectError when its files cannot be read, ContentError for a broken kata."""
        return _Judgement(self.puppet, kata, attempt, options or JudgeOptions(), listen or _ignore).run()

    def replay(self, kata: KataLike, attempt: Attempt, token: str) -> CheckVerdict:
        """Run one schedule again. Raises TokenError when the token does not fit the kata or the code."""
        wanted = parse_token(token)
        races = {f"{kata.id}#{race.name}": race for race in load_races(kata.races)}
        race = races.get(wanted.check)
        if race is None:
            raise TokenError(f"the token is for {wanted.check}, which {kata.id} does not have")
        sources = attempt.sources(kata)
        problem = self.puppet.load(sources, _module(kata.entry))
        if problem is not None:
            raise SubjectError(_syntax_sentence(problem))
        lines = {name: text.splitlines() for name, text in sources.items()}
        checking = Checking(wanted.check, race, self.puppet, lines, seed=7, budget=None, tokens=())
        return checking.replay(wanted)


class _Judgement:
    """One run of the judge over one attempt."""

    def __init__(self, puppet: Puppet, kata: KataLike, attempt: Attempt, options: JudgeOptions, listen: Listener) -> None:
        self._puppet = puppet
        self._kata = kata
        self._attempt = attempt
        self._options = options
        self._listen = listen
        self._began = time.perf_counter()
        self._timings: dict[str, float] = {}
        self._done: dict[str, CheckVerdict] = {}

    def run(self) -> KataVerdict:
        races = [race for race in load_races(self._kata.races) if not self._options.only or race.name in self._options.only]
        sources = self._attempt.sources(self._kata)
        try:
            problem = self._puppet.load(sources, _module(self._kata.entry))
        except GymError as error:
            problem = None
            return self._all_alike(races, Verdict.NOT_JUDGED, str(error))
        if problem is not None:
            return self._all_alike(races, Verdict.CRASHED, _syntax_sentence(problem))
        self._puppet.warm()
        lines = {name: text.splitlines() for name, text in sources.items()}
        checkings = self._begin(races, lines)
        self._quick(checkings)
        self._mark("quick_ms")
        if any(checking.verdict is None for checking in checkings):
            self._listen(Provisional(self._verdict([self._word(each) for each in checkings], provisional=True)))
        for checking in checkings:
            self._full(checking)
        self._mark("full_ms")
        return self._verdict([self._done[checking.id] for checking in checkings], provisional=False)

    def _begin(self, races: Sequence[Race], lines: dict[str, list[str]]) -> list[Checking]:
        """Every check's default schedule first: what fails most plainly is said at once."""
        checkings: list[Checking] = []
        for race in races:
            checking = self._checking(race, lines, _hurry(self._done.values()))
            checkings.append(checking)
            self._listen(CheckStarted(checking.id))
            self._guarded(checking, checking.begin)
        return checkings

    def _quick(self, checkings: Sequence[Checking]) -> None:
        """The cheapest schedules of all checks in turn, until the time of the quick pass is up.

        Where it stops has no influence on any final word: the full pass goes on from there in the same order.
        """
        going = [checking for checking in checkings if checking.id not in self._done]
        while going and time.perf_counter() - self._began < QUICK_S:
            going = [
                each
                for each in going
                if self._guarded(each, partial(each.quick, _QUICK_SLICE)) and each.id not in self._done
            ]

    def _full(self, checking: Checking) -> None:
        while checking.id not in self._done:
            self._guarded(checking, partial(checking.advance, _SLICE))
            self._listen(Progress(checking.id, checking.schedules))

    def _guarded(self, checking: Checking, work: Callable[[], object]) -> bool:
        """Do a part of a check. A fault of ours ends it as not judged; whether it is worth going on is returned."""
        try:
            more = bool(work())
        except GymError as error:
            self._finish(not_judged(checking.id, checking.race, error))
            return False
        if checking.verdict is not None:
            self._finish(checking.verdict)
        return more

    def _word(self, checking: Checking) -> CheckVerdict:
        return self._done.get(checking.id) or checking.provisional()

    def _checking(self, race: Race, lines: dict[str, list[str]], cpu_s: float | None) -> Checking:
        check_id = f"{self._kata.id}#{race.name}"
        return Checking(
            check_id,
            race,
            self._puppet,
            lines,
            seed=self._options.seed,
            budget=self._options.budget,
            tokens=self._options.stored_tokens.get(check_id, ()),
            cpu_s=cpu_s,
        )

    def _finish(self, check: CheckVerdict) -> None:
        if check.id in self._done:
            return
        if check.verdict is not Verdict.ACCEPTED:
            self._mark("first_failure_ms")
        self._done[check.id] = check
        self._listen(CheckDone(check))

    def _mark(self, name: str) -> None:
        self._timings.setdefault(name, round((time.perf_counter() - self._began) * 1000, 1))

    def _all_alike(self, races: Sequence[Race], verdict: Verdict, message: str) -> KataVerdict:
        """Nothing could be run: every check has the same word."""
        self._mark("full_ms")
        checks = tuple(
            CheckVerdict(
                f"{self._kata.id}#{race.name}", race.title, race.shape, verdict, 0, race.points, 0, "no schedule",
                message=message, claim=verdict.value, fault=race.fault,
            )
            for race in races
        )  # fmt: skip
        return self._verdict(checks, provisional=False, message=message)

    def _verdict(self, checks: Sequence[CheckVerdict], *, provisional: bool, message: str | None = None) -> KataVerdict:
        return KataVerdict(
            kata=self._kata.id,
            verdict=_worst(checks),
            points=sum(check.points for check in checks),
            max_points=sum(check.max_points for check in checks),
            near_miss=None if provisional or self._options.only else recognise(self._kata.near_misses, checks),
            checks=tuple(checks),
            message=message,
            provisional=provisional,
            timings=dict(self._timings),
        )


def _hurry(checks: Iterable[CheckVerdict]) -> float | None:
    """A shorter CPU allowance once a check of this attempt ran away: twelve checks must not take twelve seconds."""
    return _HURRIED_CPU_S if any(check.verdict is Verdict.RUNAWAY for check in checks) else None


_HURRIED_CPU_S = 0.25

_ORDER = (
    Verdict.PROTOCOL,
    Verdict.RUNAWAY,
    Verdict.BLOCKED,
    Verdict.CRASHED,
    Verdict.HUNG,
    Verdict.REJECTED,
    Verdict.NOT_DETERMINISTIC,
    Verdict.NOT_JUDGED,
    Verdict.ACCEPTED,
)


def _worst(checks: Sequence[CheckVerdict]) -> Verdict:
    """One word for all checks: rejected where several kinds of failure meet."""
    found = {check.verdict for check in checks}
    if not found:
        raise JudgeError("there was no check to judge by")
    failed = {verdict for verdict in found if verdict.exit_status == 1}
    if len(failed) > 1:
        return Verdict.REJECTED
    return next(verdict for verdict in _ORDER if verdict in found)


def _module(entry: str) -> str:
    return entry.removesuffix(".py")


def _syntax_sentence(problem: tuple[str, int, str]) -> str:
    file, line, message = problem
    return f"{file}:{line} is not valid Python: {message}"


def _ignore(event: object) -> None:
    pass
