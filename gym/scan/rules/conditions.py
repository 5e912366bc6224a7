"""Waking up without looking again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import own_nodes

WOKEN = Rule(
    "woken-without-looking",
    "check-then-act",
    "Somebody else was woken first and took it: does this code look again?",
    "woken-too-late",
)
RULES = (WOKEN,)


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    entered = {
        ast.unparse(item.context_expr) for node in context.nodes if isinstance(node, ast.AsyncWith) for item in node.items
    }
    looped = {id(inner) for node in context.nodes if isinstance(node, ast.While) for inner in ast.walk(node)}
    for node in context.nodes:
        if isinstance(node, ast.If) and id(node) not in looped:
            waits = [
                each for statement in node.body for each in (statement, *own_nodes(statement)) if _waits_on(each, entered)
            ]
            if waits:
                yield Hit(WOKEN, node, "it waits here if it has to, and is not asked again after it was woken")


def _waits_on(node: ast.AST, entered: set[str]) -> bool:
    """`await condition.wait()` inside `async with condition`."""
    match node:
        case ast.Await(value=ast.Call(func=ast.Attribute(attr="wait", value=value))):
            return ast.unparse(value) in entered
    return False
