"""The SQL port against a model of dictionaries: any order of any calls gives the same answers."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gym.race.faults import Fault
from tests.race.sql_caller import Caller, open_sql

SCHEMA = "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, n INTEGER CHECK (n >= 0));"
KEYS = st.sampled_from("abc")
WHO = st.integers(0, 3)
Rows = dict[str, tuple[int, int]]


class Model(RuleBasedStateMachine):
    """Callers 0 to 2 may each have a transaction; caller 3 never does. Rows are key -> (id, n)."""

    @initialize()
    def begin_world(self) -> None:
        self.db = open_sql(SCHEMA, watch={"all": "SELECT key, id, n FROM t ORDER BY key"})
        self.callers = [Caller(self.db) for _ in range(4)]
        self.open: dict[int, Caller] = {}
        self.holder: int | None = None
        self.committed: Rows = {}
        self.own: Rows = {}
        self.last_id = 0
        self.own_last_id = 0

    def teardown(self) -> None:
        if hasattr(self, "db"):
            self.db.close()

    @precondition(lambda self: len(self.open) < 3)
    @rule()
    def begin(self) -> None:
        who = min({0, 1, 2} - set(self.open))
        self.open[who] = self.callers[who].begin()

    @precondition(lambda self: self.open)
    @rule(who=WHO, commit=st.booleans(), cancelled=st.booleans())
    def end(self, who: int, commit: bool, cancelled: bool) -> None:
        who = sorted(self.open)[who % len(self.open)]
        transaction = self.open.pop(who)
        if cancelled:
            op = self.callers[who].exit_op(transaction)
            self.db.cancelled(op, effected=False)
        else:
            self.callers[who].end(transaction, None if commit else "ValueError")
        if self.holder == who:
            if commit and not cancelled:
                self.committed, self.last_id = self.own, self.own_last_id
            self.holder = None

    @rule(who=WHO, key=KEYS, n=st.integers(-1, 5))
    def insert(self, who: int, key: str, n: int) -> None:
        sql = "INSERT INTO t (key, n) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
        if not self.may_write(who, sql, key, n):
            return
        rows, last_id = self.state_of(who)
        if n < 0:
            self.fails(who, sql, key, n)
        elif key in rows:
            assert self.caller(who).execute(sql, key, n) == 0
            self.count_id(who)  # SQLite spends an id on a row that DO NOTHING then drops
        else:
            assert self.caller(who).scalar(sql + " RETURNING id", key, n) == last_id + 1
            rows[key] = (last_id + 1, n)
            self.count_id(who)

    @rule(who=WHO, least=st.integers(0, 5), by=st.integers(-2, 2))
    def add(self, who: int, least: int, by: int) -> None:
        sql = "UPDATE t SET n = n + ? WHERE n >= ?"
        if not self.may_write(who, sql, by, least):
            return
        rows, _ = self.state_of(who)
        hit = {key: (number, n + by) for key, (number, n) in rows.items() if n >= least}
        if any(n < 0 for _, n in hit.values()):
            self.fails(who, sql, by, least)
        else:
            assert self.caller(who).execute(sql, by, least) == len(hit)
            rows.update(hit)

    @rule(who=WHO, key=KEYS)
    def delete(self, who: int, key: str) -> None:
        sql = "DELETE FROM t WHERE key = ?"
        if self.may_write(who, sql, key):
            rows, _ = self.state_of(who)
            assert self.caller(who).execute(sql, key) == (1 if rows.pop(key, None) else 0)

    @rule(key=KEYS)
    def insert_one_that_rolls_everything_back(self, key: str) -> None:
        if self.holder is None or key not in self.own:
            return
        self.fails(self.holder, "INSERT OR ROLLBACK INTO t (key, n) VALUES (?, 0)", key)
        del self.open[self.holder]
        self.holder = None

    @invariant()
    def everybody_reads_what_the_model_holds(self) -> None:
        for who in range(4):
            rows = self.own if self.holder == who else self.committed
            expected = [{"key": key, "id": number, "n": n} for key, (number, n) in sorted(rows.items())]
            assert self.caller(who).fetch("SELECT key, id, n FROM t ORDER BY key") == expected
        shown = ", ".join(f"{key} {number} {n}" for key, (number, n) in sorted(self.committed.items()))
        assert self.db.watched() == {"all": shown or "-"}

    def caller(self, who: int) -> Caller:
        return self.open.get(who, self.callers[who])

    def may_write(self, who: int, sql: str, *values: object) -> bool:
        free = self.holder in (None, who)
        assert self.caller(who).ready("execute", sql, *values) == free
        if free and self.holder is None and who in self.open:
            self.holder, self.own, self.own_last_id = who, deepcopy(self.committed), self.last_id
        return free

    def state_of(self, who: int) -> tuple[Rows, int]:
        return (self.own, self.own_last_id) if self.holder == who else (self.committed, self.last_id)

    def count_id(self, who: int) -> None:
        if self.holder == who:
            self.own_last_id += 1
        else:
            self.last_id += 1

    def fails(self, who: int, sql: str, *values: object) -> None:
        with pytest.raises(Fault) as caught:
            self.caller(who).execute(sql, *values)
        assert caught.value.name == "IntegrityError"


TestModel = Model.TestCase
TestModel.settings = settings(max_examples=60, stateful_step_count=40, deadline=None, derandomize=True, database=None)
