"""Races between tasks whose losers are left running."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import dotted

LOSER = Rule(
    "loser-left-running",
    "loser-not-cancelled",
    "One has won: who cancels the others, and waits until they have ended?",
    "first-answer-wins",
)
RULES = (LOSER,)


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    called = {call.func.attr for call in context.calls() if isinstance(call.func, ast.Attribute)}
    loops = [node for node in context.nodes if isinstance(node, ast.While | ast.For | ast.AsyncFor)]
    waited_in_loops = {id(node) for loop in loops for node in ast.walk(loop)}
    for call in context.calls():
        name = dotted(call.func)
        if name in ("asyncio.wait", "wait") and _first_completed(call) and "cancel" not in called:
            if id(call) not in waited_in_loops:
                yield Hit(LOSER, call, "the first to end is taken, and nothing here cancels the others")
        elif name in ("asyncio.wait_for", "wait_for") and call.args and _is_shield(call.args[0]) and "cancel" not in called:
            yield Hit(LOSER, call, "when the time is over the shielded work goes on, and nothing here cancels it")


def _first_completed(call: ast.Call) -> bool:
    given = next((each.value for each in call.keywords if each.arg == "return_when"), None)
    return given is not None and dotted(given).rpartition(".")[2] == "FIRST_COMPLETED"


def _is_shield(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) in ("asyncio.shield", "shield")
