"""One way through the choices of a small world: what an event does, and how it ended. See brute_force.py."""

from __future__ import annotations

from asyncio.events import Handle
from collections.abc import Callable

from tests.completeness.enabled import Event, Rulebook
from tests.completeness.scripted_loop import Over
from tests.completeness.service import Stage
from tests.completeness.spec import Outcome, Small

PAST_THE_TIMER_NS = 1_000


class Run:
    """Plays one schedule; `choose(size)` decides."""

    def __init__(self, world: Small, choose: Callable[[int], int]) -> None:
        self._world = world
        self._choose = choose
        self._stage = Stage(world, self._poll)
        self._rules = Rulebook(world, self._stage)
        self._setting_up = True
        self._probed = world.probe is None

    def play(self) -> Outcome:
        stage = self._stage
        stage.loop.call_soon(self._set_up)
        stage.loop.run()
        outcome = Outcome(
            tuple((one.caller.name, one.how, repr(one.value)) for one in stage.actors),
            tuple((c.caller, c.method, repr(c.args), c.state, c.effected) for c in stage.calls if not c.in_thread),
            tuple(stage.effects),
            repr(sorted(stage.store.items())),
            round(stage.loop.ns / 1e6),
            self._claim(),
        )
        stage.clear()
        return outcome

    def _set_up(self) -> None:
        for process in self._world.processes:
            self._stage.start_process(process)
        for caller in self._world.callers:
            self._stage.add(caller)

    def _claim(self) -> str | None:
        """The first of what the default checks say."""
        actors = self._stage.actors
        if any(not actor.over and not actor.caller.may_hang for actor in actors):
            return "hang"
        if any(actor.hit and actor.how not in ("cancelled", "killed", "ExceptionGroup") for actor in actors if actor.over):
            return "swallowed cancellation"
        return next(iter(self._stage.leftovers()), None)

    # -- where the loop asks

    def _poll(self, idle: bool) -> list[Handle]:
        for actor in self._stage.actors:
            actor.notice_unbegun()
        return self._at_idle() if idle else self._before_idle()

    def _at_idle(self) -> list[Handle]:
        while True:
            event = self._pick_at_idle()
            if event is None:
                self._end_or_probe()
                continue
            found = self._deliver(event)
            if found is not None:
                return found

    def _pick_at_idle(self) -> Event | None:
        must, may = self._rules.must(), self._rules.may()
        if must:
            return self._one_of(must + may)
        return self._one_of([None, *may])

    def _one_of(self, events: list[Event] | list[Event | None]) -> Event | None:
        return events[self._choose(len(events))]

    def _end_or_probe(self) -> None:
        if self._probed or self._claim() == "hang":
            raise Over
        assert self._world.probe is not None
        self._probed = True
        self._stage.add(self._world.probe)

    def _before_idle(self) -> list[Handle]:
        events = [] if self._setting_up else self._rules.early()
        event = self._one_of([None, *events])
        if event is None:
            return []
        self._rules.early_used += 1
        return self._deliver_early(event)

    def _deliver_early(self, event: Event) -> list[Handle]:
        """With what silent events come before the first that the subject sees."""
        found = self._deliver(event)
        while found is None:
            events = self._rules.early(again=True)
            if not events:
                return []
            found = self._deliver(events[self._choose(len(events))])
        return found

    # -- what events do

    def _deliver(self, event: Event) -> list[Handle] | None:
        """The event and what joins it, as the loop gets it. None: the subject sees nothing."""
        found = self._happen(event)
        self._setting_up = event.kind == "start"
        if found is None:
            return None
        seconds: list[Event | None] = [None, *self._rules.seconds(event)]
        second = self._one_of(seconds)
        if second is not None:
            self._rules.ties_used += 1
            found += self._happen(second) or []
        return found

    def _happen(self, event: Event) -> list[Handle] | None:
        if event.kind != "tick":
            self._rules.ticks_in_a_row = 0
        doer: Callable[[Event], list[Handle] | None] = getattr(self, "_" + event.kind)
        return doer(event)

    def _arrive(self, event: Event) -> list[Handle]:
        actor = event.actor
        assert actor is not None
        actor.started, actor.waits_for_turn = True, False
        return [self._stage.arrival(actor)]

    def _complete(self, event: Event) -> list[Handle] | None:
        call, stage = event.call, self._stage
        assert call is not None
        call.take_effect(stage.store, stage.effects)
        if call.manners.split:
            call.phase = "back"
            return None
        if call.due_ns is not None and call.due_ns > stage.loop.ns:
            stage.loop.ns = call.due_ns + PAST_THE_TIMER_NS
        return self._reply(event)

    def _reply(self, event: Event) -> list[Handle]:
        call = event.call
        assert call is not None
        call.phase, call.state = "gone", "failed" if call.refused else "completed"
        return [self._stage.loop.event(call.deliver)]

    def _fail(self, event: Event) -> list[Handle]:
        call = event.call
        assert call is not None
        self._rules.faults_used += 1
        call.phase, call.state = "gone", "failed"
        return [self._stage.loop.event(call.fail)]

    def _lose(self, event: Event) -> list[Handle]:
        call, stage = event.call, self._stage
        assert call is not None
        self._rules.faults_used += 1
        call.take_effect(stage.store, stage.effects)
        if call.refused:
            return self._reply(event)
        call.phase, call.state = "gone", "lost"
        return [stage.loop.event(call.fail)]

    def _land(self, event: Event) -> None:
        call = event.call
        assert call is not None
        call.phase = "gone"
        call.take_effect(self._stage.store, self._stage.effects)

    def _cancel(self, event: Event) -> list[Handle]:
        actor = event.actor
        assert actor is not None
        self._rules.cancels_used += 1
        actor.cancel_sent = True
        for call in event.landing:
            call.take_effect(self._stage.store, self._stage.effects)
            call.phase = "back"
        return [self._stage.loop.event(actor.cancel)]

    def _kill(self, event: Event) -> list[Handle]:
        self._rules.kills_used += 1
        for call in event.landing:
            call.take_effect(self._stage.store, self._stage.effects)
            call.phase, call.state = "gone", "failed" if call.refused else "completed"
        self._stage.kill(event.process)
        if self._world.successor is not None:
            self._rules.to_start.append(event.process)
        return []

    def _start(self, event: Event) -> list[Handle]:
        successor = self._world.successor
        assert successor is not None
        self._rules.to_start.remove(event.process)
        self._stage.add(successor)
        return [self._stage.loop.event(self._stage.start_process, successor.process)]

    def _tick(self, event: Event) -> list[Handle]:
        rules, loop = self._rules, self._stage.loop
        deadline = loop.deadline_ns()
        assert deadline is not None
        rules.ticks_in_a_row += 1
        rules.ticks_ahead += any(other.kind != "tick" for other in rules.must())
        rules.ticks_while_pending += rules.untimed_pending()
        loop.ns = max(loop.ns, deadline + PAST_THE_TIMER_NS)
        return []
