"""Judging one check: the determinism test, stored tokens, exploration in two passes, shrinking, the recorded failure."""

from __future__ import annotations

from collections.abc import Sequence

from gym.engine.coverage import Coverage
from gym.engine.exploration import Exploration, Limits
from gym.engine.schedule import Execution, Schedule
from gym.engine.shrinking import Shrinker
from gym.engine.strategies import Directed, Divergence, Replay
from gym.engine.tokens import Token, parse_token
from gym.errors import TokenError
from gym.judge.corrected import Correction, blame
from gym.judge.loaded import LoadedAttempt
from gym.judge.two_ways import two_ways_words
from gym.judge.verdict import CheckVerdict, Verdict
from gym.race import Race
from gym.race.execution import Stage, Told

QUICK_COST = 2
"""What the schedules of the quick pass cost at most."""

_MENDED = ("wait_for", "Condition", "Barrier", "TaskGroup")
"""What CPython's known faults lie in: an attempt that names none of it cannot fail by them."""

_STOPS = frozenset({"crashed", "blocked", "runaway", "protocol"})
"""Kinds of failure after which the subject's process is a new one: each further run of them is dear."""


class Checking:
    """One check of one attempt, from its first schedule to its verdict.

    With `excuse` a schedule that fails only through a known fault of CPython's is not counted (katas); without it such
    a fault is found like any other, and named (one's own code).
    """

    def __init__(
        self,
        check_id: str,
        race: Race,
        attempt: LoadedAttempt,
        *,
        seed: int,
        budget: int | None,
        tokens: Sequence[str],
        cpu_s: float | None = None,
        excuse: bool = True,
        ahead: bool = True,
    ) -> None:
        self.id = check_id
        self.race = race
        self._attempt = attempt
        self._cpu_s = cpu_s
        self._excuse = excuse
        self._ahead = ahead
        self._stage = self._new_stage()
        self._limits = Limits(budget or race.budget, seed)
        self._exploration = Exploration(self._stage.run, self._limits)
        self._tokens = tokens
        self._failing: Execution | None = None
        self._corrected = False
        self._excused: dict[str, Correction] = {}
        self._named: tuple[Correction, ...] = ()
        self.verdict: CheckVerdict | None = None
        self.stopped_at_once = False

    def _new_stage(self) -> Stage:
        return Stage(self.race, self._attempt.puppet, self._attempt.lines, self._cpu_s, ahead=self._ahead)

    # -- the passes

    def begin(self) -> CheckVerdict | None:
        """The default schedule, twice, and what failed before. The verdict if that decides it already."""
        self._attempt.ensure(self._corrected)
        first = self._stage.run_marked(Directed(()))
        if first.failure is not None and first.failure.kind in _STOPS:
            # Nothing to explore or to shrink: tried once more, recorded, and told.
            self.verdict = self._tell(first, self._stage.record(Directed(())))
            self.stopped_at_once = first.length == 0
            return self.verdict
        if self._is_deterministic(first) and not self._stored_fail():
            self._exploration.begin(first)
        if self._failing is not None or self._exploration.finished:
            self._conclude()
        return self.verdict

    def quick(self, runs: int) -> bool:
        """So many of the cheapest schedules. False when none of cost QUICK_COST or less are left."""
        if self.verdict is not None:
            return False
        before = self._exploration.runs
        self._explore(runs, QUICK_COST)
        return self.verdict is None and self._exploration.runs - before == runs

    def provisional(self) -> CheckVerdict:
        """The word so far."""
        return self.verdict or self._say(Verdict.ACCEPTED, provisional=True)

    def advance(self, runs: int) -> bool:
        """So many further executions of the full pass. True when the check has its verdict."""
        if self.verdict is None:
            self._explore(runs, None)
        return self.verdict is not None

    def _explore(self, runs: int, max_cost: int | None) -> None:
        self._attempt.ensure(self._corrected)
        try:
            self._exploration.advance(runs, max_cost)
        except Divergence:
            self._say_two_ways()
            return
        if self._stage.went_two_ways:
            self._say_two_ways()
        elif self._exploration.finished:
            self._conclude()

    @property
    def schedules(self) -> int:
        return self._exploration.coverage().total

    # -- parts of a pass

    def _is_deterministic(self, first: Execution) -> bool:
        """The same schedule again must do the same, or there is nothing to judge."""
        second = self._stage.run_marked(Directed(()))
        if first.fingerprint == second.fingerprint and first.failure == second.failure:
            return True
        self._say_two_ways()
        return False

    def _say_two_ways(self) -> None:
        message = two_ways_words(lambda: self._stage.record(Directed(())).trace, self._attempt)
        self.verdict = self._say(Verdict.NOT_DETERMINISTIC, message=message, claim="not deterministic")

    def _stored_fail(self) -> bool:
        """What failed last time fails fast."""
        for text in self._tokens:
            try:
                schedule = parse_token(text).schedule
            except TokenError:
                continue
            execution = self._stage.run(Directed(schedule, lenient=True, record_all=True))
            if execution.failure is not None and not execution.void:
                self._failing = execution
                return True
        return False

    def _conclude(self) -> None:
        failing = self._failing or self._exploration.failing
        if failing is None:
            self.verdict = self._say(Verdict.ACCEPTED)
        elif not self._is_pythons_fault(failing):
            self.verdict = self._reject(failing)

    def _is_pythons_fault(self, failing: Execution) -> bool:
        """Whether a schedule fails only through a known fault of CPython's; exploration then begins anew without it."""
        assert failing.failure is not None
        if not self._excuse or self._corrected or failing.failure.kind in _STOPS:
            return False
        if not any(name in text for name in _MENDED for text in self._attempt.files.values()):
            return False
        guilty = self._blame(failing)
        if not guilty:
            return False
        self._excused = {one.issue: one for one in guilty}
        self._corrected, self._failing = True, None
        self._exploration = Exploration(self._stage.run, self._limits)
        return True

    def _blame(self, failing: Execution) -> tuple[Correction, ...]:
        attempt = self._attempt
        guilty = blame(attempt.puppet, attempt.files, attempt.entry, failing.schedule, self._new_stage, attempt.version)
        attempt.forget()
        return guilty

    # -- the word

    def _reject(self, failing: Execution) -> CheckVerdict:
        assert failing.failure is not None
        self._attempt.ensure(self._corrected)
        if failing.failure.kind in _STOPS:
            return self._tell(failing, self._stage.record(Directed(failing.schedule, lenient=True)))
        in_order = self._failing is None and not self._exploration.walks
        smallest = Shrinker(self._stage.run, failing, nothing_below=in_order).shrink()
        if not self._excuse:
            self._named = self._blame(smallest)
            self._attempt.ensure(False)
        return self._tell(smallest, self._stage.record(Directed(smallest.schedule, lenient=True)))

    def _tell(self, smallest: Execution, told: Told) -> CheckVerdict:
        """A failing schedule as it was recorded: it must fail by the same claim again."""
        assert smallest.failure is not None
        failure = told.execution.failure
        if failure is None or failure.claim != smallest.failure.claim:
            return self._say(
                Verdict.NOT_DETERMINISTIC,
                message=f"a schedule failed once ({smallest.failure.claim}) and not when it was replayed",
                claim="not deterministic",
            )
        return self._say(
            Verdict(failure.kind),
            message=failure.message,
            claim=failure.claim,
            token=self.token(smallest.schedule),
            told=told,
        )

    def token(self, schedule: Schedule) -> str:
        return str(Token(self.id, self._attempt.version[1], self.race.space.level, schedule, self._corrected))

    def _say(
        self,
        verdict: Verdict,
        *,
        message: str | None = None,
        claim: str | None = None,
        token: str | None = None,
        told: Told | None = None,
        provisional: bool = False,
    ) -> CheckVerdict:
        coverage = self._exploration.coverage()
        return CheckVerdict(
            id=self.id,
            title=self.race.title,
            shape=self.race.shape,
            verdict=verdict,
            points=self.race.points if verdict is Verdict.ACCEPTED and not provisional else 0,
            max_points=self.race.points,
            schedules=coverage.total,
            coverage=self._coverage_words(coverage),
            token=token,
            message=message,
            claim=claim,
            fault=self.race.fault,
            trace=told.trace if told is not None else None,
            provisional=provisional,
            notes=self._notes(),
        )

    def _notes(self) -> tuple[str, ...]:
        excused = tuple(f"not counted against you: {one.words()}" for one in self._excused.values())
        return excused + tuple(f"a fault of CPython's own: {one.words()}" for one in self._named)

    def _coverage_words(self, coverage: Coverage) -> str:
        if self._failing is not None and not coverage.total:
            return f"failed again on a schedule that failed before ({self._stage.space_words()})"
        return coverage.words(self._stage.space_words())

    def replay(self, token: Token) -> CheckVerdict:
        """One schedule, strictly. Raises TokenError when it cannot be followed on this code."""
        self._corrected = token.corrected
        self._attempt.ensure(self._corrected)
        strategy = Replay(token.schedule)
        try:
            told = self._stage.record(strategy)
        except Divergence as diverged:
            raise TokenError(f"the schedule cannot be followed: {diverged}" + self._other_python(token)) from None
        failure = told.execution.failure
        if told.execution.void:
            other = self._other_python(token)
            raise TokenError("the schedule cannot be followed: nothing can happen at its early event" + other)
        unmet = strategy.unmet()
        if failure is None and unmet is not None:
            over = f"all was over before choice {unmet.ordinal}, which was to be {unmet.option}"
            raise TokenError(f"the schedule cannot be followed: {over}{self._other_python(token)}")
        verdict = Verdict.ACCEPTED if failure is None else Verdict(failure.kind)
        return self._say(
            verdict,
            message=None if failure is None else failure.message,
            claim=None if failure is None else failure.claim,
            token=str(token),
            told=told,
        )

    def _other_python(self, token: Token) -> str:
        minor = self._attempt.version[1]
        return "" if token.minor == minor else f" (it was found on Python 3.{token.minor}, this is 3.{minor})"


def not_judged(check_id: str, race: Race, message: str, verdict: Verdict = Verdict.NOT_JUDGED) -> CheckVerdict:
    """The word for a check of which nothing was run. A fault of ours is *not judged*, never a rejection."""
    return CheckVerdict(
        id=check_id,
        title=race.title,
        shape=race.shape,
        verdict=verdict,
        points=0,
        max_points=race.points,
        schedules=0,
        coverage="no schedule",
        message=message,
        claim=verdict.value,
        fault=race.fault,
    )
