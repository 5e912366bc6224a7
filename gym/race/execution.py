"""One execution of a race in a fresh world, from the first set-up to the default checks."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass
from typing import Any

from gym.engine.schedule import Execution, Failure
from gym.engine.strategies import Strategy, YourMove
from gym.engine.text import printable, told
from gym.engine.trace import Cell, Trace
from gym.errors import ContentError, GymError
from gym.race.channel import Channel
from gym.race.conductor import Conductor
from gym.race.definition import Race
from gym.race.enabled import MAX_HASTY_TICKS
from gym.race.failure import Astray, ClaimFailed, SubjectStopped, VoidSchedule
from gym.race.faults import Raised
from gym.race.foresight import Foresight
from gym.race.offers import Offer, offers
from gym.race.recorder import TraceRecorder
from gym.race.state import State
from gym.race.world import World

Place = tuple[str, int]

MOST_SAID = 1000
"""A message is one line of at most so many characters."""


@dataclass(frozen=True, slots=True)
class Told:
    """An execution with what only a recorded one has: its trace, and what it stopped before if somebody is to choose."""

    execution: Execution
    trace: Trace | None
    offers: tuple[Offer, ...] | None = None


class Stage:
    """Runs executions of one race on one subject process. `cpu_s` is the CPU allowance between two frames.

    Without `reduce` alike flows are explored in every order: a longer way to the same verdict. Without `ahead` nothing is
    told to the subject before it asked: slower, and the subject cannot know how an execution will go on (grading).
    """

    def __init__(
        self,
        race: Race,
        channel: Channel,
        sources: dict[str, list[str]],
        cpu_s: float | None = None,
        *,
        reduce: bool = True,
        ahead: bool = True,
    ) -> None:
        self._race = race
        self._channel = channel
        self._sources = sources
        self._options: dict[str, Any] = {} if cpu_s is None else {"cpu_s": cpu_s}
        self._reduce = reduce
        self._ahead = ahead
        self._foresight = Foresight()
        self._uses_alike = False
        self.went_two_ways = False
        self._hasty_cap_met = False
        self.used_faults = self.used_cancels = self.used_kills = False

    def run(self, strategy: Strategy) -> Execution:
        """One execution, unrecorded. Raises ContentError for the author's mistakes."""
        if not self._ahead:
            return self._perform(strategy, None).execution
        strategy.moment = self._channel.said
        while True:
            try:
                return self._perform(strategy, None).execution
            except Astray as astray:
                strategy = self._begin_again(strategy, astray.guessed)

    def _begin_again(self, strategy: Strategy, guessed: bool) -> Strategy:
        """After a wrong guess, with what was right of it. After anything else with nothing: told the same, the subject went
        another way than before."""
        if guessed:
            self._foresight.was_wrong()
        else:
            self.went_two_ways = True
        again = strategy.anew(self._channel.said() if guessed else None)
        again.moment = self._channel.said if guessed else None
        return again

    def run_marked(self, strategy: Strategy) -> Execution:
        """One execution, unrecorded, with a fingerprint of all that the subject did."""
        return self._perform(strategy, None, marked=True).execution

    def record(self, strategy: Strategy) -> Told:
        """One execution with its trace."""
        return self._perform(strategy, TraceRecorder(self._sources))

    def _perform(self, strategy: Strategy, recorder: TraceRecorder | None, *, marked: bool = False) -> Told:
        options = {**self._options, "verbose": True} if recorder is not None else self._options
        foresight = self._foresight if strategy.moment is not None else None
        conductor = Conductor(self._channel, strategy, self._race.space, recorder, options, foresight)
        conductor.state.fingerprint = 0 if marked else None
        conductor.state.reduce = self._reduce
        world = World(conductor)
        try:
            return self._perform_in(world, conductor, strategy, recorder)
        finally:
            world.release()

    def _perform_in(self, world: World, conductor: Conductor, strategy: Strategy, recorder: TraceRecorder | None) -> Told:
        failure: Failure | None = None
        place: Place | None = None
        void = False
        open_to: tuple[Offer, ...] | None = None
        try:
            self._play(conductor, world)
        except YourMove as move:
            open_to = offers(move.options, conductor.state)
        except ClaimFailed as failed:
            failure, place = _claim_failure(conductor.state, failed)
        except SubjectStopped as stopped:
            place = stopped.place
            failure = Failure(stopped.kind, stopped.kind, told(_placed(stopped.message, place), MOST_SAID))
        except VoidSchedule:
            void = True
        self._note_rules(conductor.state)
        trace = None
        if recorder is not None:
            trace = _finish(recorder, conductor, failure, place, strategy.cost)
        execution = Execution(
            strategy.schedule(),
            tuple(strategy.points),
            strategy.cost,
            conductor.deliveries,
            failure,
            void,
            strategy.probability,
            conductor.state.fingerprint or 0,
        )
        return Told(execution, trace, open_to)

    def _play(self, conductor: Conductor, world: World) -> None:
        try:
            self._race.run(world)
        except (GymError, Raised):
            raise
        except Exception as error:
            raise ContentError(self._raised(error)) from error
        if not conductor.state.flows:
            raise ContentError(f"the race {self._race.name!r} has no flow, so nothing of the subject was run")
        conductor.drain()
        world.close_subjects()
        conductor.drain()
        _default_checks(conductor)

    def _raised(self, error: Exception) -> str:
        """What a race raised, and its line that was reached last."""
        file = self._race.run.__code__.co_filename
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        place = f" ({os.path.basename(file)}:{lines[-1]})" if lines else ""
        return f"the race {self._race.name!r} raised {type(error).__name__}: {error}{place}"

    def _note_rules(self, state: State) -> None:
        self._hasty_cap_met = self._hasty_cap_met or state.hasty_cap_met
        self._uses_alike = self._uses_alike or (state.uses_alike and state.reduce)
        self.used_faults = self.used_faults or bool(state.rules.faults)
        self.used_cancels = self.used_cancels or bool(state.rules.cancels)
        self.used_kills = self.used_kills or bool(state.rules.kills)

    def space_words(self) -> str:
        """Level and caps of what is explored, for the coverage words."""
        return self._race.space.words(
            faults=self.used_faults,
            cancels=self.used_cancels,
            kills=self.used_kills,
            alike=self._uses_alike,
            hasty_ticks=MAX_HASTY_TICKS if self._hasty_cap_met else None,
        )


