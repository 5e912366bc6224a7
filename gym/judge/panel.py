"""Judges some checks of one attempt on one subject process: first words for all, then the full pass of each."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from gym.errors import GymError
from gym.judge.checking import Checking, not_judged
from gym.judge.loaded import LoadedAttempt
from gym.judge.verdict import CheckVerdict, Verdict
from gym.race import Race

_SLICE = 25
_QUICK_SLICE = 2

QUICK_S = 0.15
"""How long the quick pass looks on before it gives its provisional word, in seconds of real time."""

_HURRIED_CPU_S = 0.25


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
class QuickDone:
    """The quick pass is over; these checks are accepted so far."""

    checks: tuple[CheckVerdict, ...]


Event = CheckStarted | Progress | CheckDone | QuickDone


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """`stored_tokens` by check id are tried first; `only` names checks by slug.

    `budget` and `level` replace each race's own; `excuse` is told in Checking. `cpu_s` is what the subject may compute
    between two steps, where the usual second is too little: it includes importing its modules. Without `ahead` the subject
    is told nothing before its turn (see Stage): for grading, where what it could read there might help it.
    """

    stored_tokens: Mapping[str, Sequence[str]] = field(default_factory=dict)
    budget: int | None = None
    only: Sequence[str] = ()
    seed: int = 7
    level: int | None = None
    excuse: bool = True
    cpu_s: float | None = None
    ahead: bool = True


class Panel:
    """The checks that one subject process is used for. `tell` hears of everything as it happens."""

    def __init__(
        self,
        kata_id: str,
        races: Sequence[Race],
        attempt: LoadedAttempt,
        options: JudgeOptions,
        tell: Callable[[Event], None],
    ) -> None:
        self._kata_id = kata_id
        self._races = races
        self._attempt = attempt
        self._options = options
        self._tell = tell
        self._began = time.perf_counter()
        self._done: dict[str, CheckVerdict] = {}

    def run(self) -> None:
        """Both passes."""
        checkings = self._begin()
        self._quick(checkings)
        self._tell(QuickDone(tuple(each.provisional() for each in checkings if each.id not in self._done)))
        for checking in checkings:
            self._full(checking)

    def _begin(self) -> list[Checking]:
        """Every check's default schedule first: what fails most plainly is said at once."""
        checkings: list[Checking] = []
        endless: str | None = None
        for race in self._races:
            checking = self._checking(race, _hurry(self._done.values(), self._options.cpu_s))
            checkings.append(checking)
            self._tell(CheckStarted(checking.id))
            if endless is not None:
                self._finish(not_judged(checking.id, race, endless, Verdict.RUNAWAY))
                continue
            self._guarded(checking, checking.begin)
            if checking.stopped_at_once and self._done[checking.id].verdict is Verdict.RUNAWAY:
                endless = self._done[checking.id].message  # while being imported or made: the same for every check
        return checkings

    def _checking(self, race: Race, cpu_s: float | None) -> Checking:
        check_id = f"{self._kata_id}#{race.name}"
        options = self._options
        tokens = options.stored_tokens.get(check_id, ())
        return Checking(
            check_id,
            race,
            self._attempt,
            seed=options.seed,
            budget=options.budget,
            tokens=tokens,
            cpu_s=cpu_s,
            excuse=options.excuse,
            ahead=options.ahead,
        )

    def _quick(self, checkings: Sequence[Checking]) -> None:
        """The cheapest schedules of all checks in turn, until the time of the quick pass is up.

        Where it stops has no influence on any final word: the full pass goes on from there in the same order.
        """
        going = deque(checking for checking in checkings if checking.id not in self._done)
        while going and time.perf_counter() - self._began < QUICK_S:
            checking = going.popleft()
            if self._guarded(checking, partial(checking.quick, _QUICK_SLICE)) and checking.id not in self._done:
                going.append(checking)
            self._tell(Progress(checking.id, checking.schedules))

    def _full(self, checking: Checking) -> None:
        while checking.id not in self._done:
            self._guarded(checking, partial(checking.advance, _SLICE))
            self._tell(Progress(checking.id, checking.schedules))

    def _guarded(self, checking: Checking, work: Callable[[], object]) -> bool:
        """Do a part of a check. A fault of ours ends it as not judged; whether it is worth going on is returned."""
        try:
            more = bool(work())
        except GymError as error:
            self._finish(not_judged(checking.id, checking.race, str(error)))
            return False
        if checking.verdict is not None:
            self._finish(checking.verdict)
        return more

    def _finish(self, check: CheckVerdict) -> None:
        if check.id not in self._done:
            self._done[check.id] = check
            self._tell(CheckDone(check))


def _hurry(checks: Iterable[CheckVerdict], cpu_s: float | None) -> float | None:
    """A quarter of the CPU allowance once a check of this attempt ran away: twelve checks must not take twelve seconds."""
    if not any(check.verdict is Verdict.RUNAWAY for check in checks):
        return cpu_s
    return _HURRIED_CPU_S if cpu_s is None else cpu_s / 4
