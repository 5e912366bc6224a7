"""The world of the webhook races: two customers, a subscription, and a provider that signs and delivers."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gym.race import Flow, Handle, Process, Raised, World, call
from gym.race.ports import PortThing
from gym.race.sql import Sql
from gym.race.steps import Step

from .provider import Change, Provider, change_of

BUDGET = 1_500
"""Schedules of one check: enough for the whole space of a plain solution, and a bounded wait for every other."""
NOW = 1_700_000_000
SECRET = "whsec_old"
SAME_SECOND = NOW - 20
"""The second in which the subscription took on the status that its row shows."""
ROW = ("active", SAME_SECOND)

SCHEMA = """
CREATE TABLE events (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, created INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'done'
);
CREATE TABLE accounts (customer TEXT PRIMARY KEY, credits INTEGER NOT NULL);
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY, status TEXT NOT NULL, updated INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1
);
"""
ROWS = (
    "INSERT INTO accounts (customer, credits) VALUES ('ada', 100), ('bob', 100)",
    f"INSERT INTO subscriptions (id, status, updated) VALUES ('sub_1', '{ROW[0]}', {ROW[1]})",
)
CREDITS = "SELECT credits FROM accounts WHERE customer = 'ada'"
STATUS = "SELECT status FROM subscriptions WHERE id = 'sub_1'"
SHOWN = {
    "ada": CREDITS,
    "sub_1": "SELECT printf('%s ...%03d', status, updated % 1000) FROM subscriptions WHERE id = 'sub_1'",
}
"""What a table has columns of: of a second the last three digits."""

Script = Callable[[], Generator[Step, Any, object]]


def signed(body: bytes, secret: str = SECRET, at: int = NOW) -> str:
    """The signature of `body` at that second, in hexadecimal."""
    return hmac.new(secret.encode(), b"%d.%s" % (at, body), hashlib.sha256).hexdigest()


def header(body: bytes, secret: str = SECRET, at: int = NOW) -> str:
    """The header with which the provider sends `body` at that second."""
    return f"t={at},v1={signed(body, secret, at)}"


def event(number: int, kind: str, created: int, **subject: object) -> bytes:
    """The body of an event."""
    return json.dumps({"id": f"evt_{number}", "type": kind, "created": created, "data": {"object": subject}}).encode()


def purchase(number: int = 1, customer: str = "ada") -> bytes:
    """The body of a purchase of 500 credits."""
    return event(number, "customer.credited", NOW - 30, id=customer, credits=500)


def change(number: int, status: str, created: int = SAME_SECOND) -> bytes:
    """The body of a change of the subscription; by default in the same second as what its row shows."""
    return event(number, "subscription.updated", created, id="sub_1", status=status)


@dataclass
class Shop:
    """Two customers with 100 credits each, one subscription, and as many instances of the service as are asked for.

    `changes` are what became of the subscription after what its row shows, in order; the first `happened` of them are true
    before the race begins, each later one as it is delivered. `told` are the bodies that were answered 200; `too_soon`
    those of them whose effect was not there yet. `columns` are those of SHOWN that a table has.
    """

    world: World
    changes: Sequence[Change] = ()
    happened: int = 0
    columns: Sequence[str] = ("ada", "sub_1")
    told: set[bytes] = field(default_factory=set)
    too_soon: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.db: Sql = self.world.sql(SCHEMA, *ROWS, watch={label: SHOWN[label] for label in self.columns})
        self.truth = Provider((ROW, *self.changes), self.happened, watched="sub_1" in self.columns)
        self.provider: PortThing = self.world.port("provider", self.truth)
        self.now = self.world.clock("now", lambda: float(NOW))

    def handler(self, process: Process | None = None) -> Handle:
        """The handler of an instance, by default the first."""
        place = self.world if process is None else process
        return place.subject("WebhookHandler", self.db, self.provider, SECRET, now=self.now)

    def sends(self, handler: Handle, *bodies: bytes, tries: int = 1, regardless: bool = False) -> Script:
        """The provider delivers these one after the other, each again until it is told 200 or has tried so often.

        What was told 200 before is not sent; with `regardless` it is sent all the same, once. The script returns the last
        answer: a status, or an exception's name.
        """

        def script() -> Generator[Step, Any, object]:
            told: object = 200
            for body in bodies:
                for attempt in range(tries):
                    if body in self.told and (attempt > 0 or not regardless):
                        break
                    told = yield from self._sent(handler, body)
            return told

        return script

    def _sent(self, handler: Handle, body: bytes) -> Generator[Step, Any, object]:
        self.truth.happens(change_of(body))
        try:
            status = yield call(handler.handle, body, header(body))
        except Raised as raised:
            return raised.name
        if status == 200:
            self.told.add(body)
            if not self._is_there(body):
                self.too_soon.append(body)
        return status

    def _is_there(self, body: bytes) -> bool:
        """Whether the database shows what this says, or what came of it later; of a type that nobody needs it does."""
        if change_of(body) is not None:
            return self.truth.place_of(str(self.status)) >= self.truth.place_in_time(change_of(body))
        paid = sum(b"customer.credited" in each and b'"ada"' in each for each in self.told)
        return self.credits >= 100 + 500 * paid

    def told_too_soon(self, kind: str) -> bool:
        """Whether an event of that type was answered 200 while its effect was not there."""
        return any(kind.encode() in body for body in self.too_soon)

    def sends_again(self, handler: Handle, body: bytes) -> None:
        """The end of a race: the event is delivered once more if nobody was told 200, and then has to be done."""
        if body not in self.told:
            self.world.flow("sent again", self.sends(handler, body, tries=2))
            self.world.run()

    @property
    def credits(self) -> int:
        """ada's credits, as committed."""
        found = self.db.scalar(CREDITS)
        assert isinstance(found, int)
        return found

    @property
    def status(self) -> object:
        """The status that our row shows."""
        return self.db.scalar(STATUS)

    def credited_once(self) -> None:
        """The end of a purchase: 500 credits more, and nobody was told so before it was true."""
        self.world.check(not self.told_too_soon("customer.credited"), "200 is said when the credits are there")
        self.world.check(self.credits == 600, "500 credits are added once", f"{self.credits} credits, not 600")

    def shows(self, status: str, claim: str) -> None:
        """The end of a subscription's changes: our row shows this, and nobody was told 200 before it was so."""
        self.world.check(self.status == status, claim, f"{self.status}")
        told = self.told_too_soon("subscription.updated")
        self.world.check(not told, "200 is said when our row shows that change, or a later one")

    def never_goes_back(self) -> None:
        """What our row shows, one after the other, happened in that order."""
        place = [0]

        def holds() -> bool:
            place[0] = self.truth.next_place(str(self.status), place[0])
            return place[0] < len(self.truth.history)

        self.world.always("the status does not go back", holds)

    def answers_late(self, late: Flow, other: Flow, *, once: str | None = None) -> None:
        """No question of `late` is answered before `other` has ended; or before the port `once` has answered that.

        Nor for longer than `other` waits for a port: it may rightly wait for `late`, by a lock in memory, say.
        """
        waits = [True]

        def looks() -> bool:
            """After each step: within one, a call has ended of which its caller does not know yet."""
            calls = [op for port in ("db", "provider") for op in self.world.calls(port) if op.flow == other.name]
            may_go_on = not other.started or other.next_step is not None or any(op.pending for op in calls)
            answered = once is not None and any(op.port.startswith(once) and not op.pending for op in calls)
            waits[0] = may_go_on and not other.ended and not answered
            return True

        self.world.always("answers come as late as they may", looks)
        self.truth.held = lambda question: question.flow == late.name and waits[0]
