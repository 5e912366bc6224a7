"""The SQL database as a port: real SQLite with READ COMMITTED manners.

A statement is atomic. A read sees the rows committed last and never waits; in the transaction that has
written it sees that transaction's own rows. The first write of a transaction, or a read with
`for_update=True`, takes the one write lock until commit or rollback; other writers wait. Reading and then
writing in one transaction is still a race, as in PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from gym.errors import ContentError, JudgeError
from gym.race.faults import Fault
from gym.race.ops import Op
from gym.race.ports import Manners, MethodKind
from gym.race.sql_calls import Call, classified, locks, parse, shaped
from gym.race.sql_connection import failed
from gym.race.sql_store import Store, template
from gym.race.sql_text import described, ended, watched_text
from gym.race.sql_transaction import STATEMENTS, Database, Transaction

_METHODS: Mapping[str, MethodKind] = MappingProxyType({**STATEMENTS, "transaction": "cm"})

_COMMIT, _STATEMENT = Manners("at once"), Manners("may")


class Sql:
    """The port of one world's database.

    Its author reads and writes the committed rows with `scalar`, `rows` and `execute`. `watch` is one query,
    shown under the names of its columns, or several by label. `close()` at the end of the world hands the
    connections on to the next one.

    Raises:
        ContentError: when the schema, a seed or a watch query does not run.
    """

    def __init__(
        self, name: str, schema: str, seeds: Sequence[str] = (), watch: str | Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        source = template(name, schema, seeds)
        self._database: Database | None = Database(name, Store(source))
        queries = (("", watch),) if isinstance(watch, str) else tuple((watch or {}).items())
        found = source.watches.get(queries)
        if found is None:
            self._watch = tuple((label, self._watch_call(query)) for label, query in queries)
            found = source.watches[queries] = (self._watch, self._look())
        self._watch, self._watched = found
        self._watched_version = 0

    def __repr__(self) -> str:
        return self.name

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return _METHODS

    def manners(self, method: str) -> Manners:
        """A cancelled commit took effect at once or never does; a cancelled statement may reach the server late."""
        return _COMMIT if method == "transaction.exit" else _STATEMENT

    def ready(self, op: Op) -> bool:
        """Whether the op may complete now: a write waits while a transaction has the write lock."""
        return self._open.holder is None or not locks(op)

    def held_by(self, op: Op) -> str | None:
        """Whose transaction has the write lock that the op waits for, if it waits for it."""
        holder = self._open.holder
        return None if holder is None or self.ready(op) else holder.flow

    def apply(self, op: Op) -> object:
        if op.method == "transaction.enter":
            return self._open.begin(op.process, op.flow)
        if op.method == "transaction.exit":
            self._entered(op).end(commit=op.args[0] is None)
            return None
        call = parse(op)
        store = self._open.store
        if not call.locks:
            return shaped(op.method, store.read(call.statement, call.values, first=call.first))
        if self._open.holder is not None:
            raise JudgeError(f"{op.id} may not write: {self._open.holder.name} has the write lock")
        return shaped(op.method, store.write(call.statement, call.values))

    def cancelled(self, op: Op, *, effected: bool) -> None:
        """The caller went away: a transaction it was opening or ending is rolled back if still open."""
        if op.method == "transaction.enter" and isinstance(op.value, Transaction):
            op.value.end(commit=False)
        elif op.method == "transaction.exit" and not effected:
            self._entered(op).end(commit=False)

    def killed(self, process: str) -> None:
        """That process died: whatever it had not committed is gone."""
        for transaction in list(self._open.open):
            transaction.killed(process)

    def watched(self) -> dict[str, str]:
        """The watched rows as last committed."""
        version = self._open.store.version
        if self._watched_version != version:
            self._watched, self._watched_version = self._look(), version
        return dict(self._watched)

    def describe(self, op: Op) -> str:
        if op.method == "transaction.enter":
            return ended("BEGIN", op)
        if op.method == "transaction.exit":
            undone = op.args[0] is not None or (op.state in ("cancelled", "killed") and not op.effected)
            return ended("ROLLBACK" if undone else "COMMIT", op)
        return described(classified(op), op)

    def close(self) -> None:
        """Undo all and hand the connections on. A second call does nothing."""
        if self._database is not None:
            self._database.store.close()
            self._database = None

    def scalar(self, sql: str, *values: object) -> object:
        """The first column of the first row, or None (author's side, like `rows` and `execute`)."""
        self._refuse_write("scalar", sql)
        return self._asked("scalar", sql, values)

    def rows(self, sql: str, *values: object) -> list[dict[str, object]]:
        """All rows, each by the names of its columns."""
        self._refuse_write("rows", sql)
        found = self._asked("fetch", sql, values)
        assert isinstance(found, list)
        return found

    def execute(self, sql: str, *values: object) -> int:
        """Write and commit; returns how many rows changed."""
        if self._open.holder is not None:
            raise ContentError(f"{self.name}.execute: {self._open.holder.name} has the write lock now")
        changed = self._asked("execute", sql, values)
        assert isinstance(changed, int)
        return changed

    def _refuse_write(self, method: str, sql: str) -> None:
        if locks(self._own_op(method, sql, ())):
            raise ContentError(f"{self.name}.{method}: {sql!r} writes: use {self.name}.execute")

    def _asked(self, method: str, sql: str, values: tuple[object, ...]) -> object:
        try:
            return self.apply(self._own_op(method, sql, values))
        except Fault as fault:
            raise ContentError(f"{self.name}: {sql!r} does not run: {fault.message}") from None

    def _watch_call(self, query: str) -> Call:
        try:
            call = parse(self._own_op("fetch", query, ()))
            if call.locks:
                raise failed("it writes")
            self._open.store.read(call.statement, ())
        except Fault as fault:
            reason = f"the watch query {query!r} does not run: {fault.message}"
            raise ContentError(f"{self.name}: {reason}") from None
        return call

    def _look(self) -> dict[str, str]:
        shown: dict[str, str] = {}
        for label, call in self._watch:
            answer = self._open.store.read(call.statement, ())
            shown[label or " ".join(answer.names)] = watched_text(answer.rows)
        return shown

    def _own_op(self, method: str, sql: str, values: tuple[object, ...]) -> Op:
        return Op("", 0, "", "", self.name, method, (sql, *values))

    def _entered(self, op: Op) -> Transaction:
        if not isinstance(op.entered, Transaction):
            raise JudgeError(f"{op.id} leaves a transaction of {self.name} that was never entered")
        return op.entered

    @property
    def _open(self) -> Database:
        if self._database is None:
            raise JudgeError(f"{self.name} was used after its world ended")
        return self._database
