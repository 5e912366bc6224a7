"""Handlers that eat a cancellation, and go on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import NEW_SCOPES, dotted, own_nodes, switches

SWALLOWED = Rule(
    "swallowed-cancellation",
    "swallowed-cancellation",
    "The caller is cancelled while it waits here: does this code go on all the same?",
    "stop-that-cannot-be-stopped",
)
RULES = (SWALLOWED,)
CANCELLATION = ("CancelledError", "BaseException")


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    if _cancels_something(context):
        return  # whoever cancels a task and waits for it expects just that
    for block in context.blocks:
        for at, statement in enumerate(block.statements):
            goes_on = block.looped or at + 1 < len(block.statements)
            if isinstance(statement, ast.Try) and any(switches(each) for each in statement.body):
                yield from _handlers(statement, goes_on=goes_on)
            elif isinstance(statement, ast.With) and _suppresses(statement) and goes_on:
                yield Hit(SWALLOWED, statement, "a cancellation that comes in here is suppressed, and the code goes on")


def _cancels_something(context: Context) -> bool:
    return any(isinstance(call.func, ast.Attribute) and call.func.attr == "cancel" for call in context.calls())


def _handlers(statement: ast.Try, *, goes_on: bool) -> Iterator[Hit]:
    for handler in statement.handlers:
        caught = _caught(handler)
        if "CancelledError" in caught and _may_raise_on(handler):
            return
        if not any(name in CANCELLATION for name in caught):
            continue
        if not _may_raise_on(handler) and goes_on and not _leaves(handler.body):
            named = "a bare except" if handler.type is None else f"except {ast.unparse(handler.type)}"
            yield Hit(SWALLOWED, handler, f"{named} catches a cancellation, and the code goes on")
        if "CancelledError" in caught:
            return


def _caught(handler: ast.ExceptHandler) -> list[str]:
    """The last names of what is caught; a bare except catches everything."""
    if handler.type is None:
        return ["BaseException"]
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [dotted(each).rpartition(".")[2] for each in types]


def _may_raise_on(handler: ast.ExceptHandler) -> bool:
    """Whether anything in there raises, or hands the exception on to somebody."""
    for node in (each for statement in handler.body for each in (statement, *own_nodes(statement))):
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and dotted(node.func) == "sys.exc_info"):
            return True
        if (
            handler.name is not None
            and isinstance(node, ast.Name)
            and node.id == handler.name
            and not _is_logged(handler, node)
        ):
            return True
    return False


def _is_logged(handler: ast.ExceptHandler, name: ast.Name) -> bool:
    """Whether the exception is only written into a log: then nobody hears of it."""
    for node in (each for statement in handler.body for each in (statement, *own_nodes(statement))):
        if isinstance(node, ast.Call) and name in ast.walk(node):
            owner, _dot, called = dotted(node.func).lower().rpartition(".")
            if called in ("print", "log", "debug", "info", "warning", "warn", "error", "exception", "critical") and (
                called == "print" or "log" in owner
            ):
                return True
    return False


def _leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether the handler leaves the function, or its loop."""
    return any(isinstance(node, ast.Return | ast.Break) for node in _flat(body))


def _flat(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        if not isinstance(statement, NEW_SCOPES):
            yield statement
            yield from own_nodes(statement)


def _suppresses(statement: ast.With) -> bool:
    for item in statement.items:
        call = item.context_expr
        if isinstance(call, ast.Call) and dotted(call.func).rpartition(".")[2] == "suppress":
            names = [dotted(each).rpartition(".")[2] for each in call.args]
            return any(name in CANCELLATION for name in names) and any(switches(each) for each in statement.body)
    return False
