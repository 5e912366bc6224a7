"""The world of the webhook races: two customers, a subscription, and a provider that signs, delivers and answers."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Handle, Op, Process, Raised, World, call
from gym.race.ports import FakePort
from gym.race.sql import Sql
from gym.race.steps import Step
from gym.race.things import CallbackThing

BUDGET = 2_500
"""Schedules of one check: enough for the whole space of a plain solution, and a bounded wait for every other."""
NOW = 1_700_000_000
SECRET = "whsec_old"
SAME_SECOND = NOW - 20
"""The second in which the subscription took on the status that its row shows."""

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
    f"INSERT INTO subscriptions (id, status, updated) VALUES ('sub_1', 'active', {SAME_SECOND})",
)
CREDITS = "SELECT credits FROM accounts WHERE customer = 'ada'"
STATUS = "SELECT status FROM subscriptions WHERE id = 'sub_1'"

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
class Subscriptions:
    """The provider's API: what is true of the subscription now, whatever was delivered so far."""

    status: str = "active"
    updated: int = SAME_SECOND

    async def retrieve(self, subscription: str) -> dict[str, object]:
        return {"id": subscription, "status": self.status, "updated": self.updated}


class HeldProvider(FakePort):
    """The same, but no answer comes before `may_answer()`."""

    def __init__(self, truth: Subscriptions, may_answer: Callable[[], bool]) -> None:
        super().__init__("provider", truth)
        self._may_answer = may_answer

    def ready(self, op: Op) -> bool:
        return self._may_answer()


@dataclass
class Shop:
    """Two customers with 100 credits each, one subscription, and as many instances of the service as are asked for.

    `told` are the bodies that were answered 200; `too_soon` those of them whose credits were not there yet.
    """

    world: World
    truth: Subscriptions = field(default_factory=Subscriptions)
    may_answer: Callable[[], bool] | None = None
    told: set[bytes] = field(default_factory=set)
    too_soon: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.db: Sql = self.world.sql(SCHEMA, *ROWS, watch={"ada": CREDITS, "sub_1": STATUS})
        fake = self.truth if self.may_answer is None else HeldProvider(self.truth, self.may_answer)
        self.provider = self.world.port("provider", fake)
        self.now: CallbackThing = self.world.clock("now", lambda: float(NOW))

    def handler(self, process: Process | None = None) -> Handle:
        """The handler of an instance, by default the first."""
        place = self.world if process is None else process
        return place.subject("WebhookHandler", self.db, self.provider, SECRET, now=self.now)

    def sends(
        self,
        handler: Handle,
        *bodies: bytes,
        tries: int = 1,
        becomes: tuple[str, int] | None = None,
        regardless: bool = False,
    ) -> Script:
        """The provider delivers these one after the other, each again until it is told 200 or has tried so often.

        What was told 200 before is not sent; with `regardless` it is sent all the same, once. `becomes`: the status that
        the subscription takes on just before. The script returns the last answer: a status, or an exception's name.
        """

        def script() -> Generator[Step, Any, object]:
            if becomes is not None:
                self.truth.status, self.truth.updated = becomes
            told: object = 200
            for body in bodies:
                for attempt in range(tries):
                    if body in self.told and (attempt > 0 or not regardless):
                        break
                    told = yield from self._sent(handler, body)
            return told

        return script

    def _sent(self, handler: Handle, body: bytes) -> Generator[Step, Any, object]:
        try:
            status = yield call(handler.handle, body, header(body))
        except Raised as raised:
            return raised.name
        if status == 200:
            self.told.add(body)
            if b"customer.credited" in body and b'"ada"' in body and self.credits == 100:
                self.too_soon.append(body)
        return status

    def sends_again(self, handler: Handle, body: bytes) -> None:
        """The end of a race: the event is delivered once more if nobody was told 200, and then has to be done."""
        if body not in self.told:
            self.world.flow("sent again", self.sends(handler, body, tries=2))
            self.world.run()

    @property
    def credits(self) -> object:
        """ada's credits, as committed."""
        return self.db.scalar(CREDITS)

    @property
    def status(self) -> object:
        """The status that our row shows."""
        return self.db.scalar(STATUS)

    def credited_once(self) -> None:
        """The end of a purchase: 500 credits more, and nobody was told so before it was true."""
        self.world.check(not self.too_soon, "200 is said when the credits are there")
        self.world.check(self.credits == 600, "500 credits are added once", f"{self.credits} credits, not 600")

    def never_goes_back(self, *history: str) -> None:
        """The row shows these in this order: none after a later one."""
        shown = [0]

        def holds() -> bool:
            status = str(self.status)
            shown.append(history.index(status) if status in history else -1)
            return shown[-1] >= shown[-2]

        self.world.always("the status does not go back", holds)
