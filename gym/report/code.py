"""Python code with colours where there are any."""

from __future__ import annotations

from rich.syntax import Syntax
from rich.text import Text


def code_text(source: str) -> Text:
    """The code, line for line as it is written."""
    if not source:
        return Text()
    highlighted = Syntax("", "python", theme="ansi_dark", background_color="default").highlight(source)
    # The highlighter drops empty lines at the front and adds a line end at the back.
    return highlighted if highlighted.plain == source else Text(source)
