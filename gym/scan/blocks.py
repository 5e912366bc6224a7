"""A function as blocks of statements, each with what guards it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from gym.scan.state import NEW_SCOPES, is_locked


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that run one after the other. `locked` says whether a lock is held, `looped` whether it is repeated."""

    statements: list[ast.stmt]
    locked: bool
    looped: bool


def blocks_of(function: ast.AsyncFunctionDef) -> Iterator[Block]:
    """Every block of a function, the outer ones first; not those of functions inside."""
    yield from _blocks(function.body, locked=False, looped=False)


def _blocks(statements: list[ast.stmt], *, locked: bool, looped: bool) -> Iterator[Block]:
    yield Block(statements, locked, looped)
    for statement in statements:
        if isinstance(statement, NEW_SCOPES):
            continue
        inner_locked = locked or (isinstance(statement, ast.AsyncWith | ast.With) and is_locked(statement))
        inner_looped = looped or isinstance(statement, ast.For | ast.AsyncFor | ast.While)
        for body in bodies_of(statement):
            yield from _blocks(body, locked=inner_locked, looped=inner_looped)


def bodies_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks inside a compound statement."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(statement, name, None)
        if isinstance(body, list) and body:
            yield body
    for handler in getattr(statement, "handlers", ()):
        yield handler.body
    for case in getattr(statement, "cases", ()):
        yield case.body
