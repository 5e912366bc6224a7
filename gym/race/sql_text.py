"""SQL for the eye: one short line for a call in a trace, and one short text for a watched query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gym.race.faults import Fault
from gym.race.ops import Op
from gym.race.sql_words import Clause, Statement

LINE = 44
"""Width of a column of the trace, in characters."""
_SHORTEST = 14
_VALUE = 18
_WATCHED = 60


def described(asked: Statement, op: Op) -> str:
    """`UPDATE balance = 20 -> 1 row`: the longest form that fits, and always the whole outcome."""
    outcome = _outcome(op)
    if op.kwargs.get("for_update"):
        outcome = " for update" + outcome
    room = max(LINE - len(outcome), _SHORTEST)
    text = ""
    for text in _forms(asked, op.args[1:]):
        if len(text) <= room:
            return _one_line(text) + outcome
    return _one_line(text[: room - 3]).rstrip() + "..." + outcome


def ended(word: str, op: Op) -> str:
    """`COMMIT`, or `COMMIT !! IntegrityError`."""
    return word + _outcome(op) if op.error is not None else word


def watched_text(rows: Sequence[Sequence[object]]) -> str:
    """`100`, or `ada 100, bob 20` of several rows and columns; None is `-`, and so is no row at all."""
    text = ", ".join(" ".join("-" if value is None else str(value) for value in row) for row in rows) or "-"
    return _one_line(text if len(text) <= _WATCHED else text[: _WATCHED - 3] + "...")


def _one_line(text: str) -> str:
    """Without what would move the cursor of a terminal: a literal may hold anything."""
    return text if text.isprintable() else "".join(each if each.isprintable() else " " for each in text)


def _outcome(op: Op) -> str:
    if op.error is not None:
        name = op.error.name if isinstance(op.error, Fault) else type(op.error).__name__
        return f" !! {name}" + (" (took effect)" if op.effected else "")
    if op.state in ("cancelled", "killed"):
        return " (took effect)" if op.effected else ""
    if op.state == "invoked" and not op.effected:
        return ""
    if op.method == "execute" and isinstance(op.value, int):
        return f" -> {op.value} row" + ("" if op.value == 1 else "s")
    return f" -> {_result(op.value)}"


def _result(value: object) -> str:
    if isinstance(value, dict):
        return _record(value)
    if isinstance(value, list):
        text = f"[{', '.join(_record(row) for row in value)}]"
        return text if len(text) <= _VALUE else f"{len(value)} row" + ("" if len(value) == 1 else "s")
    return _value(value)


def _record(row: Mapping[str, object]) -> str:
    """A row of one column is its value, as the query names the column."""
    if len(row) == 1:
        return _value(*row.values())
    text = ", ".join(_value(value) for value in row.values())
    return f"({text})" if len(text) <= _VALUE else f"({len(row)} columns)"


def _value(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(int(value))
    text = repr(value)
    return text if len(text) <= _VALUE else text[: _VALUE - 4] + "..." + text[-1]


def _forms(asked: Statement, values: Sequence[object]) -> Iterator[str]:
    """The statement with less and less in it."""
    if not asked.clauses:
        yield " ".join(asked.text.split())
        return
    filled = list(_filled(asked.clauses, iter(values)))
    yield _joined(filled)
    main = [(word, text) for word, text in filled if word != "WITH"]
    if asked.verb in ("INSERT", "REPLACE"):
        yield from _insert_forms(main)
    elif asked.verb == "UPDATE":
        yield from _update_forms(main)
    else:
        yield from _tail_dropped(main)


def _tail_dropped(clauses: list[tuple[str, str]]) -> Iterator[str]:
    """`SELECT .. FROM .. WHERE ..`, then `SELECT .. FROM ..`, then `SELECT ..`."""
    for kept in ("FROM WHERE", "FROM", ""):
        yield _joined(clauses[:1] + [clause for clause in clauses[1:] if clause[0] in kept.split()])


def _update_forms(clauses: list[tuple[str, str]]) -> Iterator[str]:
    """Without RETURNING, without WHERE, and then only what is set: `UPDATE balance = 20`."""
    kept = [clause for clause in clauses if clause[0] != "RETURNING"]
    yield _joined(kept)
    yield _joined(kept[:2])
    yield "UPDATE" + kept[1][1][len("SET") :] if len(kept) > 1 else _joined(kept)


def _insert_forms(clauses: list[tuple[str, str]]) -> Iterator[str]:
    """Without the columns, without ON CONFLICT and RETURNING, `INSERT charges (80)`, and only the table."""
    table = (clauses[0][0], clauses[0][1].partition("(")[0].rstrip())
    yield _joined([table, *clauses[1:]])
    kept = [clause for clause in clauses[1:] if clause[0] not in ("ON", "RETURNING")]
    yield _joined([table, *kept])
    yield _joined([table, *kept]).replace(" INTO", "", 1).replace(" VALUES", "", 1)
    yield table[1]


def _joined(clauses: Sequence[tuple[str, str]]) -> str:
    return " ".join(text for _, text in clauses)


def _filled(clauses: Sequence[Clause], values: Iterator[object]) -> Iterator[tuple[str, str]]:
    """Each clause with its word, its `?` replaced by the values of the call."""
    for clause in clauses:
        text = "".join("?" if part is None else part for part in clause.parts)
        if None in clause.parts:
            text = "".join(_value(next(values, "?")) if part is None else part for part in clause.parts)
        yield clause.word, text
