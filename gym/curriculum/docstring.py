"""The docstring a content module opens with, read without parsing the rest of the file."""

from __future__ import annotations

import ast
import inspect
import tokenize
from pathlib import Path

from gym.curriculum.schema import read_text
from gym.errors import ContentError

_Opening = tuple[list[str], list[str], list[str]]

_BEFORE = {tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE}


def opening_docstring(path: Path) -> tuple[str, str]:
    """The first line of the module's docstring, and the rest. Raises ContentError when there is none."""
    lines = iter(read_text(path).splitlines(keepends=True))
    try:
        first = next(token for token in tokenize.generate_tokens(lambda: next(lines, "")) if token.type not in _BEFORE)
    except (tokenize.TokenError, SyntaxError) as error:
        raise ContentError(f"{path}: its docstring cannot be read: {error}.") from error
    text = ast.literal_eval(first.string) if first.type == tokenize.STRING else ""
    title, _newline, rest = inspect.cleandoc(text if isinstance(text, str) else "").partition("\n")
    if not title:
        raise ContentError(f"{path}:1: does not open with a docstring that says what it is.")
    return title.rstrip("."), rest.strip()


def with_opening_of(mine: str, text: str) -> str:
    """`text` under the docstring that `mine` opens with, so that beside each other only their code differs.

    Where one has none, or cannot be parsed, `text` stays as it is. Line ends become newlines.
    """
    opened, other = _opening(mine), _opening(text)
    if opened is None or other is None:
        return text
    before, _docstring, rest = other
    return "\n".join([*before, *opened[1], *rest])


def _opening(text: str) -> _Opening | None:
    """The lines before the module's docstring, those of the docstring, and those after it."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    try:
        body = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    match body:
        case [ast.Expr(value=ast.Constant(value=str())) as first, *_] if first.end_lineno is not None:
            return lines[: first.lineno - 1], lines[first.lineno - 1 : first.end_lineno], lines[first.end_lineno :]
        case _:
            return None
