"""The rows of one world: what is committed, what the open transaction has written, and both reset at no cost.

A world needs a fresh database a thousand times a second, and other flows must read the committed rows while a
transaction has written. Copying a database takes 2 us, but SQLite then parses its schema and compiles every
statement again: 40 to 60 us. So nothing is copied:

- Two connections, `live` and `image`, stay in one outer BEGIN for the whole world; ROLLBACK makes both fresh.
- A transaction is a savepoint on `live`.
- `image` is needed only while a transaction has written and somebody else reads. It is brought up to date by
  repeating the committed writes, which give the same rows since SQL is deterministic here (see
  sql_connection).
- The same log restores `live` when SQLite itself rolled everything back (a write stopped halfway, OR
  ROLLBACK).

Within the outer BEGIN SQLite never checks deferred foreign keys, so the store asks for them at each commit.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import TypeAlias

from gym.errors import ContentError
from gym.race.faults import Fault
from gym.race.sql_calls import Call
from gym.race.sql_connection import Answer, Connection, Value
from gym.race.sql_words import Statement

_TEMPLATES = 32
_SPARE_PAIRS = 2

Write: TypeAlias = tuple[Statement, tuple[Value, ...]]
Queries: TypeAlias = tuple[tuple[str, str], ...]
Watch: TypeAlias = tuple[tuple[str, Call], ...]


class Template:
    """A schema with its first rows, and fresh pairs of connections that hold just that.

    `watches` keeps, for the watch queries of a world, their checked calls and what they show at first.

    Raises:
        ContentError: when SQLite does not take the schema or a seed.
    """

    def __init__(self, name: str, schema: str, seeds: Sequence[str]) -> None:
        self._original = Connection(building=True)
        self._spare: deque[tuple[Connection, Connection]] = deque(maxlen=_SPARE_PAIRS)
        self.deferred = "deferred" in schema.lower()
        self.watches: dict[Queries, tuple[Watch, dict[str, str]]] = {}
        self._build(f"{name}: the schema", schema)
        for seed in seeds:
            self._build(f"{name}: the seed {seed!r}", seed)

    def _build(self, what: str, text: str) -> None:
        try:
            self._original.script(text)
        except Fault as fault:
            raise ContentError(f"{what} does not run: {fault.message}") from None

    def take(self) -> tuple[Connection, Connection]:
        """A pair of connections, for one world."""
        try:
            return self._spare.pop()
        except IndexError:
            pair = (Connection(), Connection())
        for connection in pair:
            self._original.copy_to(connection)
        return pair

    def give(self, pair: tuple[Connection, Connection]) -> None:
        """Take a pair back; both must be rolled back."""
        self._spare.append(pair)


_templates: OrderedDict[tuple[str, ...], Template] = OrderedDict()


def template(name: str, schema: str, seeds: Sequence[str]) -> Template:
    """The template of a schema and its seeds, built once and kept while it is among the last that were used.

    `name` is the database's, for the sentence when it does not run.
    """
    key = (schema, *seeds)
    found = _templates.get(key)
    if found is None:
        found = _templates[key] = Template(name, schema, seeds)
        if len(_templates) > _TEMPLATES:
            _templates.popitem(last=False)
    else:
        _templates.move_to_end(key)
    return found


class Store:
    """The database of one world.

    `version` grows with each commit; `held` says that a transaction has written. One transaction may write at
    a time; who that is, the ports decide.
    """

    def __init__(self, template: Template) -> None:
        self._template = template
        self._live, self._image = template.take()
        self._live.control("BEGIN")
        self._committed: list[Write] = []
        self._pending: list[Write] = []
        self._repeated = -1  # how many of `_committed` the image has; -1 while it has no outer BEGIN
        self.version = 0
        self.held = False

    def close(self) -> None:
        """Reset both connections and hand them back."""
        self._live.control("ROLLBACK")
        if self._repeated >= 0:
            self._image.control("ROLLBACK")
        self._template.give((self._live, self._image))

    def read(self, asked: Statement, values: tuple[Value, ...], *, own: bool = False, first: bool = False) -> Answer:
        """Read the committed rows or, with `own`, those of the transaction that has written."""
        connection = self._live if own or not self.held else self._committed_image()
        return connection.run(asked, values, first=first)

    def write(self, asked: Statement, values: tuple[Value, ...]) -> Answer:
        """Write, as a transaction of its own."""
        if not self._template.deferred:
            try:
                return self._run(asked, values, self._committed)
            finally:
                self.version += 1
        self.hold()
        try:
            answer = self.write_held(asked, values)
        except Fault:
            if self.held:
                self.commit()  # what OR FAIL wrote before it failed stays, as in SQLite
            raise
        self.commit()
        return answer

    def hold(self) -> None:
        """Open the transaction that may write."""
        self._live.control("SAVEPOINT held")
        self.held = True

    def write_held(self, asked: Statement, values: tuple[Value, ...]) -> Answer:
        """Write in the open transaction. `held` is False after an error for which SQLite undid all of it."""
        return self._run(asked, values, self._pending)

    def commit(self) -> None:
        """Commit the open transaction.

        Raises:
            Fault: IntegrityError when a deferred constraint is violated; the transaction is rolled back.
        """
        if self._template.deferred and self._live.violates_foreign_keys():
            self.roll_back()
            raise Fault("IntegrityError", "FOREIGN KEY constraint failed")
        self._live.control("RELEASE held")
        self._committed += self._pending
        self._let_go()
        self.version += 1

    def roll_back(self) -> None:
        """Undo the open transaction."""
        self._live.control("ROLLBACK TO held")
        self._live.control("RELEASE held")
        self._let_go()

    def _let_go(self) -> None:
        self._pending = []
        self.held = False

    def _run(self, asked: Statement, values: tuple[Value, ...], log: list[Write]) -> Answer:
        run = self._run_undoable if asked.returning else self._live.run
        before = self._live.changes
        try:
            answer = run(asked, values)
        except Fault:
            if not self._live.in_transaction:
                self._restore()
            elif not asked.returning and self._live.changes != before:
                log.append((asked, values))  # OR FAIL keeps the rows before the one that failed
            raise
        log.append((asked, values))
        return answer

    def _run_undoable(self, asked: Statement, values: tuple[Value, ...]) -> Answer:
        """Run a write that may fail after it took effect, because its answer is too long."""
        self._live.control("SAVEPOINT answer")
        try:
            return self._live.run(asked, values)
        except Fault:
            if self._live.in_transaction:
                self._live.control("ROLLBACK TO answer")
            raise
        finally:
            if self._live.in_transaction:
                self._live.control("RELEASE answer")

    def _restore(self) -> None:
        self._live.control("BEGIN")
        for asked, values in self._committed:
            self._live.repeat(asked, values)
        self._let_go()

    def _committed_image(self) -> Connection:
        if self._repeated < 0:
            self._image.control("BEGIN")
            self._repeated = 0
        for asked, values in self._committed[self._repeated :]:
            self._image.repeat(asked, values)
        self._repeated = len(self._committed)
        return self._image
