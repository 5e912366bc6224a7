"""A call on a SQL port: its text and values checked, and the answer in the shape that its method promises."""

from __future__ import annotations

from dataclasses import dataclass

from gym.race.ops import Op
from gym.race.sql_connection import Answer, Value, failed
from gym.race.sql_words import Statement, statement

_BINDABLE = (type(None), bool, int, float, str, bytes)
_LOW, _HIGH = -(1 << 63), (1 << 63) - 1
_FIRST = frozenset({"fetch_one", "scalar"})


@dataclass(slots=True)
class Call:
    """A checked call. `locks`: it needs the write lock; `first`: one row is enough."""

    statement: Statement
    values: tuple[Value, ...]
    locks: bool
    first: bool


def locks(op: Op, *, in_transaction: bool = False) -> bool:
    """Whether the call has to have the write lock; a call that will be refused need not wait for it."""
    if not op.args or not isinstance(op.args[0], str):
        return False
    return statement(op.args[0]).writes or (in_transaction and bool(op.kwargs.get("for_update")))


def classified(op: Op) -> Statement:
    """What the call's text is; a call without a text counts as an empty one."""
    text = op.args[0] if op.args else ""
    return statement(text if isinstance(text, str) else "")


def parse(op: Op, *, in_transaction: bool = False) -> Call:
    """Check a call.

    Raises:
        Fault: DatabaseError, for a refused statement, a wrong number of values, or one that SQL cannot hold.
    """
    if op.args and not isinstance(op.args[0], str):
        raise failed(f"the statement is to be a text, not {_kind(op.args[0])}")
    asked = classified(op)
    if asked.refusal:
        raise failed(asked.refusal)
    if op.kwargs:
        _check_options(op, asked, in_transaction)
    values = op.args[1:]
    if len(values) != asked.places:
        raise failed(_miscounted(asked.places, values))
    return Call(
        asked,
        tuple([_bound(number, value) for number, value in enumerate(values, 1)]) if values else (),
        asked.writes or (in_transaction and bool(op.kwargs.get("for_update"))),
        op.method in _FIRST,
    )


def shaped(method: str, answer: Answer) -> object:
    """The answer as `execute`, `fetch`, `fetch_one` or `scalar` gives it."""
    if method == "execute":
        return answer.changed
    names, rows = answer.names, answer.rows
    if method == "fetch":
        return [dict(zip(names, row, strict=True)) for row in rows]
    if not rows:
        return None
    return rows[0][0] if method == "scalar" else dict(zip(names, rows[0], strict=True))


def _check_options(op: Op, asked: Statement, in_transaction: bool) -> None:
    for name in op.kwargs:
        if name != "for_update":
            raise failed(f"{op.method} knows no {name}=: values are passed by position, one for each ?")
    if not in_transaction:
        raise failed("for_update=True needs a transaction: read within `async with db.transaction() as tx:`")
    if op.method == "execute" or asked.writes:
        raise failed("for_update=True is for reads: a write takes the write lock by itself")


def _miscounted(places: int, values: tuple[object, ...]) -> str:
    passed = "1 value was" if len(values) == 1 else f"{len(values)} values were"
    text = f"the statement has {places} ? and {passed} passed"
    if len(values) == 1 and isinstance(values[0], list | tuple | dict):
        text += ": pass the values one by one, not as a collection"
    return text


def _bound(number: int, value: object) -> Value:
    if not isinstance(value, _BINDABLE):
        raise failed(f"value {number} is {_kind(value)}: SQL takes None, bool, int, float, str and bytes")
    if isinstance(value, int):
        if not _LOW <= value <= _HIGH:
            raise failed(f"value {number} does not fit into 64 bits")
    elif isinstance(value, float) and value != value:
        raise failed(f"value {number} is nan, which SQL cannot store")
    return value


def _kind(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"
