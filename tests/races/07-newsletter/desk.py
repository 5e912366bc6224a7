"""The world of the newsletter's races: a list of customers that notes who is taken, and a provider with few connections."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field

from gym.race import Fault, Flow, Handle, Op, Record, Step, World, call
from gym.race.ports import FakePort, Manners, MethodKind, OnCancel, outcome_text, short

SENT, FAILED, UNKNOWN = "sent", "failed", "unknown"
TRUTHS = {
    SENT: "whoever is called sent was mailed",
    FAILED: "whoever is called failed was not mailed",
    UNKNOWN: "whoever is called unknown was cut off",
}
WORDS = [(word,) for word in TRUTHS]

BUDGET = 1_500
"""Schedules of one check: enough for the whole space of a plain solution, and a bounded wait for every other."""

Script = Callable[[], Generator[Step, object, None]]
Seconds = Callable[[str], float | None]


def names(count: int) -> list[str]:
    """So many customers: c1, c2, c3 ..."""
    return [f"c{number}" for number in range(1, count + 1)]


def whenever(customer: str) -> None:
    """Seconds that a mail takes: as long as the schedule likes."""


def who(op: Op) -> str:
    """The customer of a mail."""
    return str(op.args[0] if op.args else next(iter(op.kwargs.values()), None))


class Provider(FakePort):
    """A callable that sends a mail, over one of `connections`; a call beyond them is refused at once.

    `seconds` tells how long each mail takes, `fails` for whom it raises. With `in_turn` what could end first does, so
    that there is one schedule only. No mail ends while `held` says so of its customer.
    """

    def __init__(
        self,
        connections: int,
        seconds: Seconds = whenever,
        *,
        fails: Mapping[str, Fault] | None = None,
        in_turn: bool = False,
        on_cancel: OnCancel = "drops",
    ) -> None:
        super().__init__("send", object())
        self._connections = connections
        self._seconds = seconds
        self._fails = fails or {}
        self._in_turn = in_turn
        self.held: Callable[[str], bool] = lambda customer: False
        self._on_cancel: OnCancel = on_cancel
        self._open: dict[str, Op] = {}
        self._refusing: dict[str, Op] = {}
        self.begun: dict[str, Op] = {}
        self.mailed: list[str] = []
        self.refused = 0

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return {"__call__": "op"}

    def manners(self, method: str) -> Manners:
        return Manners(self._on_cancel)

    @property
    def latency(self) -> Callable[[Op], float | None]:
        return self._connect

    def _connect(self, op: Op) -> float | None:
        """A call has come: give it a connection, or none."""
        self.begun[op.id] = op
        free = len(self._open) < self._connections
        (self._open if free else self._refusing)[op.id] = op
        seconds = self._seconds(who(op))
        return 0.0 if seconds is not None and not free else seconds

    @property
    def under_way(self) -> int:
        """How many mails have a connection or ask for one."""
        return len(self._open) + len(self._refusing)

    def ready(self, op: Op) -> bool:
        if not self._in_turn:
            return op.id in self._refusing or not self.held(who(op))
        waiting = self._refusing or self._open
        first = next(iter(waiting.values()))
        return op is first if op.due_ns is None else op is min(waiting.values(), key=lambda each: each.due_ns or 0)

    def apply(self, op: Op) -> None:
        if self._refusing.pop(op.id, None) is not None:
            self.refused += 1
            raise Fault("TooManyConnections", "429, no connection is free")
        self._open.pop(op.id, None)
        fault = self._fails.get(who(op))
        if fault is not None:
            raise fault
        self.mailed.append(who(op))

    def cancelled(self, op: Op, *, effected: bool) -> None:
        self._open.pop(op.id, None)
        self._refusing.pop(op.id, None)

    def describe(self, op: Op) -> str:
        return f"send({', '.join(map(short, op.args))}){outcome_text(op)}"

    def watched(self) -> dict[str, str]:
        return {"open": str(self.under_way)}


@dataclass
class Sending:
    """What came of one call of send_all. `left_open` are the mails that were under way when it returned."""

    report: object = None
    began: float = 0.0
    returned: float = -1.0
    left_open: int = 0

    @property
    def took(self) -> float:
        """Seconds, to the millisecond."""
        return round(self.returned - self.began, 3)


@dataclass
class Desk:
    """A list, a provider and the button that stops.

    `taken` are the customers that were taken from the list, `taken_late` those of them after the stop, and `ended_early`
    the mails that had ended before it.
    """

    world: World
    customers: list[str]
    limit: int
    provider: Provider
    taken: list[str] = field(default_factory=list)
    taken_late: list[str] = field(default_factory=list)
    ended_early: set[str] = field(default_factory=set)
    pressed: float = 0.0
    button: Flow | None = None

    def __post_init__(self) -> None:
        self.send = self.world.port("send", self.provider)
        self.stop = self.world.event("stop")
        self.source = self.world.iterable("customers", self._read())
        self.world.watch("taken", lambda: str(len(self.taken)))

    def _read(self) -> Iterator[str]:
        for customer in self.customers:
            if self.button is not None and self.button.ended:
                self.taken_late.append(customer)
            self.taken.append(customer)
            yield customer

    def sends(self, sending: Sending, *, stop: Handle | None = None, as_list: bool = False) -> Script:
        """One call of send_all, from its beginning to its report."""
        source: object = list(self.customers) if as_list else self.source

        def script() -> Generator[Step, object, None]:
            sending.began = self.world.now
            send_all = self.world.function("send_all")
            answer = yield call(send_all, source, self.limit, self.send, self.stop if stop is None else stop)
            sending.returned = self.world.now
            sending.left_open = self.provider.under_way
            sending.report = pairs(answer)

        return script

    def presses_stop_later(self, seconds: float, quick: str) -> Flow:
        """The same after some time. Until then no mail ends but the quick one's."""
        button = self.presses_stop(self.world.flow(f"{seconds} s go by", self.world.function("asyncio:sleep"), seconds))
        self.provider.held = lambda customer: customer != quick and not button.started
        return button

    def presses_stop(self, *after: Flow) -> Flow:
        """Somebody presses the button. From its end on nobody may be taken."""

        def script() -> Generator[Step, object, None]:
            self.pressed = self.world.now
            yield call(self.stop.set)

        self.button = self.world.flow("stop", script, after=after)
        self.world.always("mails are noted as they end", self._note_ended)
        return self.button

    def _note_ended(self) -> bool:
        if self.button is not None and not self.button.started:
            self.ended_early.update(op.id for op in self.provider.begun.values() if op.state != "invoked")
        return True

    def statuses(self, customer: object) -> set[str]:
        """What may be said of a customer who was taken. What ends together with the stop may be called unknown too."""
        ops = [op for op in self.provider.begun.values() if who(op) == customer]
        if not ops or ops[-1].state in ("invoked", "cancelled"):
            return {UNKNOWN}
        found = SENT if ops[-1].state == "completed" else FAILED
        early = self.button is None or ops[-1].id in self.ended_early
        return {found} if early else {found, UNKNOWN}

    def tells_the_truth(self, *sendings: Sending) -> None:
        """Claim that whoever was taken is in the reports, in the order of the list, with what came of the mail."""
        told: list[object] = []
        for sending in sendings:
            told += sending.report if isinstance(sending.report, list) else [sending.report]
        listed = [line[0] if isinstance(line, tuple) and len(line) == 2 else line for line in told]
        claim = "whoever was taken is in the report, in the order of the list"
        self.world.check(listed == self.taken, claim, f"{listed} of {self.taken}")
        for status, claim in TRUTHS.items():
            wrong = [line for line in told if self._is_untrue(line, status)]
            self.world.check(not wrong, claim, f"{wrong}")
        strange = [line for line in told if not isinstance(line, tuple) or line[1:] not in WORDS]
        self.world.check(not strange, "each line is a customer and one of the three words", f"{strange}")

    def _is_untrue(self, line: object, status: str) -> bool:
        return isinstance(line, tuple) and line[1:] == (status,) and status not in self.statuses(line[0])

    def leaves_nothing(self, sending: Sending) -> None:
        """Claim that no mail was under way when the call returned."""
        self.world.check(sending.left_open == 0, "no mail is under way when it returns", f"{sending.left_open} mails")


def pairs(answer: object) -> object:
    """A report as a list of tuples, where it is made of pairs, with names or without."""
    if not isinstance(answer, list | tuple):
        return answer
    return [_pair(line) for line in answer]


def _pair(line: object) -> object:
    if isinstance(line, Record):
        return tuple(line.values())
    return tuple(line) if isinstance(line, list | tuple) else line
