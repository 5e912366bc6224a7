"""What the payout service is handed in its races: a queue, a bank that takes its time, and resources."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping

from gym.race import Fault, Op, op
from gym.race.ports import FakePort, Manners, MethodKind, OnCancel

POLL = 20.0
AMOUNT = 40
MOST_EMPTY = 3
"""So often a poll ends with nothing after the signal: who asks on and on would go round for ever."""

GONE = Fault("QueueError", "the queue is gone")


def given(op: Op, *names: str) -> dict[str, object]:
    """The arguments of a call by name, however they were passed."""
    asked = dict(zip(names, op.args, strict=False)) | op.kwargs
    if len(op.args) + len(op.kwargs) != len(names) or set(asked) != set(names):
        raise Fault("TypeError", f"{op.method}() takes {', '.join(names) or 'nothing'}")
    return asked


class Orders(FakePort):
    """A queue that hands out the batches in turn, and what came back after them.

    A batch is written as its payouts: `ada ada/2 bob`. `batches` has the payout of each receipt of what was handed out,
    `settled` counts how often each was acked or released. `may_give` holds batches back; when there is nothing to give, a
    call of `receive` comes back only once `is_over` says so and `held` does not.
    """

    def __init__(
        self, *batches: str | Fault, on_cancel: OnCancel = "drops", timed: Callable[[], float] | None = None
    ) -> None:
        super().__init__("queue", object())
        self._batches: deque[str | Fault] = deque(batches)
        self._back: deque[str] = deque()
        self._on_cancel: OnCancel = on_cancel
        self._now = timed
        self.is_timed = timed is not None
        self._out: dict[str, tuple[str, str]] = {}
        self.may_give: Callable[[], bool] = lambda: True
        self.is_over: Callable[[], bool] = lambda: False
        self.held: Callable[[], bool] = lambda: False
        self.batches: list[dict[str, str]] = []
        self._empty = 0
        self.settled: Counter[str] = Counter()
        self.acked: list[str] = []
        self.released_at: dict[str, float] = {}

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return {"receive": "op", "ack": "op", "release": "op"}

    def manners(self, method: str) -> Manners:
        return Manners(self._on_cancel if method == "receive" else "lands")

    @property
    def latency(self) -> Callable[[Op], float | None] | None:
        """Where time is looked at, a poll takes its time, and it is noted when something is handed back."""
        return None if self._now is None else self._takes

    def _takes(self, op: Op) -> float | None:
        if op.method == "release" and self._now is not None:
            self.released_at[str(next(iter((*op.args, *op.kwargs.values())), None))] = self._now()
        if op.method != "receive":
            return None
        return 0.0 if self._gives() else POLL

    def _gives(self) -> bool:
        """What came back is not given to a service that ends: it would go round for ever."""
        return (bool(self._batches) and self.may_give()) or (bool(self._back) and not self.is_over())

    def ready(self, op: Op) -> bool:
        if op.method != "receive" or self._gives():
            return True
        return self.is_over() and not self.held() and self._empty < MOST_EMPTY

    def apply(self, op: Op) -> object:
        if op.method == "receive":
            given(op)
            return self._hand_out(op)
        receipt = str(given(op, "receipt")["receipt"])
        self.settled[receipt] += 1
        name, _process = self._out.pop(receipt, ("", ""))
        if name and op.method == "release":
            self._back.append(name)
        elif name:
            self.acked.append(name)
        return None

    def _hand_out(self, op: Op) -> list[dict[str, object]]:
        if not self._gives():
            self._empty += 1
            return []
        fresh = self._batches and self.may_give()
        batch = self._batches.popleft() if fresh else self._back.popleft()
        if isinstance(batch, Fault):
            raise batch
        first = len(self.handed_out) + 1
        receipts = {f"receipt {number}": name for number, name in enumerate(batch.split(), first)}
        self._out.update((receipt, (name, op.process)) for receipt, name in receipts.items())
        self.batches.append(receipts)
        return [
            {"id": f"payout {name}", "receipt": receipt, "account": owner(name), "amount": AMOUNT}
            for receipt, name in receipts.items()
        ]

    @property
    def handed_out(self) -> list[str]:
        """All receipts so far."""
        return [receipt for batch in self.batches for receipt in batch]

    def describe(self, op: Op) -> str:
        """A batch is told by its payouts: they fill a table otherwise."""
        if op.method != "receive" or not op.effected or not isinstance(op.value, list):
            return super().describe(op)
        told = [f"{each['id']}, {each['receipt']}" for each in op.value]
        return f"queue.receive() -> [{'; '.join(told)}]"

    def killed(self, process: str) -> None:
        """Ten minutes later, what its instance had is handed out again."""
        for receipt, (name, whose) in list(self._out.items()):
            if whose == process:
                del self._out[receipt]
                self._back.append(name)

    def watched(self) -> dict[str, str]:
        return {"handed out": " ".join(name for name, _process in self._out.values()), "paid off": " ".join(self.acked)}


class Bank(FakePort):
    """Pays a key once. `keys` are those under which each account was paid; no payment ends while `held` says so."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        super().__init__("bank", object())
        self._seconds = seconds or {}
        self.held: Callable[[], bool] = lambda: False
        self.keys: dict[str, set[str]] = {}

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return {"pay": "op"}

    def manners(self, method: str) -> Manners:
        return Manners("drops")

    @property
    def latency(self) -> Callable[[Op], float | None]:
        return lambda op: self._seconds.get(account(op))

    def ready(self, op: Op) -> bool:
        return not self.held()

    def apply(self, op: Op) -> None:
        asked = given(op, "account", "amount", "key")
        if asked["amount"] != AMOUNT:
            raise Fault("BankError", "that is not what is owed")
        self.keys.setdefault(str(asked["account"]), set()).add(repr(asked["key"]))


class Resource:
    """Something to be opened before the work and closed after it."""

    @op(on_cancel="drops")
    async def open(self) -> None:
        """Open it."""

    @op(on_cancel="drops")
    async def close(self) -> None:
        """Close it."""


def owner(name: str) -> str:
    """The account that a payout is for: `ada` of `ada/2`."""
    return name.partition("/")[0]


def account(op: Op) -> str:
    """Whom a call of the bank pays."""
    return str(op.args[0] if op.args else op.kwargs.get("account"))
