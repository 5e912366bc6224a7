"""Playing one check by hand: the player is the scheduler of the code at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from gym.engine.schedule import Kind, Schedule
from gym.engine.strategies import ByHand, YourMove
from gym.engine.tokens import Token
from gym.engine.trace import Trace
from gym.errors import JudgeError, SubjectError
from gym.judge.attempt import Attempt, KataLike
from gym.judge.checking import Checking
from gym.judge.loaded import LoadedAttempt, syntax_sentence
from gym.judge.puppet import Puppet
from gym.judge.races import load_races
from gym.judge.sandbox import Bare
from gym.judge.verdict import CheckVerdict
from gym.race.execution import Stage
from gym.race.offers import Offer

Moves = tuple[int, ...]
"""Indexes of offers. A negative number behind one interrupts the code after it: -2 at its second poll, where something may
come early. Code that waits before that is not interrupted."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands after some moves.

    `offers` is what may happen next, empty when all is over. `broken` names the claim that no longer holds, with `message`;
    None after an end at which everything held. `deviations` counts what was chosen otherwise than by default, and `token`
    replays the game.
    """

    moves: Moves
    trace: Trace
    offers: tuple[Offer, ...]
    broken: str | None
    message: str | None
    deviations: int
    schedule: Schedule
    token: str

    @property
    def taken(self) -> int:
        """How many offers were taken."""
        return sum(move >= 0 for move in self.moves)

    @property
    def before(self) -> Moves:
        """The moves without the last offer that was taken, and without what was interrupted after it."""
        last = max((at for at, move in enumerate(self.moves) if move >= 0), default=0)
        return self.moves[:last]

    @property
    def over(self) -> bool:
        """Whether nothing is left to choose."""
        return not self.offers


class Game:
    """One check of one attempt, on a process of its own. Close it when it is over.

    Every position is reached by running its moves from the beginning, so a move is taken back by leaving it out.
    """

    def __init__(self, kata: KataLike, attempt: Attempt, check: str) -> None:
        """`check` is a slug. Raises SubjectError for files that cannot be read or compiled, JudgeError for a check that the
        kata does not have."""
        found = [race for race in load_races(kata.races) if race.name == check]
        if not found:
            raise JudgeError(f"{kata.id} has no check of that name: {check}")
        self.race = found[0]
        self.id = f"{kata.id}#{check}"
        self._puppet = Puppet(Bare())
        self._attempt = LoadedAttempt(self._puppet, attempt.sources(kata), kata.entry)
        try:
            problem = self._attempt.ensure(False)
        except BaseException:
            self.close()
            raise
        if problem is not None:
            self.close()
            raise SubjectError(syntax_sentence(problem))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._puppet.close()

    @property
    def has_early_events(self) -> bool:
        """Whether the check explores events that come before the code has run as far as it can."""
        return self.race.space.level >= 2 and self.race.space.early != "none"

    def simplest(self, budget: int = 2_000) -> CheckVerdict:
        """What the judge finds within so many schedules: the fewest deviations that break the check, if any do."""
        checking = Checking(self.id, self.race, self._attempt, seed=7, budget=budget, tokens=())
        verdict = checking.begin()
        while verdict is None:
            checking.advance(budget)
            verdict = checking.verdict
        return verdict

    def at(self, moves: Sequence[int]) -> Position:
        """The position after those moves, each the index of an offer. Raises IndexError for one that was not offered."""
        self._attempt.ensure(False)
        stage = Stage(self.race, self._attempt.puppet, self._attempt.lines, ahead=False)
        left = list(moves)

        def ask(kind: Kind, options: Sequence[str]) -> int:
            if kind == "pause":
                return -left.pop(0) if left and left[0] < 0 else 0
            if kind == "tie" and left and left[0] < 0:
                return 0  # what is to be interrupted has to run
            while left and left[0] < 0:
                left.pop(0)  # there was no poll to interrupt
            if not left:
                raise YourMove(options)
            return left.pop(0)

        told = stage.record(ByHand(ask))
        execution = told.execution
        assert told.trace is not None
        failure = execution.failure
        return Position(
            tuple(moves),
            told.trace,
            told.offers or (),
            None if failure is None else failure.claim,
            None if failure is None else failure.message,
            len(execution.schedule),
            execution.schedule,
            self._token(execution.schedule),
        )

    def _token(self, schedule: Schedule) -> str:
        return str(Token(self.id, self._attempt.version[1], self.race.space.level, schedule))


def shared(played: Schedule, failing: Schedule) -> int:
    """How many of the choices of a failing schedule were also played: how near a game came."""
    return len({*played} & {*failing})
