"""Lending the terminal to the learner's editor."""

from __future__ import annotations

from typing import Any

from textual.app import App, SuspendNotSupported

from gym.curriculum import Kata
from gym.tui.practice import Practice


def edited(app: App[Any], practice: Practice, kata: Kata) -> str:
    """Wait for the editor on a kata's files; gives what went wrong, if anything."""
    try:
        with app.suspend():
            return practice.open_editor(kata)
    except SuspendNotSupported:
        return f"This terminal cannot be lent to an editor; elsewhere:  gym open {kata.id}"
