"""The docstring a content module opens with, read without parsing the rest of the file."""

from __future__ import annotations

import ast
import inspect
import tokenize
from pathlib import Path

from gym.curriculum.schema import read_text
from gym.errors import ContentError

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
