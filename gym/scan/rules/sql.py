"""A row that is read, and then written from what was read, in two statements."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context

READ = Rule(
    "read-then-write-in-sql",
    "check-then-act",
    "Two of these at once: do both read before either of them writes?",
    "wallet-charge",
)
RULES = (READ,)
_SELECT = re.compile(r"\s*SELECT\b.*?\bFROM\s+(\w+)", re.IGNORECASE | re.DOTALL)
_UPDATE = re.compile(r"\s*UPDATE\s+(\w+)\s+SET\s+(.*?)(?:\bWHERE\b(.*))?$", re.IGNORECASE | re.DOTALL)
_INSERT = re.compile(r"\s*INSERT\s+INTO\s+(\w+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Statement:
    node: ast.Call
    text: str


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    statements = list(_statements(context))
    for at, read in enumerate(statements):
        table = _SELECT.match(read.text)
        if table is None or re.search(r"\bFOR\s+UPDATE\b", read.text, re.IGNORECASE):
            continue
        for write in statements[at + 1 :]:
            says = _written_from_it(table[1].lower(), write)
            if says:
                yield Hit(READ, read.node, says)
                break


def _written_from_it(table: str, write: _Statement) -> str:
    update, insert = _UPDATE.match(write.text), _INSERT.match(write.text)
    if update is not None and update[1].lower() == table and not _is_safe(update[2], update[3] or ""):
        return f"{table} is read here, and set to something computed from that in line {write.node.lineno}"
    if insert is not None and insert[1].lower() == table and not re.search(r"\bON\s+CONFLICT\b", write.text, re.IGNORECASE):
        return f"{table} is looked through here, and a row is added in line {write.node.lineno}, in a statement of its own"
    return ""


def _is_safe(assigned: str, condition: str) -> bool:
    """Whether the update computes from the row itself, or asks again what it relies on."""
    columns = re.findall(r"(\w+)\s*=\s*([^,]*)", assigned)
    computed = any(re.search(rf"\b{re.escape(column)}\b", value) for column, value in columns)
    asked = re.findall(r"(\w+)\s*(?:=|<|>|<=|>=|IS)\s*", condition, re.IGNORECASE)
    return computed or len(asked) > 1


def _statements(context: Context) -> Iterator[_Statement]:
    """The awaited calls whose first argument is a text, in the order of the text."""
    for node in context.nodes:
        match node:
            case ast.Await(value=ast.Call(args=[first, *_]) as call):
                text = _text(first)
                if text:
                    yield _Statement(call, text)


def _text(node: ast.expr) -> str:
    """A constant text; of an f-string its fixed parts."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in values)
    return ""
