"""What was found in a file, and what kinds of findings there are."""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding: `slug`, the shape of race, the question to ask at such a place, and the drill that teaches it."""

    slug: str
    shape: str
    question: str
    drill: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that a rule points at: the node whose line is told, and what stands there."""

    rule: Rule
    node: ast.stmt | ast.expr | ast.excepthandler
    says: str


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A hit in a file. `line` counts from 1, `code` is that line without its indentation."""

    path: str
    line: int
    rule: str
    shape: str
    code: str
    says: str
    question: str
    drill: str
