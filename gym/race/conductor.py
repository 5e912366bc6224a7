"""Drives one execution: offers what may happen to the strategy, delivers what it picks, and takes in what followed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from gym.engine.strategies import Strategy
from gym.errors import JudgeError
from gym.race.absorb import Absorber
from gym.race.answering import Answerer
from gym.race.channel import Channel
from gym.race.definition import Space
from gym.race.delivery import Deliverer
from gym.race.enabled import Enabled
from gym.race.events import CLOSE, END, Event
from gym.race.failure import ClaimFailed, VoidSchedule
from gym.race.foresight import Foresight
from gym.race.frames import Left, Report, Sync
from gym.race.hanging import hang_words, livelock_words
from gym.race.leftovers import claims
from gym.race.recorder import TraceRecorder
from gym.race.state import State

MAX_AT_ONE_INSTANT = 3_000
MAX_DELIVERIES = 50_000
MAX_BUSY = 40
MAX_PAUSE = 40


class Conductor:
    """One execution of one race under one strategy."""

    def __init__(
        self,
        channel: Channel,
        strategy: Strategy,
        space: Space,
        recorder: TraceRecorder | None,
        options: dict[str, Any],
        foresight: Foresight | None = None,
    ) -> None:
        self.state = State(space, recorder)
        self._channel = channel
        self._strategy = strategy
        self._space = space
        self._options = options
        self._recorder = recorder
        self._foresight = foresight
        self._absorber = Absorber(self.state)
        self._answerer = Answerer(self.state)
        self._deliverer = Deliverer(self.state)
        self._enabled = Enabled(self.state)
        self._begun = False
        self._busy = 0
        self._left: Left | None = None
        self._delivered = self._order = self._unseen = self._taken = 0
        self.deliveries = 0
        self._at_this_instant = 0
        self.invariants: list[tuple[str, Callable[[], bool]]] = []

    # -- set-up

    def flush_setup(self) -> None:
        """Tell the subject what was set up since the last time."""
        if self._begun and not self.state.setup:
            return
        setup, self.state.setup = self.state.setup, []
        if self._begun:
            report = self._channel.go(0, [["setup", setup]])
        else:
            self._begun = True
            report = self._channel.begin(self._options, setup, self._answer, self._strategy.known, self._foresight)
        self._take_in(report)

    def _answer(self, sync: Sync) -> tuple[bool, Any]:
        self.state.now_ns = sync.now
        self._absorber.take_in(sync.items)
        return self._answerer.answer(sync)

    # -- the loop

    def run(self) -> None:
        """Deliver until nothing is left that must happen."""
        self.flush_setup()
        options = self._enabled.at_idle()
        while True:
            event = self._pick(options)
            if event is None:
                break
            options = self._deliver(event)
        self._end_hung_flows()

    def _pick(self, options: tuple[list[Event], list[Event]], *, paused: bool = False) -> Event | None:
        """Ask which of the mandatory or optional events goes first. None: nothing does."""
        mandatory, optional = options
        events = self.state.offered = mandatory + optional
        if paused:
            free = 1 if self._space.early == "cancel" else 0
            costs = [0] + [1 - free] * (len(events) - 1)
        elif mandatory:
            costs = [0] + [1] * (len(events) - 1)
        else:
            if not optional:
                return None
            index = self._strategy.choose("pick", [END, *[event.id for event in optional]], [0] + [1] * len(optional))
            return None if index == 0 else optional[index - 1]
        if len(events) == 1:
            return events[0]
        return events[self._strategy.choose("pick", [event.id for event in events], costs)]

    def _deliver(self, event: Event, *, early: bool = False) -> tuple[list[Event], list[Event]]:
        """Deliver an event, and what ties with it; then whatever comes early. Gives what is enabled after that."""
        self._count_delivery(event)
        if event.kind == "start":
            self._deliverer.start(event)
            self._note(event, early)
            self.flush_setup()
            self._close_step()
            return self._enabled.at_idle()
        wire = self._deliverer.deliver(event)
        self._note(event, early)
        if wire and self._tie_allowed(event):
            wire += self._second(event)
        if not wire:
            self._unseen = hash((self._unseen, event.id, self._delivered))
            self._close_step()
            return self._go_on() if early else self._enabled.at_idle()
        return self._go(wire)

    def _go_on(self) -> tuple[list[Event], list[Event]]:
        """The subject saw nothing of what came early, and still stands at that poll: something else comes, or it goes on."""
        found = self._enabled.early(self._space.early)
        if not any(found):
            return self._go([])
        event = self._pick(found, paused=True)
        assert event is not None
        return self._deliver(event, early=True)

    def _tie_allowed(self, event: Event) -> bool:
        space, rules = self._space, self.state.rules
        if space.level < 1 or space.ties == "none" or event.kind in ("tick", "kill"):
            return False
        if space.ties == "cancel" and not event.is_cancellation and not self._enabled.cancellations_left():
            return False
        return space.max_ties is None or rules.ties_used < space.max_ties

    def _second(self, first: Event) -> list[list[Any]]:
        """Ask for a second event of the same poll."""
        mandatory, optional = self._enabled.at_idle()
        default = mandatory[0] if mandatory else None
        narrow = self._space.ties == "cancel" and not first.is_cancellation
        events = [
            event
            for event in mandatory + optional
            if (event.process == first.process or event.kind == "tick")
            and event.kind not in ("kill", "start", "land")
            and (event.kind != "tick" or self._space.timers == "any")
            and (not narrow or event.is_cancellation)
            and self._enabled.by_then(event, first)
            and not self._deliverer.silent(event)
        ]
        if not events:
            return []
        self.state.offered = events
        costs = [0] + [1 if event is default else 2 for event in events]
        index = self._strategy.choose("tie", [CLOSE, *[event.id for event in events]], costs)
        if index == 0:
            return []
        self.state.rules.ties_used += 1
        event = events[index - 1]
        wire = self._deliverer.deliver(event)
        self._note(event, False)
        return wire

    def _go(self, wire: list[list[Any]]) -> tuple[list[Event], list[Event]]:
        pausable = self._early_allowed()
        before = pausable and self._enabled.leftover()
        pause = self._strategy.pause() if pausable else 0
        if self.state.setup:
            # A script set something up while it ran: it must stand before the step that uses it.
            setup, self.state.setup = self.state.setup, []
            wire = [["setup", setup], *wire]
        report = self._channel.go(pause, wire, self._waiting())
        self._take_in(report)
        if report.kind == "paused":
            found = self._enabled.early(self._space.early)
            if any(found):
                self._strategy.paused(self._early_cost())
                self.state.rules.early_used += 1
                self._close_step()
                event = self._pick(found, paused=True)
                assert event is not None
                return self._deliver(event, early=True)
            if self._strategy.missed_pause():
                raise VoidSchedule("nothing can happen at that poll")
            report = self._channel.go(0, [])
            self._take_in(report)
        elif pause and self._strategy.missed_pause():
            raise VoidSchedule("the loop was idle before that poll")
        if pausable:
            polls = self._enabled.sensible_polls(report, before, self._space.early)
            self._strategy.pauses(polls[:MAX_PAUSE], self._early_cost())
        self._close_step()
        return self._enabled.at_idle()

    def _waiting(self) -> Hashable:
        """What tells this place from others, for foresight; None where the strategy may still deviate."""
        foresight = self._foresight
        if foresight is None or not self._strategy.settled:
            return None
        state = self.state
        order = self._order if foresight.fine else 0
        return (order, self._unseen, self._delivered, *state.mandatory, *state.pending)

    def _early_allowed(self) -> bool:
        space, rules = self._space, self.state.rules
        if space.level < 2 or space.early == "none":
            return False
        if space.early == "cancel" and not self._enabled.cancellations_left():
            return False
        return space.max_early is None or rules.early_used < space.max_early

    def _early_cost(self) -> int:
        return 2 if self._space.early == "cancel" else 1

    # -- after a delivery

    def _take_in(self, report: Report) -> None:
        self.state.now_ns = report.now
        self.state.deadline_ns = report.deadline
        self._left = report.left
        self._absorber.take_in(report.items)
        if report.kind != "busy":
            self._busy = 0
            return
        self._busy += 1
        if self._busy > MAX_BUSY:
            raise ClaimFailed("hung", "livelock", "the loop never becomes idle: something goes round without waiting")

    def _close_step(self) -> None:
        for name, holds in self.invariants:
            if not holds():
                self._record_step()
                raise ClaimFailed("rejected", name, f"broken promise: {name}")
        self._record_step()

    def _record_step(self) -> None:
        if self._recorder is not None:
            self._recorder.close_step(self.state.now_ns, self.state.watched())

    def _note(self, event: Event, early: bool) -> None:
        if self._recorder is not None:
            before, self._taken = self._taken, len(self._strategy.taken)
            self._recorder.event(event.id, early=early, deviates=self._taken > before)

    def _count_delivery(self, event: Event) -> None:
        """Going round at one instant is a livelock; a run that is merely long is not the learner's fault."""
        self.deliveries += 1
        self._delivered += hash(event.id)
        if event.kind == "arrive":
            self._order = hash((self._order, event.id))
        self._at_this_instant = 0 if event.kind == "tick" else self._at_this_instant + 1
        if self._at_this_instant > MAX_AT_ONE_INSTANT:
            words = f"nothing came to an end within {MAX_AT_ONE_INSTANT:,} calls at one instant"
            raise ClaimFailed("hung", "livelock", words + livelock_words(self.state, event))
        if self.deliveries > MAX_DELIVERIES:
            raise JudgeError(f"one schedule of this check took more than {MAX_DELIVERIES:,} events")

    def _end_hung_flows(self) -> None:
        hung = [flow for flow in self.state.flows if not flow.ended and not flow.may_hang]
        if hung and self._busy:
            raise ClaimFailed("hung", "livelock", hang_words(self.state, hung, busy=True))
        if hung:
            raise ClaimFailed("hung", "hang", hang_words(self.state, hung))

    # -- the end

    def drain(self) -> None:
        """Deliver in default order until nothing must happen any more, without asking and without invariants."""
        self.flush_setup()
        for _ in range(200):
            mandatory, _ = self._enabled.at_idle()
            if not mandatory or self.state.idle_ticks > 30:
                return
            event = mandatory[0]
            if event.kind == "start":
                return
            wire = self._deliverer.deliver(event)
            if wire:
                self._take_in(self._channel.go(0, wire, self._waiting()))
            self._record_step()

    def claims(self) -> list[tuple[str, str, tuple[str, int] | None]]:
        """What the subject says is left over: (claim, message, place) each."""
        if self._left is None:
            found = self._channel.finish()
            self._absorber.take_in(found.items)
            self._left = found.left
        return claims(self.state, self._left)
