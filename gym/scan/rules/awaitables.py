"""Awaitables that are kept: failures that stay for ever, and coroutines that can be awaited only once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import dotted, key_of

KEPT = Rule(
    "cached-awaitable",
    "init-race",
    "The work fails, or is cancelled, once: is that told to everybody for ever?",
    "profiles-that-stay-broken",
)
ONCE = Rule(
    "cached-coroutine",
    "init-race",
    "The same coroutine comes out of the cache a second time: who may await it?",
    "config-awaited-twice",
)
RULES = (KEPT, ONCE)
CACHES = ("cache", "lru_cache")
TASKS = ("create_task", "ensure_future")


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    for decorator in context.function.decorator_list:
        named = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if _is_functools(named, context):
            yield Hit(ONCE, context.function, f"@{named} keeps the coroutine, and a coroutine can be awaited once")
    for node in context.nodes:
        match node:
            case ast.Assign(targets=targets, value=ast.Call(func=func)) if _makes_task(func):
                kept = [key_of(target, context.shared) for target in targets if isinstance(target, ast.Subscript)]
                for key in filter(None, kept):
                    if not _is_removed(key, context):
                        yield Hit(KEPT, node, f"a task is kept in {key}, and a failed one is not taken out again")


def _is_functools(named: str, context: Context) -> bool:
    """Whether it is functools' own cache: others know what to do with coroutines."""
    if named in {f"functools.{name}" for name in CACHES}:
        return True
    imports = [node for node in ast.walk(context.module) if isinstance(node, ast.ImportFrom) and node.module == "functools"]
    return named in CACHES and any(alias.name == named and alias.asname is None for each in imports for alias in each.names)


def _makes_task(func: ast.expr) -> bool:
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    return name in TASKS


def _is_removed(key: str, context: Context) -> bool:
    """Whether entries are taken out elsewhere, by a callback, or here whatever happens."""
    attribute = key.rpartition(".")[2]
    only_on_success = set(_on_success_only(context))
    for node in ast.walk(context.around):
        if id(node) in only_on_success:
            continue
        match node:
            case ast.Call(func=ast.Attribute(attr="pop" | "clear" | "popitem", value=value)) if _named(value, attribute):
                return True
            case ast.Delete(targets=targets) if any(
                isinstance(t, ast.Subscript) and _named(t.value, attribute) for t in targets
            ):
                return True
            case ast.Call(func=ast.Attribute(attr="add_done_callback")):
                return True
    return False


def _on_success_only(context: Context) -> Iterator[int]:
    """What stands in this function in no `finally` and no handler: a failure passes it by."""
    always = {
        id(inner)
        for node in context.nodes
        if isinstance(node, ast.Try)
        for part in (*node.finalbody, *node.handlers)
        for inner in ast.walk(part)
    }
    yield from (id(node) for node in context.nodes if id(node) not in always)


def _named(node: ast.expr, attribute: str) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == attribute) or (
        isinstance(node, ast.Name) and node.id == attribute
    )
