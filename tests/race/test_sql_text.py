"""SQL in a trace: one line of a call with its values, short, and always with what came of it."""

from __future__ import annotations

import pytest

from gym.race.faults import Fault
from gym.race.ops import Op
from gym.race.sql_text import LINE, watched_text
from tests.race.sql_caller import SET_BALANCE, Caller, open_sql


def shown(method: str, value: object, *args: object, **kwargs: object) -> str:
    op = Op("a1", 1, "A", "main", "db", method, args, kwargs, state="completed", effected=True, value=value)
    return open_sql().describe(op)


@pytest.mark.parametrize(
    ("method", "value", "args", "line"),
    [
        ("scalar", 100, ("SELECT balance FROM wallets",), "SELECT balance FROM wallets -> 100"),
        (
            "scalar",
            100,
            ("SELECT balance FROM wallets WHERE user = ?", "ada"),
            "SELECT balance FROM wallets -> 100",
        ),
        ("scalar", 100, ("SELECT balance\n  FROM the_wallets_of_our_users",), "SELECT balance -> 100"),
        (
            "scalar",
            None,
            ("SELECT  a  FROM t -- why\n WHERE b=?", "x"),
            "SELECT a FROM t WHERE b='x' -> NULL",
        ),
        ("fetch_one", None, ("SELECT a FROM t",), "SELECT a FROM t -> NULL"),
        ("fetch_one", {"a": 1, "b": "x"}, ("SELECT * FROM t",), "SELECT * FROM t -> (1, 'x')"),
        ("fetch", [], ("SELECT * FROM t",), "SELECT * FROM t -> []"),
        ("fetch", [{"a": 1}, {"a": 2}], ("SELECT a FROM t",), "SELECT a FROM t -> [1, 2]"),
        ("fetch", [{"a": "x" * 9}] * 3, ("SELECT a FROM t",), "SELECT a FROM t -> 3 rows"),
        ("execute", 1, (SET_BALANCE, 20), "UPDATE wallets SET balance = 20 -> 1 row"),
        (
            "execute",
            0,
            ("UPDATE wallets SET balance = balance - ? WHERE user = ? AND balance >= ?", 80, "ada", 80),
            "UPDATE balance = balance - 80 -> 0 rows",
        ),
        (
            "execute",
            1,
            ("INSERT INTO charges (user, amount, key) VALUES (?, ?, ?)", "ada", 80, "k1"),
            "INSERT charges ('ada', 80, 'k1') -> 1 row",
        ),
        (
            "execute",
            1,
            ("INSERT INTO charges SELECT user, amount, key FROM requests",),
            "INSERT INTO charges -> 1 row",
        ),
        (
            "execute",
            1,
            ("INSERT INTO seen (key) VALUES (?) ON CONFLICT DO NOTHING", "k1"),
            "INSERT INTO seen VALUES ('k1') -> 1 row",
        ),
        ("execute", 2, ("DELETE FROM t WHERE a < ?", 7), "DELETE FROM t WHERE a < 7 -> 2 rows"),
        ("scalar", 3, ("WITH x AS (SELECT 1) SELECT max(a) FROM t, x",), "SELECT max(a) FROM t, x -> 3"),
        (
            "scalar",
            "a" * 40,
            ("SELECT a_column_with_a_very_long_name FROM t",),
            "SELECT a_column_wit... -> 'aaaaaaaaaaaaa...'",
        ),
    ],
)
def test_a_statement_is_shown_in_the_longest_form_that_fits(
    method: str, value: object, args: tuple[object, ...], line: str
) -> None:
    assert shown(method, value, *args) == line
    assert len(line) <= LINE


def test_a_call_under_way_shows_no_outcome_and_a_failed_one_its_error() -> None:
    db = open_sql()
    op = Caller(db).op("execute", "DELETE FROM t")
    assert db.describe(op) == "DELETE FROM t"
    op.state, op.error = "failed", Fault("IntegrityError", "FOREIGN KEY constraint failed")
    assert db.describe(op) == "DELETE FROM t !! IntegrityError"
    op.state, op.effected = "lost", True
    assert db.describe(op) == "DELETE FROM t !! IntegrityError (took effect)"
    op.state, op.error = "cancelled", None
    assert db.describe(op) == "DELETE FROM t (took effect)"


def test_a_read_that_locks_says_so() -> None:
    assert shown("scalar", 5, "SELECT a FROM t", for_update=True) == "SELECT a FROM t for update -> 5"


def test_a_refused_statement_is_shown_as_it_was_written_on_one_line() -> None:
    assert shown("execute", None, "PRAGMA\n foreign_keys") == "PRAGMA foreign_keys -> NULL"
    assert shown("scalar", 1, "SELECT 'a\x1b[2J\n' FROM t") == "SELECT 'a [2J ' FROM t -> 1"


def test_the_ends_of_a_transaction_are_named() -> None:
    db = open_sql()
    caller = Caller(db)
    assert db.describe(caller.op("transaction.enter")) == "BEGIN"
    leaving = caller.exit_op(caller.begin())
    assert db.describe(leaving) == "COMMIT"
    leaving.state, leaving.error = "failed", Fault("IntegrityError", "FOREIGN KEY constraint failed")
    assert db.describe(leaving) == "COMMIT !! IntegrityError"
    leaving.state, leaving.error = "cancelled", None
    assert db.describe(leaving) == "ROLLBACK"
    leaving.effected = True
    assert db.describe(leaving) == "COMMIT"
    assert db.describe(caller.exit_op(caller.begin(), "ValueError")) == "ROLLBACK"


def test_watched_rows_are_joined_on_one_short_line() -> None:
    assert watched_text([(1,)]) == "1"
    assert watched_text([("ada", None), ("bob", 2)]) == "ada -, bob 2"
    assert watched_text([]) == "-"
    assert watched_text([("a\nb",)]) == "a b"
    assert watched_text([("x" * 61,)]) == "x" * 57 + "..."
