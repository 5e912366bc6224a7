"""The world of the wallet races: a bank of two users, and providers that write stories."""

from __future__ import annotations

from collections.abc import Callable, Generator

from gym.race import Handle, Op, World, call
from gym.race.ports import FakePort
from gym.race.sql import Sql
from gym.race.steps import Step

BUDGET = 4_000
"""Schedules of one check: enough for the whole space of a plain solution, and a bounded wait for every other."""

SCHEMA = """
CREATE TABLE wallets (user TEXT PRIMARY KEY, balance INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1);
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY, user TEXT NOT NULL, amount INTEGER NOT NULL, ref TEXT NOT NULL UNIQUE
);
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY, user TEXT NOT NULL, key TEXT, cost INTEGER NOT NULL, status TEXT NOT NULL,
    text TEXT, balance_after INTEGER, UNIQUE (user, key)
);
CREATE TABLE coupons (
    code TEXT PRIMARY KEY, credits INTEGER NOT NULL, max_uses INTEGER NOT NULL, uses INTEGER NOT NULL
);
CREATE TABLE redemptions (code TEXT NOT NULL, user TEXT NOT NULL, PRIMARY KEY (code, user));
CREATE TABLE plans (user TEXT PRIMARY KEY, text TEXT NOT NULL, version INTEGER NOT NULL);
"""
WALLETS = (
    "INSERT INTO wallets (user, balance) VALUES ('ada', 100), ('bob', 100)",
    "INSERT INTO ledger (user, amount, ref) VALUES ('ada', 100, 'grant:ada'), ('bob', 100, 'grant:bob')",
)
# What an instance leaves behind that died while the provider was writing: charged, and nobody waits for it.
JOB_SEVEN = (
    "UPDATE wallets SET balance = 20 WHERE user = 'ada'",
    "INSERT INTO ledger (user, amount, ref) VALUES ('ada', -80, 'charge:7')",
    "INSERT INTO jobs (id, user, key, cost, status) VALUES (7, 'ada', 'k7', 80, 'running')",
)
COUPON = "INSERT INTO coupons (code, credits, max_uses, uses) VALUES ('WELCOME', 50, 2, 1)"


class Stories:
    """A provider that has a story for every job."""

    async def generate(self, job: int) -> str:
        return f"story {job}"


class HeldStories(FakePort):
    """The same, but no answer comes before `may_answer()`."""

    def __init__(self, may_answer: Callable[[], bool]) -> None:
        super().__init__("provider", Stories())
        self._may_answer = may_answer

    def ready(self, op: Op) -> bool:
        return self._may_answer()


def bank(world: World, *rows: str) -> Sql:
    """A database in which ada and bob own 100 credits each, and what `rows` add."""
    return world.sql(SCHEMA, *WALLETS, *rows, watch={"ada": "SELECT balance FROM wallets WHERE user = 'ada'"})


def balance(db: Sql, user: str = "ada") -> int:
    """The credits of a user, as committed."""
    found = db.scalar("SELECT balance FROM wallets WHERE user = ?", user)
    assert isinstance(found, int)
    return found


def ledger_agrees(db: Sql) -> bool:
    """Whether every balance is the sum of its ledger rows."""
    booked = "SELECT sum(amount) FROM ledger WHERE ledger.user = wallets.user"
    return db.scalar(f"SELECT count(*) FROM wallets WHERE balance != ({booked})") == 0


def left_after_deliveries(db: Sql) -> int:
    """What must be left of ada's 100 credits: all but the price of the stories that were delivered."""
    paid = db.scalar("SELECT coalesce(sum(cost), 0) FROM jobs WHERE user = 'ada' AND status = 'done'")
    assert isinstance(paid, int)
    return 100 - paid


def recovery(db: Sql, wallet: Handle) -> Callable[[], Generator[Step, object, None]]:
    """A recovery path: it refunds each job that is still running when it comes by."""

    def script() -> Generator[Step, object, None]:
        for row in db.rows("SELECT id FROM jobs WHERE status = 'running'"):
            yield call(wallet.refund, row["id"])

    return script
