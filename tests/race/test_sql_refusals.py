"""What the database does not do, each with the sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.race.faults import Fault
from gym.race.sql import Sql
from gym.race.sql_words import statement
from tests.race.sql_caller import BALANCE, SET_BALANCE, Caller, open_sql, refused

BEGIN = "a transaction begins with `async with db.transaction() as tx:`, not with SQL text"
END = "a transaction ends with its `async with` block: leave it to commit, let an exception out to roll back"
SAVEPOINT = "there are no savepoints: use one `async with db.transaction() as tx:` for what belongs together"
ONE_DATABASE = "there is only this one database: name its tables directly"
UPKEEP = "the database needs no upkeep: leave this statement out"
TABLES = "the tables belong to the kata: work with those in its schema"
ONE_STATEMENT = "one statement at a time: use several calls, in one `async with db.transaction()` if need be"
POSITION = "values are passed by position: write ? for each of them"
WRITING_CTE = "a WITH clause may only SELECT: run the INSERT, UPDATE or DELETE as a statement with RETURNING"
FOR_UPDATE = "instead of FOR UPDATE, pass for_update=True to a read inside `async with db.transaction() as tx:`"
RANDOM = "SQL has no randomness here: draw the value in Python and pass it as a parameter"
TIME = "SQL does not know the current time here: read it in Python and pass it as a parameter"
COUNTER = "SQL keeps no such counter here: use RETURNING, or the number that execute() returns"


@pytest.fixture
def caller() -> Iterator[Caller]:
    db = open_sql()
    yield Caller(db)
    db.close()


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("BEGIN", BEGIN),
        (" -- now\n begin immediate", BEGIN),
        ("START TRANSACTION", BEGIN),
        ("COMMIT", END),
        ("END", END),
        ("/* undo */ ROLLBACK;", END),
        ("SAVEPOINT s", SAVEPOINT),
        ("RELEASE s", SAVEPOINT),
        ("PRAGMA foreign_keys = OFF", "settings are fixed, with foreign keys on: leave the PRAGMA out"),
        ("ATTACH 'other.db' AS other", ONE_DATABASE),
        ("DETACH other", ONE_DATABASE),
        ("VACUUM", UPKEEP),
        ("VACUUM INTO 'copy.db'", UPKEEP),
        ("REINDEX", UPKEEP),
        ("ANALYZE", UPKEEP),
        ("EXPLAIN SELECT 1", "query plans are not shown: run the statement itself"),
        ("CREATE TABLE t (x)", TABLES),
        ("CREATE TEMP TABLE t (x)", TABLES),
        ("ALTER TABLE wallets ADD COLUMN x", TABLES),
        ("DROP TABLE wallets", TABLES),
        ("TRUNCATE wallets", "there is no TRUNCATE: use DELETE FROM"),
        (
            "LOCK TABLE wallets",
            "there is no LOCK: in a transaction a write or a read with for_update=True takes the write lock",
        ),
        ("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", "there are no settings here: leave the SET out"),
        ("SELECT 1; DELETE FROM wallets", ONE_STATEMENT),
        ("DELETE FROM charges; -- and then\n DELETE FROM wallets;", ONE_STATEMENT),
        ("WITH gone AS (DELETE FROM wallets RETURNING *) SELECT * FROM gone", WRITING_CTE),
        (
            "WITH x AS MATERIALIZED (\n  UPDATE wallets SET balance = 1 RETURNING 1) SELECT * FROM x",
            WRITING_CTE,
        ),
        ("SELECT * FROM wallets FOR UPDATE", FOR_UPDATE),
        ("select * from wallets for no key update", FOR_UPDATE),
        ("SELECT $1", POSITION),
        ("SELECT :name", POSITION),
        ("SELECT ?1", POSITION),
        ("", "the statement is empty"),
        (" ; -- nothing", "the statement is empty"),
        ("GRANT ALL", "a statement starts with SELECT, INSERT, UPDATE or DELETE, not with GRANT"),
        ("SELECT 1 \0", "the statement contains a NUL character"),
        ("SELECT " + "1" * 10_000, "the statement is longer than 10,000 characters"),
        ("SELECT random()", f"random: {RANDOM}"),
        ('SELECT "RANDOM"()', f"random: {RANDOM}"),
        ("SELECT randomblob(4)", f"randomblob: {RANDOM}"),
        ("SELECT * FROM wallets ORDER BY random()", f"random: {RANDOM}"),
        ("SELECT CURRENT_TIMESTAMP", f"current_timestamp: {TIME}"),
        ("SELECT datetime('now')", f"datetime: {TIME}"),
        ("SELECT date()", f"date: {TIME}"),
        ("SELECT strftime('%s')", f"strftime: {TIME}"),
        ("SELECT datetime(0, 'localtime')", "datetime: SQL does not know a time zone here: compute in UTC"),
        ("SELECT last_insert_rowid()", f"last_insert_rowid: {COUNTER}"),
        ("SELECT changes()", f"changes: {COUNTER}"),
        ("SELECT load_extension('x')", "load_extension: this function is not available here"),
        ("SELECT * FROM pragma_table_info('wallets')", "only rows and tables of the schema can be used here"),
        ("SELEC 1", "a statement starts with SELECT, INSERT, UPDATE or DELETE, not with SELEC"),
        ("SELECT FROM", 'near "FROM": syntax error'),
        ("SELECT nowhere", "no such column: nowhere"),
    ],
)
def test_a_refused_statement_says_what_to_use_instead(caller: Caller, sql: str, sentence: str) -> None:
    with refused("DatabaseError", sentence):
        caller.fetch(sql)
    assert caller.scalar("SELECT count(*) FROM wallets") == 2


@pytest.mark.parametrize(
    ("sql", "verb"),
    [
        ("select 1;;", "SELECT"),
        ("VALUES (1), (2)", "VALUES"),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT 2) SELECT * FROM n", "SELECT"),
        (
            "/* INSERT */ WITH a AS (SELECT ')'), b AS (SELECT 1) --UPDATE\nSELECT replace('a', 'b', '')",
            "SELECT",
        ),
        ("WITH a(x) AS (SELECT 1) INSERT INTO t SELECT x FROM a", "INSERT"),
        ("WITH replace AS (SELECT 1) REPLACE INTO t SELECT * FROM replace", "REPLACE"),
        ("SELECT 'a;b', \"c;d\", [e;f], `g;h` FROM t", "SELECT"),
        ("SELECT (replace('a', 'b', 'c'))", "SELECT"),
        ("replace into t values (1)", "REPLACE"),
        ("DELETE FROM t RETURNING x", "DELETE"),
    ],
)
def test_a_statement_is_told_by_its_first_keyword_behind_comments_and_with_clauses(sql: str, verb: str) -> None:
    found = statement(sql)
    assert (found.refusal, found.verb, found.writes) == ("", verb, verb not in ("SELECT", "VALUES"))


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("SELECT ?, '?'",), "the statement has 1 ? and 0 values were passed"),
        (("SELECT 1", 5), "the statement has 0 ? and 1 value was passed"),
        (
            ("SELECT ?, ?", (1, 2)),
            "the statement has 2 ? and 1 value was passed: pass the values one by one, not as a collection",
        ),
        (("SELECT ?", [1]), "value 1 is a list: SQL takes None, bool, int, float, str and bytes"),
        (
            ("SELECT ?, ?", 1, object()),
            "value 2 is an object: SQL takes None, bool, int, float, str and bytes",
        ),
        (("SELECT ?", 1 << 63), "value 1 does not fit into 64 bits"),
        (("SELECT ?", float("nan")), "value 1 is nan, which SQL cannot store"),
        (
            ("SELECT ?", "\ud800"),
            "a text contains half a character (a lone surrogate), which SQL cannot store",
        ),
        (("SELECT ?", "x" * 8_193), "a value or row is longer than 8,192 bytes"),
        (("SELECT datetime(?)", "NOW"), f"datetime: {TIME}"),
        ((5,), "the statement is to be a text, not an int"),
        ((), "the statement is empty"),
    ],
)
def test_values_that_sql_cannot_hold_are_refused_by_number(caller: Caller, args: tuple[object, ...], sentence: str) -> None:
    with refused("DatabaseError", sentence):
        caller.fetch(*args)


def test_for_update_is_for_reads_in_a_transaction(caller: Caller) -> None:
    with refused(
        "DatabaseError",
        "for_update=True needs a transaction: read within `async with db.transaction() as tx:`",
    ):
        caller.fetch(BALANCE, for_update=True)
    transaction = caller.begin()
    with refused("DatabaseError", "for_update=True is for reads: a write takes the write lock by itself"):
        transaction.fetch("DELETE FROM charges RETURNING id", for_update=True)
    with refused("DatabaseError", "fetch knows no user=: values are passed by position, one for each ?"):
        caller.fetch("SELECT ?", user="ada")


def test_dates_that_are_passed_in_may_be_computed_with(caller: Caller) -> None:
    assert caller.scalar("SELECT datetime(?, '+1 day')", "2024-02-28 10:00:00") == "2024-02-29 10:00:00"
    assert caller.scalar("SELECT strftime('%s', ?)", "1970-01-01 00:01:00") == "60"


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
STOPPED = "stopped after 200,000 steps: the statement is endless or reads far too much"


def test_an_endless_query_is_stopped(caller: Caller) -> None:
    with refused("DatabaseError", STOPPED):
        caller.scalar(ENDLESS + "SELECT count(*) FROM n")
    assert caller.scalar(ENDLESS + "SELECT i FROM n") == 1
    assert caller.scalar(BALANCE) == 100


def test_queries_that_multiply_in_a_with_clause_are_refused_and_ordinary_ones_are_not(caller: Caller) -> None:
    doubling = ["c0(x) AS (SELECT 1)"] + [f"c{n} (x) AS (SELECT a.x FROM c{n - 1} a, c{n - 1})" for n in range(1, 16)]
    too_often = "the names of the WITH clause are used too often, and each use repeats the whole query"
    with refused("DatabaseError", too_often):
        caller.scalar(f"WITH {', '.join(doubling)} SELECT count(*) FROM c15")
    with refused("DatabaseError", too_often):
        caller.scalar(f"SELECT (WITH {', '.join(doubling)} SELECT count(*) FROM c15)")
    ordinary = ", ".join(f"c{n} AS (SELECT user FROM wallets WHERE balance > {n})" for n in range(9))
    joined = " ".join(f"JOIN c{n} ON c{n}.user = c0.user" for n in range(1, 9))
    assert caller.scalar(f"WITH {ordinary} SELECT count(*) FROM c0 {joined}") == 2


def test_a_short_statement_may_run_any_number_of_times(caller: Caller) -> None:
    for _ in range(5_000):
        assert caller.scalar("SELECT sum(balance) FROM wallets, (VALUES (1), (2), (3), (4))") == 600


def test_an_endless_write_undoes_its_transaction_and_keeps_what_was_committed(caller: Caller) -> None:
    caller.execute(SET_BALANCE, 60)
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    with refused("DatabaseError", STOPPED):
        transaction.execute("INSERT INTO wallets " + ENDLESS + "SELECT i, i FROM n")
    with refused("DatabaseError", STOPPED):
        caller.execute("INSERT INTO wallets " + ENDLESS + "SELECT i, i FROM n")
    assert caller.fetch("SELECT * FROM wallets") == [
        {"user": "ada", "balance": 60},
        {"user": "bob", "balance": 50},
    ]
    with pytest.raises(Fault, match="nothing was committed"):
        caller.end(transaction)


def test_an_answer_that_is_too_long_is_refused_and_a_write_that_gave_it_is_undone(caller: Caller) -> None:
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
    too_many = "the answer has more than 10,000 rows: ask for less, with WHERE or LIMIT"
    numbers = caller.fetch(many.format(10_000) + "SELECT i FROM n")
    assert isinstance(numbers, list)
    assert len(numbers) == 10_000
    with refused("DatabaseError", too_many):
        caller.fetch(many.format(10_001) + "SELECT i FROM n")
    too_long = "the answer is longer than 1,000,000 characters: ask for less"
    with refused("DatabaseError", too_long):
        caller.fetch(many.format(126) + "SELECT printf('%8000d', i) FROM n")
    transaction = caller.begin()
    for writer in (caller, transaction):
        with refused("DatabaseError", too_long):
            writer.fetch(many.format(126) + "INSERT INTO wallets SELECT printf('%8000d', i), i FROM n RETURNING user")
        assert writer.scalar("SELECT count(*) FROM wallets") == 2
    caller.end(transaction)


def test_a_refused_statement_never_waits_for_the_write_lock(caller: Caller) -> None:
    holder = caller.begin()
    holder.execute(SET_BALANCE, 20)
    for refusal in ("BEGIN", "DELETE FROM wallets; DELETE FROM charges", "DROP TABLE wallets"):
        assert caller.ready("execute", refusal)


def test_a_database_cannot_grow_without_end() -> None:
    db: Sql = open_sql("CREATE TABLE t (x)")
    caller = Caller(db)
    caller.execute("INSERT INTO t VALUES (zeroblob(8000))")
    with refused("DatabaseError", "database or disk is full"):
        for _ in range(13):
            caller.execute("INSERT INTO t SELECT x FROM t")
    assert db.scalar("SELECT count(*) FROM t") == 1024
    db.close()
