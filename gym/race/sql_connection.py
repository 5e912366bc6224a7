"""One in-memory SQLite connection on which an untrusted text can only read and write rows, repeatably.

What would make two equal runs differ is refused with a sentence: `random()`, `randomblob()`, the current time
(`CURRENT_TIMESTAMP`, `datetime('now')`, date functions without a date, the machine's time zone) and the
counters of the connection (`last_insert_rowid()`, `changes()`). Dates that are passed in may be computed
with. What would cost too much is stopped: steps, rows, sizes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from gym.race.faults import Fault
from gym.race.sql_words import TEXT_LIMIT, Statement

Value: TypeAlias = int | float | str | bytes | None

STEP_LIMIT = 200_000
"""Steps of SQLite's virtual machine that one statement may take: 2 to 10 ms."""
ROW_LIMIT = 10_000
VALUE_LIMIT = 8_192
"""Longest text or blob, and longest row, in bytes."""
ANSWER_LIMIT = 1_000_000
"""All texts and blobs of one answer together, in characters and bytes."""

_TICK = 1_000
_PART = 128
_NO_LIMIT = 1 << 60
_PAGE_BYTES = 1_024
_PAGES = 16_384

_RANDOM = "SQL has no randomness here: draw the value in Python and pass it as a parameter"
_TIME = "SQL does not know the current time here: read it in Python and pass it as a parameter"
_ZONE = "SQL does not know a time zone here: compute in UTC"
_COUNTERS = "SQL keeps no such counter here: use RETURNING, or the number that execute() returns"
_INSIDE = "this function is not available here"
_REFUSED_FUNCTIONS = {
    "random": _RANDOM,
    "randomblob": _RANDOM,
    "current_timestamp": _TIME,
    "current_date": _TIME,
    "current_time": _TIME,
    "last_insert_rowid": _COUNTERS,
    "changes": _COUNTERS,
    "total_changes": _COUNTERS,
    "load_extension": _INSIDE,
}
# Name -> how many leading arguments are no date, and the number of arguments that SQLite declares.
_DATE_FUNCTIONS = {
    "date": (0, -1),
    "time": (0, -1),
    "datetime": (0, -1),
    "julianday": (0, -1),
    "unixepoch": (0, -1),
    "strftime": (1, -1),
    "timediff": (0, 2),
}

_ROW_ACTIONS = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_RECURSIVE,
    }
)
# The store's own; the text of a learner cannot get here with them (see sql_words).
_CONTROL_ACTIONS = frozenset({sqlite3.SQLITE_TRANSACTION, sqlite3.SQLITE_SAVEPOINT})
_SCHEMA_ACTIONS = frozenset(
    {
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_CREATE_INDEX,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_ALTER_TABLE,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_DROP_INDEX,
        sqlite3.SQLITE_DROP_VIEW,
        sqlite3.SQLITE_DROP_TRIGGER,
        sqlite3.SQLITE_REINDEX,
    }
)


@dataclass(slots=True)
class Answer:
    """What a statement came to: its columns and rows, and how many rows it changed."""

    names: tuple[str, ...]
    rows: list[tuple[Value, ...]]
    changed: int


def failed(message: str) -> Fault:
    """A `DatabaseError` for the subject."""
    return Fault("DatabaseError", message)


