"""As many things at once as somebody hands in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import dotted, is_locked

FANOUT = Rule(
    "unbounded-fan-out",
    "unbounded-fan-out",
    "A hundred thousand are handed in: how many of them run at once?",
    "digest-to-everybody",
)
RULES = (FANOUT,)


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    parameters = {argument.arg for argument in (*context.function.args.args, *context.function.args.kwonlyargs)}
    for call in context.calls():
        if dotted(call.func) not in ("asyncio.gather", "gather"):
            continue
        for star in (each.value for each in call.args if isinstance(each, ast.Starred)):
            source = _source(star)
            if source in parameters and source not in ("self", "cls") and not _is_bounded(star, context):
                yield Hit(FANOUT, call, f"one for each of {source}, all at once")


def _source(star: ast.expr) -> str:
    """The name that is gone through; empty where it is none."""
    match star:
        case ast.ListComp(generators=[generator]) | ast.GeneratorExp(generators=[generator]):
            return dotted(generator.iter)
        case ast.Call(func=ast.Name(id="map"), args=[_, iterable]):
            return dotted(iterable)
    return ""


def _is_bounded(star: ast.expr, context: Context) -> bool:
    """Whether what is called goes through something like a semaphore."""
    names = {dotted(node.func).rpartition(".")[2] for node in ast.walk(star) if isinstance(node, ast.Call)}
    names |= {dotted(each) for node in ast.walk(star) if isinstance(node, ast.Call) for each in node.args[:1]}
    for node in ast.walk(context.module):
        if isinstance(node, ast.AsyncFunctionDef) and node.name in names:
            return any(isinstance(each, ast.AsyncWith) and is_locked(each) for each in ast.walk(node))
    return False
