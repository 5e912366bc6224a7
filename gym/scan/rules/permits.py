"""A permit that is taken and not given back by a `finally`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import own_nodes, switches

PERMIT = Rule(
    "permit-without-finally",
    "permit-leak",
    "The work fails, or its caller goes away, before the release: who gives the permit back?",
    "image-slots",
)
RULES = (PERMIT,)


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    for block in context.blocks:
        for at, statement in enumerate(block.statements):
            name = _acquired(statement)
            if name is not None and _released_bare(name, block.statements[at + 1 :]):
                yield Hit(PERMIT, statement, f"{name} is acquired here, and released only if nothing goes wrong on the way")


def _acquired(statement: ast.stmt) -> str | None:
    """`await x.acquire()` as a statement: the text of `x`."""
    match statement:
        case ast.Expr(value=ast.Await(value=ast.Call(func=ast.Attribute(attr="acquire", value=value)))):
            return ast.unparse(value)
    return None


def _released_bare(name: str, after: Sequence[ast.stmt]) -> bool:
    """Whether the release stands behind a place to switch, and not in a `finally`."""
    switched = False
    for statement in after:
        if _releases(name, statement):
            # Released in a handler, a `finally` or a branch: somebody thought of it.
            return isinstance(statement, ast.Expr | ast.Assign | ast.Return) and switched
        switched = switched or switches(statement)
    return False


def _releases(name: str, statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "release"
        and ast.unparse(node.func.value) == name
        for node in own_nodes(statement)
    )
