"""The world of the payout service's races, and what is claimed of every service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field

from gym.race import Flow, Handle, Op, Process, World, call
from gym.race.steps import Step

from .fakes import Bank, Orders, Resource, account, owner

CLEAN, FAILED, CUT = 0, 1, 2
WORDS = {CLEAN: "the exit code is CLEAN", FAILED: "the exit code is FAILED", CUT: "the exit code is CUT"}
CALLS = [("bank", "pay"), ("queue", "receive")]
SETTLES = [("queue", "ack"), ("queue", "release")]

BUDGET = 1_500
"""Schedules of one check: enough for the whole space of a plain solution, and a bounded wait for every other."""


@dataclass
class Desk:
    """One instance of the service with all that it is handed, and what is claimed of it at every moment.

    `code` and `returned` tell how and when its run came back, `first` and `second` when the signals came.
    """

    world: World
    orders: Orders
    bank: Bank
    slots: int
    grace: float = 1_000.0
    names: tuple[str, ...] = ("pool", "session")
    process: Process | None = None
    code: object = None
    returned: float = -1.0
    came: list[float] = field(default_factory=list)
    signals: list[Flow] = field(default_factory=list)
    _begun_in_time: tuple[int, int] | None = None
    _step: int = 0
    _seen: dict[str, int] = field(default_factory=dict)
    _cut_step: int | None = None
    _may_be_cut: bool = True

    def __post_init__(self) -> None:
        world = self.world
        self.queue = world.port("queue", self.orders)
        self.payer = world.port("bank", self.bank)
        self.resources = [world.port(name, Resource()) for name in self.names]
        self.service = self.instance(self.process)
        self.run = world.flow("run", self.runs, process=self.process)
        self.orders.is_over = lambda: self.run.cancel_sent or any(flow.started for flow in self.signals)
        world.always(f"at most {self.slots} under way at once", lambda: self.under_way() <= self.slots)
        world.always("nothing is under way once run has ended", self._rests)
        world.always("what comes is noted", self._note)

    def uses_only_what_is_open(self) -> None:
        """Claim at every moment that nothing is closed under its users."""
        self.world.always("whatever is in use is open", self._is_open)

    def takes_turns(self) -> None:
        """Claim at every moment that one resource at a time is opened or closed."""
        self.world.always("resources are opened and closed one after the other", self._takes_turns)

    def begins_no_more(self) -> None:
        """Claim at every moment that the signal was the last moment to begin something."""
        self.world.always("no payout begins after the signal", lambda: self._begins_no_more(0))
        self.world.always("the queue is not asked after the signal", lambda: self._begins_no_more(1))

    def instance(self, process: Process | None) -> Handle:
        """A service with all of this in its hands."""
        where = self.world if process is None else process
        return where.subject("PayoutService", self.queue, self.payer, self.resources, self.slots, self.grace)

    def runs(self) -> Generator[Step, object, None]:
        """The only run of the service."""
        self.code = yield call(self.service.run)
        self.returned = self.world.now

    def signal(self, after: Iterable[Flow] = ()) -> Flow:
        """A signal comes."""

        def script() -> Generator[Step, object, None]:
            self.came.append(self.world.now)
            yield call(self.service.signal)

        name = ("signal", "second signal", "third signal")[len(self.signals)]
        flow = self.world.flow(name, script, process=self.process, after=after)
        self.signals.append(flow)
        return flow

    def gets_going(self) -> None:
        """The service is at work, no payment has ended yet, and the queue has nothing more."""
        self._hold(lambda: True)
        self.world.may_hang(self.run)
        self.world.run()
        self.run.may_hang = False

    def signal_now(self) -> None:
        """A signal comes. Until then no payment ends."""
        flow = self.signal()
        self._hold(lambda: not flow.started)

    def signal_later(self, seconds: float) -> None:
        """A further signal comes so long after the one before it. Until then no payment ends, and no poll."""
        asleep = self.world.function("asyncio:sleep")
        slept = self.world.flow(f"{seconds:g} s go by", asleep, seconds, process=self.process, after=self.signals)
        flow = self.signal([slept])
        self._hold(lambda: not flow.started)

    def _hold(self, on: Callable[[], bool]) -> None:
        """What takes time does not end meanwhile; nor, where time is looked at, while something takes a moment only."""
        held = (lambda: on() or self._pends(SETTLES)) if self.orders.is_timed else on
        self.bank.held = self.orders.held = held

    # -- what holds at every moment

    def calls(self, port: str, method: str) -> list[Op]:
        """The calls of this instance."""
        name = "main" if self.process is None else self.process.name
        return [each for each in self.world.calls(port, method) if each.process == name]

    def under_way(self) -> int:
        """How many payments of this instance have no answer yet."""
        return sum(each.pending for each in self.calls("bank", "pay"))

    def _pends(self, uses: list[tuple[str, str]]) -> bool:
        return any(each.pending for port, method in uses for each in self.calls(port, method))

    def _is_open(self) -> bool:
        if not self._pends(CALLS + SETTLES):
            return True
        return len(self.opened()) == len(self.names) and not self.closings()

    def _doors(self, method: str) -> list[Op]:
        found = [each for name in self.names for each in self.calls(name, method)]
        return sorted(found, key=lambda each: each.number)

    def opened(self) -> list[str]:
        """The resources whose `open` has returned, in that order."""
        return [each.port for each in self._doors("open") if each.state == "completed"]

    def closings(self) -> list[str]:
        """The resources whose `close` was called, in that order."""
        return [each.port for each in self._doors("close")]

    def _takes_turns(self) -> bool:
        return sum(each.pending for method in ("open", "close") for each in self._doors(method)) <= 1

    def _rests(self) -> bool:
        doors = [*self._doors("open"), *self._doors("close")]
        return not self.run.ended or not (self._pends(CALLS + SETTLES) or any(each.pending for each in doors))

    def _begins_no_more(self, place: int) -> bool:
        """What begins in the very step of the signal may have been before it."""
        if not (self.signals and self.signals[0].started):
            return True
        begun = len(self.calls("bank", "pay")), len(self.calls("queue", "receive"))
        if self._begun_in_time is None:
            self._begun_in_time = begun
        return begun[place] <= self._begun_in_time[place]

    def _note(self) -> bool:
        """When each resource was open, when each payout was handed out, and when all was cut off."""
        self._step += 1
        for each in (*self.opened(), *self.orders.handed_out):
            self._seen.setdefault(each, self._step)
        if self._cut_step is None:
            if self.run.cancel_sent or len(self.came) > 1:
                self._cut_step = self._step
            else:
                self._may_be_cut = not self.came or self._pends(CALLS)
        return True

    def _came_with_the_cut(self, each: str) -> bool:
        """Whether it came so shortly before the cut that it may be lost to it: early events are steps of their own."""
        return self._cut_step is not None and 0 <= self._cut_step - self._seen.get(each, self._step) <= 1

    # -- what holds at the end

    def closes_all(self) -> None:
        """Claim that what is open was closed, once."""
        closed, opened = self.closings(), self.opened()
        world = self.world
        left = [name for name in opened if name not in closed and not self._may_stay_open(name)]
        world.check(not left, "what was opened is closed", f"open: {left}")
        world.check(set(closed) <= set(opened), "nothing else is closed", f"{closed}")
        world.check(len(closed) == len(set(closed)), "each is closed once", f"{closed}")

    def closes_in_order(self) -> None:
        """Claim that what is open was closed, once, the last first."""
        self.closes_all()
        closed = self.closings()
        in_order = [name for name in reversed(self.opened()) if name in closed]
        self.world.check(closed == in_order, "the last opened is the first to be closed", f"{closed}")

    def _may_stay_open(self, name: str) -> bool:
        later = self.names[self.names.index(name) + 1 :]
        went_on = any(self.calls(each, "open") for each in later) or self.calls("queue", "receive")
        return self._came_with_the_cut(name) and not went_on

    def settles_all(self) -> None:
        """Claim that each payout it had was struck off or handed back, once, and struck off only if it was paid."""
        settled = self.orders.settled
        missing = [receipt for batch in self.orders.batches for receipt in self._unsettled(batch)]
        self.world.check(not missing, "each payout is struck off or handed back", f"neither: {missing}")
        often = sorted(receipt for receipt, times in settled.items() if times > 1)
        self.world.check(not often, "and once only", f"more often: {often}")
        self._acks_what_was_paid()

    def _acks_what_was_paid(self) -> None:
        paid = Counter(account(each) for each in self.world.calls("bank", "pay") if each.effected)
        unpaid = Counter(map(owner, self.orders.acked)) - paid
        self.world.check(not unpaid, "only what was paid is struck off", f"unpaid: {sorted(unpaid)}")

    def _unsettled(self, batch: dict[str, str]) -> list[str]:
        begun = {account(each) for each in self.calls("bank", "pay")}
        left = [receipt for receipt in batch if receipt not in self.orders.settled]
        touched = len(left) < len(batch) or not begun.isdisjoint(map(owner, batch.values()))
        return left if touched or not all(map(self._came_with_the_cut, left)) else []

    def ends_with(self, code: int) -> None:
        """Claim the exit code."""
        self.world.check(self.code == code, WORDS[code], f"{self.code!r}")

    def ends_as_it_was_cut(self) -> None:
        """Claim the exit code after a second signal. What ends in that very step may be called cut off or not."""
        if any(each.state == "cancelled" for port, method in CALLS for each in self.calls(port, method)):
            self.ends_with(CUT)
        elif not self._may_be_cut:
            self.ends_with(CLEAN)
        self.world.check(self.code in (CLEAN, CUT), "the exit code is CLEAN or CUT", f"{self.code!r}")

    def pays_what_it_began(self) -> None:
        """Claim that nothing was cut off, and all that was begun is struck off."""
        cut = [account(each) for each in self.calls("bank", "pay") if each.state == "cancelled"]
        self.world.check(not cut, "no payout is cut off", f"{cut}")
        begun = sorted({account(each) for each in self.calls("bank", "pay")})
        self.world.check(sorted(self.orders.acked) == begun, "what was begun is struck off", f"{self.orders.acked}")

    def pays_each_delivery_once(self) -> None:
        """Claim that what failed was handed back, and not tried once more in its place."""
        delivered = Counter(owner(name) for batch in self.orders.batches for name in batch.values())
        asked = Counter(account(each) for each in self.world.calls("bank", "pay"))
        self.world.check(asked <= delivered, "one payment for each delivery", f"{dict(asked - delivered)} more")

    def hears_every_signal(self) -> None:
        """Claim that no signal raises anything."""
        told = [flow.outcome for flow in self.signals]
        self.world.check(set(told) == {"ok"}, "a signal raises nothing", f"{told}")

    def pays_once(self, *names: str) -> None:
        """Claim that each of these was paid, once, and that none waits any more."""
        self._acks_what_was_paid()
        world, acked = self.world, self.orders.acked
        world.check(sorted(acked) == sorted(names), "every payout is struck off once", f"{acked}")
        paid = [(who, len(keys), sum(owner(name) == who for name in names)) for who, keys in self.bank.keys.items()]
        twice = [f"{who}: {times} times" for who, times, owed in paid if times > owed]
        world.check(not twice, "nobody is paid twice", f"{twice}")
        short = [f"{who}: {times} times" for who, times, owed in paid if times < owed]
        world.check(not short, "no two payouts share a key", f"{short}")