def _default_checks(conductor: Conductor) -> None:
    state = conductor.state
    for flow in state.flows:
        if flow.cancel_hit and flow.status in ("ok", "error") and not _is_group(flow.error):
            how = "returned" if flow.status == "ok" else f"raised {flow.outcome}"
            raise ClaimFailed(
                "rejected",
                "swallowed cancellation",
                f"{flow.name} was cancelled and {how} as if it had not been",
            )
    for claim, message, place in conductor.claims():
        raise ClaimFailed("rejected", claim, _placed(message, place))


def _is_group(error: Raised | None) -> bool:
    return error is not None and error.members is not None


def _claim_failure(state: State, failed: ClaimFailed) -> tuple[Failure, Place | None]:
    """The failure with what helps to understand it: the exceptions that flows ended with."""
    raised = [(flow, flow.error) for flow in state.flows if flow.error is not None]
    place = next((error.place for _, error in raised if error.place is not None), None)
    unexpected: dict[str, list[str]] = {}
    for flow, error in raised:
        if error.name in _MISTAKES:
            unexpected.setdefault(_placed(str(error), error.place), []).append(flow.name)
    mistakes = [f"{_who(names)} raised {mistake}" for mistake, names in unexpected.items()]
    if failed.kind == "hung":
        # What was to wake somebody up may be what failed.
        lost = [_placed(text, at) for kind, text, at in state.warnings if kind == "lost exception"]
        mistakes += [f"an exception was lost: {text}" for text in dict.fromkeys(lost)]
    message = told("; ".join([failed.message, *mistakes]), MOST_SAID)
    return Failure(failed.kind, failed.claim, message), place


def _who(names: list[str]) -> str:
    """Two by name, more by number."""
    return " and ".join(names) if len(names) <= 2 else f"{names[0]} and {len(names) - 1} more"


_MISTAKES = frozenset(
    [
        "NameError",
        "AttributeError",
        "TypeError",
        "RecursionError",
        "ImportError",
        "ModuleNotFoundError",
        "NotImplementedError",
        "IndexError",
        "KeyError",
        "ValueError",
        "UnboundLocalError",
        "AssertionError",
        "MemoryError",
        "DatabaseError",
        "EOFError",
        "OverflowError",
        "RuntimeError",
        "StopAsyncIteration",
        "UnicodeDecodeError",
        "UnicodeEncodeError",
        "ZeroDivisionError",
    ]
)


def _placed(message: str, place: Place | None) -> str:
    return message if place is None else f"{message} ({place[0]}:{place[1]})"


def _finish(recorder: TraceRecorder, conductor: Conductor, failure: Failure | None, place: Place | None, cost: int) -> Trace:
    state = conductor.state
    recorder.close_step(state.now_ns, state.watched() if failure is None or failure.kind != "crashed" else {})
    for op in state.pending.values():
        if not op.effected:
            called = f"calls {state.ports[op.port].describe(op)}"
            recorder.unanswered(op.number, Cell(op.flow, printable(called), op.process))
    ending = "every claim held" if failure is None else _ending(failure)
    decisive = recorder.length if failure is not None else None
    if place is None and failure is not None:
        place = _waiting_place(recorder, state, failure) or _last_place(recorder, state)
    return recorder.finish(ending, decisive, place, cost)


def _ending(failure: Failure) -> str:
    """Beside the decisive row: an author's claim is a promise, a default one names what happened."""
    return f"broken: {failure.claim}" if failure.kind == "rejected" and failure.claim not in _DEFAULT else failure.claim


_DEFAULT = frozenset({"leaked task", "lost exception", "never awaited", "swallowed cancellation"})


def _waiting_place(recorder: TraceRecorder, state: State, failure: Failure) -> Place | None:
    """Of a hang: the line at which the first of those that hang waits."""
    hung = (flow.name for flow in state.flows if flow.started and not flow.ended and not flow.may_hang)
    places = [recorder.waiting_at(name) for name in hung] if failure.claim == "hang" else []
    return next(((place.file, place.line) for place in places if place is not None), None)


def _last_place(recorder: TraceRecorder, state: State) -> Place | None:
    """Where the learner should look: the line of the last op that completed."""
    for op in reversed(list(state.ops.values())):
        if op.place is not None:
            return op.place
    return None