class Connection:
    """A guarded connection. `building` lets the author's schema create tables; afterwards only rows change.

    Statements raise `Fault`: `IntegrityError` for a violated constraint, `DatabaseError` for everything else.
    """

    def __init__(self, *, building: bool = False) -> None:
        self._calendar: sqlite3.Connection | None = None
        # One world at a time uses it, but a pool may hand it to another thread.
        self._raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._raw.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        self._raw.execute(f"PRAGMA max_page_count = {_PAGES}")
        self._raw.execute("PRAGMA foreign_keys = ON")
        self._raw.execute("PRAGMA temp_store = MEMORY")
        self._left = _NO_LIMIT
        self._reason = ""
        self._limit()
        self._replace_functions()
        self._allowed = _ROW_ACTIONS | (_SCHEMA_ACTIONS if building else _CONTROL_ACTIONS)
        self._raw.set_progress_handler(self._tick, _TICK)
        self._raw.set_authorizer(self._authorize)

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Free what it holds; it cannot be used afterwards."""
        self._raw.close()
        if self._calendar is not None:
            self._calendar.close()

    @property
    def in_transaction(self) -> bool:
        """Whether a BEGIN is open: SQLite ends one by itself after some errors."""
        return self._raw.in_transaction

    @property
    def changes(self) -> int:
        """Rows changed since it was opened, those of triggers included."""
        return self._raw.total_changes

    def copy_to(self, other: Connection) -> None:
        """Make `other` an exact copy. Neither may have a transaction open: SQLite would wait for its end."""
        self._raw.backup(other._raw)

    def script(self, text: str) -> None:
        """Run the author's statements, several at once.

        Raises:
            Fault: for what SQLite does not take.
        """
        self._left, self._reason = STEP_LIMIT, ""
        try:
            self._raw.executescript(text)
            if self.violates_foreign_keys():
                raise Fault("IntegrityError", "FOREIGN KEY constraint failed")
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            raise self._fault(error) from None

    def control(self, text: str) -> None:
        """Run one of the store's own statements, such as BEGIN."""
        self._raw.execute(text)

    def violates_foreign_keys(self) -> bool:
        """Whether a row refers to nothing: what SQLite asks at a real COMMIT about deferred constraints."""
        return self._raw.execute("PRAGMA foreign_key_check").fetchone() is not None

    def run(self, asked: Statement, values: tuple[Value, ...], *, first: bool = False) -> Answer:
        """Run one statement within the limits; `first` reads one row of a SELECT and leaves the rest.

        Raises:
            Fault: when it fails. An answer over the limits is only refused after the statement took effect.
        """
        self._left, self._reason = STEP_LIMIT, ""
        try:
            return self._answer(asked, values, first)
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            raise self._fault(error) from None

    def repeat(self, asked: Statement, values: tuple[Value, ...]) -> None:
        """Run a write that has run before, elsewhere: no limits, and what it raised then is known."""
        self._left, self._reason = _NO_LIMIT, ""
        try:
            self._raw.execute(asked.text, values).fetchall()
        except sqlite3.Error:
            return

    def _answer(self, asked: Statement, values: tuple[Value, ...], first: bool) -> Answer:
        before = self._raw.total_changes
        cursor = self._raw.execute(asked.text, values)
        if not asked.answers:
            # SQLite's driver does not count behind a WITH clause.
            changed = cursor.rowcount if cursor.rowcount >= 0 else self._raw.total_changes - before
            return Answer((), [], changed)
        rows = cursor.fetchmany(1) if first and not asked.writes else _bounded(cursor)
        names = tuple(column[0] for column in cursor.description)
        counted = cursor.rowcount if cursor.rowcount >= 0 else len(rows)
        cursor.close()
        return Answer(names, rows, counted if asked.writes else 0)

    def _fault(self, error: Exception) -> Fault:
        if self._reason:
            return failed(self._reason)
        if isinstance(error, sqlite3.IntegrityError):
            return Fault("IntegrityError", str(error))
        if str(error) == "interrupted":
            return failed(f"stopped after {STEP_LIMIT:,} steps: the statement is endless or reads far too much")
        if isinstance(error, UnicodeEncodeError):
            return failed("a text contains half a character (a lone surrogate), which SQL cannot store")
        if "too big" in str(error):
            return failed(f"a value or row is longer than {VALUE_LIMIT:,} bytes")
        return failed(str(error))

    def _tick(self) -> bool:
        self._left -= _TICK
        return self._left < 0

    def _limit(self) -> None:
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, VALUE_LIMIT)
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 4 * TEXT_LIMIT)
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, 100)
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100)
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 50)
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)
        self._raw.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)

    def _authorize(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        """Called while a statement is compiled; see https://sqlite.org/c3ref/set_authorizer.html."""
        if action in self._allowed:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION:
            name = (second or "").lower()
            if name not in _REFUSED_FUNCTIONS:
                return sqlite3.SQLITE_OK
            self._reason = f"{name}: {_REFUSED_FUNCTIONS[name]}"
        elif action == sqlite3.SQLITE_PRAGMA and (first, second) == ("foreign_key_check", None):
            return sqlite3.SQLITE_OK
        else:
            self._reason = "only rows and tables of the schema can be used here"
        return sqlite3.SQLITE_DENY

    def _replace_functions(self) -> None:
        for name in _REFUSED_FUNCTIONS:
            # The authorizer is not asked about what stands in a DEFAULT.
            arguments = 1 if name == "randomblob" else -1 if name == "load_extension" else 0
            self._raw.create_function(name, arguments, partial(self._refuse, name))
        for name, (leading, arguments) in _DATE_FUNCTIONS.items():
            call: Callable[..., Value] = partial(self._date, name, leading)
            self._raw.create_function(name, arguments, call, deterministic=True)

    def _refuse(self, name: str, *_: Value) -> Value:
        self._reason = f"{name}: {_REFUSED_FUNCTIONS[name]}"
        raise ValueError(self._reason)

    def _date(self, name: str, leading: int, *values: Value) -> Value:
        """SQLite's own date function, called where it is not replaced, unless it asks for the time."""
        words = {value.lower() for value in values if isinstance(value, str)}
        if len(values) <= leading or "now" in words:
            self._reason = f"{name}: {_TIME}"
        elif words & {"localtime", "utc"}:
            self._reason = f"{name}: {_ZONE}"
        if self._reason:
            raise ValueError(self._reason)
        if self._calendar is None:
            self._calendar = sqlite3.connect(":memory:", check_same_thread=False)
        places = ", ".join("?" * len(values))
        answer: Value = self._calendar.execute(f"SELECT {name}({places})", values).fetchone()[0]
        return answer


def _bounded(cursor: sqlite3.Cursor) -> list[tuple[Value, ...]]:
    """All rows, read in parts so that an answer over the limits is never held whole."""
    rows: list[tuple[Value, ...]] = []
    size = 0
    while part := cursor.fetchmany(_PART):
        rows += part
        size += sum([len(value) for row in part for value in row if type(value) is str or type(value) is bytes])
        if size > ANSWER_LIMIT:
            raise failed(f"the answer is longer than {ANSWER_LIMIT:,} characters: ask for less")
        if len(rows) > ROW_LIMIT:
            raise failed(f"the answer has more than {ROW_LIMIT:,} rows: ask for less, with WHERE or LIMIT")
        if len(part) < _PART:
            break
    return rows
