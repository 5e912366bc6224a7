"""What the SQL tests share: one schema, and a caller that makes ops by hand, as a world would."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gym.race.faults import Fault
from gym.race.ops import Op
from gym.race.sql import Sql
from gym.race.sql_transaction import Transaction

SCHEMA = """
CREATE TABLE wallets (user TEXT PRIMARY KEY, balance INTEGER NOT NULL CHECK (balance >= 0));
CREATE TABLE charges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user TEXT NOT NULL REFERENCES wallets (user),
    amount INTEGER NOT NULL,
    key TEXT UNIQUE
);
"""
SEEDS = ("INSERT INTO wallets VALUES ('ada', 100)", "INSERT INTO wallets VALUES ('bob', 50)")
BALANCE = "SELECT balance FROM wallets WHERE user = 'ada'"
SET_BALANCE = "UPDATE wallets SET balance = ? WHERE user = 'ada'"


class Caller:
    """One flow's calls on a port or a transaction of it."""

    def __init__(self, port: Sql | Transaction, process: str = "main") -> None:
        self.port = port
        self.process = process

    def op(self, method: str, *args: object, **kwargs: object) -> Op:
        return Op("a1", 1, "A", self.process, self.port.name, method, args, kwargs)

    def ready(self, method: str, *args: object, **kwargs: object) -> bool:
        return self.port.ready(self.op(method, *args, **kwargs))

    def call(self, method: str, *args: object, **kwargs: object) -> object:
        op = self.op(method, *args, **kwargs)
        assert self.port.ready(op)
        op.value = self.port.apply(op)
        return op.value

    def execute(self, *args: object, **kwargs: object) -> object:
        return self.call("execute", *args, **kwargs)

    def fetch(self, *args: object, **kwargs: object) -> object:
        return self.call("fetch", *args, **kwargs)

    def fetch_one(self, *args: object, **kwargs: object) -> object:
        return self.call("fetch_one", *args, **kwargs)

    def scalar(self, *args: object, **kwargs: object) -> object:
        return self.call("scalar", *args, **kwargs)

    def begin(self) -> Caller:
        entered = self.call("transaction.enter")
        assert isinstance(entered, Transaction)
        return Caller(entered, self.process)

    def exit_op(self, transaction: Caller, error: str | None = None) -> Op:
        op = self.op("transaction.exit", error)
        op.entered = transaction.port
        return op

    def end(self, transaction: Caller, error: str | None = None) -> None:
        """Leave the block, by an error of that name if there is one."""
        op = self.exit_op(transaction, error)
        assert self.port.ready(op)
        self.port.apply(op)


def open_sql(schema: str = SCHEMA, *seeds: str, watch: str | dict[str, str] | None = None) -> Sql:
    return Sql("db", schema, seeds or (SEEDS if schema is SCHEMA else ()), watch)


@contextmanager
def refused(name: str, message: str) -> Iterator[None]:
    """The block raises exactly this fault."""
    with pytest.raises(Fault) as caught:
        yield
    assert (caught.value.name, caught.value.message) == (name, message)
