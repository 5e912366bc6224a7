"""Tasks that nobody holds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import dotted

FORGOTTEN = Rule(
    "task-without-owner",
    "lifecycle",
    "It fails, or the service stops: who hears of it, and who waits for it?",
    "welcome-mail-on-the-side",
)
RULES = (FORGOTTEN,)
LOOPS = ("asyncio", "loop", "asyncio.get_running_loop", "asyncio.get_event_loop", "get_running_loop", "get_event_loop")


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    for node in context.nodes:
        match node:
            case ast.Expr(value=ast.Call(func=func) as call) if _makes_task(func):
                yield Hit(FORGOTTEN, node, f"nobody keeps the task that {ast.unparse(call.func)} makes")


def _makes_task(func: ast.expr) -> bool:
    match func:
        case ast.Name(id="ensure_future" | "create_task"):
            return True
        case ast.Attribute(attr="ensure_future" | "create_task", value=ast.Call(func=maker)):
            return dotted(maker) in LOOPS
        case ast.Attribute(attr="ensure_future" | "create_task", value=value):
            return dotted(value) in LOOPS or dotted(value).endswith((".loop", "._loop"))
    return False
