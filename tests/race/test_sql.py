"""The SQL port: READ COMMITTED manners, the write lock, cancelled callers, and the author's side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.errors import ContentError, JudgeError
from gym.race.faults import Fault
from gym.race.sql import Sql
from gym.race.sql_transaction import Transaction
from tests.race.sql_caller import BALANCE, SCHEMA, SEEDS, SET_BALANCE, Caller, open_sql, refused


@pytest.fixture
def db() -> Iterator[Sql]:
    port = open_sql()
    yield port
    port.close()


@pytest.fixture
def caller(db: Sql) -> Caller:
    return Caller(db)


def test_the_port_offers_four_statements_and_a_transaction_which_offers_the_four(db: Sql, caller: Caller) -> None:
    four = {"execute": "op", "fetch": "op", "fetch_one": "op", "scalar": "op"}
    assert dict(db.methods) == {**four, "transaction": "cm"}
    transaction = caller.begin()
    assert dict(transaction.port.methods) == four
    assert (transaction.port.name, caller.begin().port.name) == ("db.tx1", "db.tx2")


def test_each_method_gives_the_answer_in_its_own_shape(caller: Caller) -> None:
    assert caller.execute("UPDATE wallets SET balance = balance + 1") == 2
    assert caller.fetch("SELECT user, balance FROM wallets ORDER BY user") == [
        {"user": "ada", "balance": 101},
        {"user": "bob", "balance": 51},
    ]
    assert caller.fetch_one("SELECT user, balance FROM wallets WHERE user = ?", "bob") == {
        "user": "bob",
        "balance": 51,
    }
    assert caller.scalar(BALANCE) == 101
    nobody = "SELECT balance FROM wallets WHERE user = ?"
    assert (caller.fetch(nobody, "eve"), caller.fetch_one(nobody, "eve"), caller.scalar(nobody, "eve")) == (
        [],
        None,
        None,
    )
    assert caller.execute(BALANCE) == 0


def test_values_of_every_kind_come_back_as_sqlite_holds_them(caller: Caller) -> None:
    values = (None, True, -(1 << 63), 1.5, "ä\0b", b"\x00\xff")
    assert caller.fetch_one("SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f", *values) == {
        "a": None, "b": 1, "c": -(1 << 63), "d": 1.5, "e": "ä\0b", "f": b"\x00\xff",
    }  # fmt: skip


def test_two_callers_that_read_before_either_writes_lose_an_update(db: Sql) -> None:
    first, second = Caller(db), Caller(db)
    seen = (first.scalar(BALANCE), second.scalar(BALANCE))
    first.execute(SET_BALANCE, 20)
    second.execute(SET_BALANCE, 20)
    assert seen == (100, 100)
    assert db.scalar(BALANCE) == 20


def test_an_update_with_its_condition_lets_one_of_two_through(db: Sql) -> None:
    take = "UPDATE wallets SET balance = balance - 80 WHERE user = 'ada' AND balance >= 80"
    assert [Caller(db).execute(take), Caller(db).execute(take)] == [1, 0]
    assert db.scalar(BALANCE) == 20


def test_select_then_update_inside_one_begin_is_still_a_race(db: Sql, caller: Caller) -> None:
    first, second = caller.begin(), caller.begin()
    assert (first.scalar(BALANCE), second.scalar(BALANCE)) == (100, 100)
    first.execute(SET_BALANCE, 20)
    assert not second.ready("execute", SET_BALANCE, 20)
    caller.end(first)
    second.execute(SET_BALANCE, 20)
    caller.end(second)
    assert db.scalar(BALANCE) == 20


def test_a_read_for_update_waits_and_then_sees_what_was_committed(db: Sql, caller: Caller) -> None:
    first, second = caller.begin(), caller.begin()
    assert first.scalar(BALANCE, for_update=True) == 100
    assert not second.ready("scalar", BALANCE, for_update=True)
    assert second.ready("scalar", BALANCE)
    first.execute(SET_BALANCE, 20)
    caller.end(first)
    assert second.scalar(BALANCE, for_update=True) == 20
    caller.end(second)


def test_the_write_lock_stops_writers_of_every_kind_and_no_reader(db: Sql, caller: Caller) -> None:
    holder, other = caller.begin(), caller.begin()
    holder.scalar(BALANCE, for_update=True)
    writes = [
        "INSERT INTO wallets VALUES ('eve', 1)",
        "DELETE FROM wallets",
        "WITH x AS (SELECT 1) DELETE FROM charges",
    ]
    for write in writes:
        assert not caller.ready("execute", write)
        assert not other.ready("execute", write)
        assert holder.ready("execute", write)
    assert not caller.ready("fetch_one", "UPDATE wallets SET balance = 1 RETURNING balance")
    assert caller.ready("fetch", BALANCE)
    assert other.ready("fetch", "WITH x AS (SELECT 1) SELECT * FROM x")
    assert caller.ready("transaction.enter")
    caller.end(holder)
    assert caller.ready("execute", writes[0])
    assert other.ready("execute", writes[0])


def test_own_writes_are_seen_and_those_of_others_only_once_committed(db: Sql, caller: Caller) -> None:
    writer, reader = caller.begin(), caller.begin()
    caller.execute("INSERT INTO wallets VALUES ('eve', 7)")
    writer.execute(SET_BALANCE, 20)
    total = "SELECT sum(balance) FROM wallets"
    assert (writer.scalar(total), reader.scalar(total), caller.scalar(total), db.scalar(total)) == (
        77,
        157,
        157,
        157,
    )
    caller.end(writer)
    assert (reader.scalar(total), caller.scalar(total), db.scalar(total)) == (77, 77, 77)
    with refused("DatabaseError", "db.tx1 has ended (committed): use it only inside its `async with` block"):
        writer.scalar(total)


def test_an_exception_in_the_block_rolls_back_and_frees_the_lock(db: Sql, caller: Caller) -> None:
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    assert not caller.ready("execute", SET_BALANCE, 1)
    caller.end(transaction, "InsufficientCredits")
    assert db.scalar(BALANCE) == 100
    assert caller.execute(SET_BALANCE, 1) == 1
    with refused("DatabaseError", "db.tx1 has ended (rolled back): use it only inside its `async with` block"):
        transaction.execute(SET_BALANCE, 2)


def test_a_failed_statement_is_undone_alone_and_its_transaction_goes_on(db: Sql, caller: Caller) -> None:
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    with refused("IntegrityError", "CHECK constraint failed: balance >= 0"):
        transaction.execute("UPDATE wallets SET balance = balance - 30")
    transaction.execute("UPDATE wallets SET balance = balance + 1")
    caller.end(transaction)
    assert [row["balance"] for row in db.rows("SELECT balance FROM wallets ORDER BY user")] == [21, 51]


def test_violated_constraints_are_named_as_sqlite_names_them(caller: Caller) -> None:
    caller.execute("INSERT INTO charges (user, amount, key) VALUES ('ada', 1, 'k')")
    with refused("IntegrityError", "UNIQUE constraint failed: charges.key"):
        caller.execute("INSERT INTO charges (user, amount, key) VALUES ('ada', 1, 'k')")
    with refused("IntegrityError", "FOREIGN KEY constraint failed"):
        caller.execute("INSERT INTO charges (user, amount) VALUES ('nobody', 1)")
    with refused("IntegrityError", "NOT NULL constraint failed: wallets.balance"):
        caller.execute("INSERT INTO wallets VALUES ('eve', NULL)")


def test_returning_and_on_conflict_are_sqlites_own(db: Sql, caller: Caller) -> None:
    charge = "INSERT INTO charges (user, amount, key) VALUES ('ada', ?, 'k') "
    charge += "ON CONFLICT (key) DO NOTHING RETURNING id, amount"
    assert caller.fetch_one(charge, 5) == {"id": 1, "amount": 5}
    assert caller.fetch_one(charge, 6) is None
    assert caller.scalar("INSERT INTO charges (user, amount) VALUES ('ada', 9) RETURNING id") == 3
    assert caller.fetch("UPDATE charges SET amount = amount * 2 RETURNING amount") == [
        {"amount": 10},
        {"amount": 18},
    ]
    assert caller.execute("DELETE FROM charges RETURNING id") == 2
    upsert = "INSERT INTO wallets VALUES ('ada', 1) "
    upsert += "ON CONFLICT (user) DO UPDATE SET balance = balance + excluded.balance"
    assert caller.execute(upsert) == 1
    assert db.scalar(BALANCE) == 101


def test_a_write_behind_a_with_clause_counts_its_rows(caller: Caller) -> None:
    poor = "WITH poor AS (SELECT user FROM wallets WHERE balance < 80) "
    assert caller.execute(poor + "UPDATE wallets SET balance = 80 WHERE user IN poor") == 1
    assert caller.execute("WITH n(x) AS (VALUES ('c'), ('d')) INSERT INTO wallets SELECT x, 1 FROM n") == 2
    returning = "WITH n(x) AS (VALUES ('e'), ('f')) INSERT INTO wallets SELECT x, 1 FROM n RETURNING user"
    assert caller.execute(returning) == 2


def test_a_deadlock_between_the_write_lock_and_something_else_shows_as_ops_that_never_get_ready(
    caller: Caller,
) -> None:
    holder = caller.begin()
    holder.execute(SET_BALANCE, 20)
    gate_of_the_waiter = caller.op("execute", SET_BALANCE, 30)
    for _ in range(3):  # the holder waits for the waiter's lock and so never leaves its block
        assert not caller.port.ready(gate_of_the_waiter)
    with pytest.raises(JudgeError, match=r"a1 may not write: db\.tx1 has the write lock"):
        caller.port.apply(gate_of_the_waiter)


def test_two_databases_locked_in_opposite_orders_leave_nothing_ready() -> None:
    left, right = Caller(open_sql()), Caller(open_sql())
    a_left, a_right, b_left, b_right = left.begin(), right.begin(), left.begin(), right.begin()
    a_left.execute(SET_BALANCE, 1)
    b_right.execute(SET_BALANCE, 2)
    assert not a_right.ready("execute", SET_BALANCE, 1)
    assert not b_left.ready("execute", SET_BALANCE, 2)
    left.end(a_left, "CancelledError")
    assert b_left.ready("execute", SET_BALANCE, 2)


def test_a_caller_cancelled_while_it_begins_leaves_no_transaction(db: Sql, caller: Caller) -> None:
    op = caller.op("transaction.enter")
    db.cancelled(op, effected=False)
    op.value = db.apply(op)
    db.cancelled(op, effected=True)
    assert isinstance(op.value, Transaction)
    assert op.value.state == "rolled back"


@pytest.mark.parametrize(("error", "effected", "balance"), [(None, True, 20), (None, False, 100), ("Oops", False, 100)])
def test_a_caller_cancelled_while_it_commits_has_committed_only_if_that_took_effect(
    db: Sql, caller: Caller, error: str | None, effected: bool, balance: int
) -> None:
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    op = caller.exit_op(transaction, error)
    if effected:
        db.apply(op)
    db.cancelled(op, effected=effected)
    assert db.scalar(BALANCE) == balance
    assert caller.ready("execute", SET_BALANCE, 1)


def test_a_caller_cancelled_in_a_statement_keeps_its_transaction_until_the_block_is_left(db: Sql, caller: Caller) -> None:
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    transaction.port.cancelled(transaction.op("scalar", BALANCE), effected=False)
    assert not caller.ready("execute", SET_BALANCE, 1)
    caller.end(transaction, "CancelledError")
    assert db.scalar(BALANCE) == 100


def test_a_killed_process_loses_what_it_had_not_committed_and_others_keep_theirs(db: Sql) -> None:
    dying, living = Caller(db, "instance A"), Caller(db, "instance B")
    kept, lost = living.begin(), dying.begin()
    lost.execute(SET_BALANCE, 20)
    assert not kept.ready("execute", SET_BALANCE, 60)
    db.killed("instance A")
    kept.execute(SET_BALANCE, 60)
    living.end(kept)
    assert db.scalar(BALANCE) == 60


DEFERRED = """
CREATE TABLE parents (id INTEGER PRIMARY KEY);
CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
"""


def test_a_commit_that_violates_a_deferred_constraint_raises_and_rolls_back() -> None:
    db = open_sql(DEFERRED)
    caller = Caller(db)
    transaction = caller.begin()
    transaction.execute("INSERT INTO children VALUES (1)")
    with refused("IntegrityError", "FOREIGN KEY constraint failed"):
        caller.end(transaction)
    assert db.scalar("SELECT count(*) FROM children") == 0
    with refused("IntegrityError", "FOREIGN KEY constraint failed"):
        caller.execute("INSERT INTO children VALUES (1)")
    mended = caller.begin()
    mended.execute("INSERT INTO children VALUES (1)")
    mended.execute("INSERT INTO parents VALUES (1)")
    caller.end(mended)
    assert db.scalar("SELECT count(*) FROM children") == 1


def test_or_rollback_ends_the_whole_transaction_and_nothing_else(db: Sql, caller: Caller) -> None:
    caller.execute("INSERT INTO wallets VALUES ('eve', 7)")
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    with refused("IntegrityError", "UNIQUE constraint failed: wallets.user"):
        transaction.execute("INSERT OR ROLLBACK INTO wallets VALUES ('ada', 1)")
    assert caller.execute("UPDATE wallets SET balance = 8 WHERE user = 'eve'") == 1
    with refused("DatabaseError", "db.tx1 has ended (undone): use it only inside its `async with` block"):
        transaction.scalar(BALANCE)
    with refused("DatabaseError", "db.tx1 was rolled back after an error in it: nothing was committed"):
        caller.end(transaction)
    assert [tuple(row.values()) for row in db.rows("SELECT * FROM wallets")] == [
        ("ada", 100),
        ("bob", 50),
        ("eve", 8),
    ]


def test_what_or_fail_wrote_before_it_failed_stays_and_readers_beside_a_transaction_see_it(
    caller: Caller,
) -> None:
    with refused("IntegrityError", "UNIQUE constraint failed: wallets.user"):
        caller.execute("INSERT OR FAIL INTO wallets VALUES ('eve', 1), ('ada', 1), ('fay', 1)")
    writer = caller.begin()
    writer.execute("DELETE FROM wallets WHERE user = 'bob'")
    assert caller.fetch("SELECT user FROM wallets") == [{"user": "ada"}, {"user": "bob"}, {"user": "eve"}]


def test_the_author_sees_the_committed_rows_and_may_write_while_nobody_has_the_lock(db: Sql, caller: Caller) -> None:
    assert db.execute("UPDATE wallets SET balance = ? WHERE user = ?", 60, "ada") == 1
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    assert db.rows("SELECT user, balance FROM wallets WHERE balance > ?", 50) == [{"user": "ada", "balance": 60}]
    with pytest.raises(ContentError, match=r"^db\.execute: db\.tx1 has the write lock now$"):
        db.execute("DELETE FROM charges")


def test_mistakes_of_the_author_name_the_statement() -> None:
    with pytest.raises(ContentError, match=r'^db: the schema does not run: near "CREAT": syntax error$'):
        open_sql("CREAT TABLE t (x)")
    with pytest.raises(ContentError, match=r"^db: the seed 'INSERT INTO u VALUES \(1\)' does not run: no such table: u$"):
        open_sql("CREATE TABLE t (x)", "INSERT INTO u VALUES (1)")
    with pytest.raises(ContentError, match=r"^db: the watch query 'SELECT y FROM t' does not run: no such column: y$"):
        open_sql("CREATE TABLE t (x)", watch="SELECT y FROM t")
    with pytest.raises(ContentError, match=r"^db: the watch query 'DELETE FROM t' does not run: it writes$"):
        open_sql("CREATE TABLE t (x)", watch="DELETE FROM t")
    db = open_sql()
    with pytest.raises(
        ContentError, match=r"^db: 'SELECT \?' does not run: the statement has 1 \? and 0 values were passed$"
    ):
        db.scalar("SELECT ?")
    with pytest.raises(ContentError, match=r"^db\.rows: 'DELETE FROM charges' writes: use db\.execute$"):
        db.rows("DELETE FROM charges")


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ("PRAGMA foreign_keys = OFF", "only rows and tables"),
        ("CREATE TEMP TABLE t (x)", "only rows and tables"),
        ("ATTACH ':memory:' AS other", "only rows and tables"),
        ("BEGIN; CREATE TABLE t (x)", "only rows and tables"),
        (
            "CREATE TABLE t (x DEFAULT CURRENT_TIMESTAMP); INSERT INTO t DEFAULT VALUES",
            "current_timestamp: SQL does not know",
        ),
        ("CREATE TABLE t (x INTEGER REFERENCES nowhere (id)); INSERT INTO t VALUES (1)", "no such table"),
    ],
)
def test_a_schema_that_would_not_reset_or_repeat_is_the_authors_mistake(schema: str, reason: str) -> None:
    with pytest.raises(ContentError, match=reason):
        open_sql(schema)


def test_watched_rows_are_labelled_by_the_author_or_by_their_columns() -> None:
    assert open_sql().watched() == {}
    assert open_sql(watch=BALANCE).watched() == {"balance": "100"}
    both = {
        "ada": BALANCE,
        "all": "SELECT * FROM wallets",
        "key": "SELECT NULL",
        "nobody": "SELECT 1 WHERE 0",
    }
    assert open_sql(watch=both).watched() == {
        "ada": "100",
        "all": "ada 100, bob 50",
        "key": "-",
        "nobody": "-",
    }


def test_watched_rows_follow_commits_and_no_earlier() -> None:
    db = open_sql(watch=BALANCE)
    caller = Caller(db)
    transaction = caller.begin()
    transaction.execute(SET_BALANCE, 20)
    assert db.watched() == {"balance": "100"}
    caller.end(transaction)
    assert db.watched() == {"balance": "20"}
    caller.execute(SET_BALANCE, 5)
    assert db.watched() == {"balance": "5"}


@pytest.mark.parametrize(
    ("default", "reason"),
    [
        ("CURRENT_TIMESTAMP", "current_timestamp: SQL does"),
        ("(random())", "random: SQL"),
        ("(date('now'))", "date: SQL"),
    ],
)
def test_a_default_that_differs_between_runs_is_refused_where_it_is_used(default: str, reason: str) -> None:
    db = open_sql(f"CREATE TABLE t (x, y DEFAULT {default})")
    with pytest.raises(Fault, match=reason):
        Caller(db).execute("INSERT INTO t (x) VALUES (1)")
    assert db.execute("INSERT INTO t VALUES (1, 2)") == 1


def test_a_closed_world_leaves_nothing_behind_for_the_next() -> None:
    everything = ("SELECT * FROM wallets", "SELECT * FROM charges", "SELECT * FROM sqlite_sequence")

    def found() -> list[list[dict[str, object]]]:
        return [fresh.rows(query) for query in everything]

    fresh = Sql("db", SCHEMA, SEEDS, BALANCE)
    pristine = found()
    caller = Caller(fresh)
    caller.execute("INSERT INTO charges (user, amount) VALUES ('ada', 1)")
    left_open = caller.begin()
    left_open.execute("DELETE FROM charges")
    left_open.execute("DELETE FROM wallets")
    caller.scalar(BALANCE)
    fresh.close()
    fresh.close()
    with pytest.raises(JudgeError, match="db was used after its world ended"):
        fresh.watched()
    fresh = Sql("db", SCHEMA, SEEDS, BALANCE)
    assert found() == pristine
    assert fresh.watched() == {"balance": "100"}
    assert Caller(fresh).scalar("INSERT INTO charges (user, amount) VALUES ('ada', 1) RETURNING id") == 1
    assert Caller(fresh).begin().port.name == "db.tx1"


def test_worlds_that_live_at_once_share_nothing() -> None:
    one, other = open_sql(), open_sql()
    Caller(one).begin().execute(SET_BALANCE, 1)
    assert Caller(other).execute(SET_BALANCE, 2) == 1
    assert (one.scalar(BALANCE), other.scalar(BALANCE)) == (100, 2)
