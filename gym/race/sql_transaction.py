"""A transaction of a SQL port, and the one write lock that its transactions share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from gym.errors import JudgeError
from gym.race.faults import Fault
from gym.race.ops import Op
from gym.race.ports import Manners, MethodKind
from gym.race.sql_calls import Call, classified, locks, parse, shaped
from gym.race.sql_connection import Answer, failed
from gym.race.sql_store import Store
from gym.race.sql_text import described

STATEMENTS: Mapping[str, MethodKind] = MappingProxyType({"execute": "op", "fetch": "op", "fetch_one": "op", "scalar": "op"})


@dataclass(slots=True, eq=False)
class Database:
    """The store of one world and who has the write lock; `open` are the transactions that have not ended."""

    name: str
    store: Store
    holder: Transaction | None = None
    open: list[Transaction] = field(default_factory=list)
    begun: int = 0

    def begin(self, process: str, flow: str) -> Transaction:
        """A fresh transaction, named after its ordinal: `db.tx1`."""
        self.begun += 1
        transaction = Transaction(f"{self.name}.tx{self.begun}", process, flow, self)
        self.open.append(transaction)
        return transaction


class Transaction:
    """One `async with db.transaction()`: the same four methods, whose reads may take the write lock.

    `state` is "undone" after an error with which SQLite ends a whole transaction (a write stopped halfway, or
    OR ROLLBACK).
    """

    def __init__(self, name: str, process: str, flow: str, database: Database) -> None:
        self.name = name
        self.process = process
        self.flow = flow
        self.state: Literal["open", "committed", "rolled back", "undone"] = "open"
        self._database = database

    def __repr__(self) -> str:
        return self.name

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return STATEMENTS

    def manners(self, method: str) -> Manners:
        """A statement that was cancelled is as good as undone: its transaction is rolled back."""
        return Manners("drops")

    def ready(self, op: Op) -> bool:
        """Whether the op may complete now: what needs the lock waits while another transaction has it."""
        if self._database.holder in (None, self) or self.state != "open":
            return True
        return not locks(op, in_transaction=True)

    def held_by(self, op: Op) -> str | None:
        """Whose transaction has the write lock that the op waits for, if it waits for it."""
        holder = self._database.holder
        return None if holder is None or self.ready(op) else holder.flow

    def apply(self, op: Op) -> object:
        if self.state != "open":
            raise failed(f"{self.name} has ended ({self.state}): use it only inside its `async with` block")
        call = parse(op, in_transaction=True)
        if call.locks:
            self._take_lock(op)
        return shaped(op.method, self._run(call))

    def end(self, *, commit: bool) -> None:
        """Commit or roll back, and free the write lock. A transaction that has ended stays as it is.

        Raises:
            Fault: when the commit cannot be: IntegrityError for a violated deferred constraint, DatabaseError
                after SQLite undid the transaction. Nothing of it remains then.
        """
        if self.state == "undone" and commit:
            raise failed(f"{self.name} was rolled back after an error in it: nothing was committed")
        if self.state != "open":
            return
        self.state = "rolled back"
        has_written = self._holds and self._database.store.held
        self._leave()
        if has_written and commit:
            self._database.store.commit()
        elif has_written:
            self._database.store.roll_back()
        if commit:
            self.state = "committed"

    def cancelled(self, op: Op, *, effected: bool) -> None:
        """The caller of a statement went away; its block is left next, which ends the transaction."""

    def killed(self, process: str) -> None:
        """That process died."""
        if process == self.process:
            self.end(commit=False)

    def watched(self) -> dict[str, str]:
        """Nothing: the database's own port shows the committed rows."""
        return {}

    def describe(self, op: Op) -> str:
        return described(classified(op), op)

    @property
    def _holds(self) -> bool:
        return self._database.holder is self

    def _take_lock(self, op: Op) -> None:
        if not self._holds and self._database.holder is not None:
            raise JudgeError(f"{op.id} may not go on: {self._database.holder.name} has the write lock")
        self._database.holder = self

    def _run(self, call: Call) -> Answer:
        store = self._database.store
        if not call.statement.writes:
            return store.read(call.statement, call.values, own=self._holds, first=call.first)
        if not store.held:
            store.hold()
        try:
            return store.write_held(call.statement, call.values)
        except Fault:
            if not store.held:
                self.state = "undone"
                self._leave()
            raise

    def _leave(self) -> None:
        self._database.open.remove(self)
        if self._holds:
            self._database.holder = None
