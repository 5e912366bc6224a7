"""What there is to say of a drill once it was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gym.lessons.drills import Drill


def answer_markdown(drill: Drill) -> str:
    """What happens, in Markdown; a schedule in which it does belongs below it."""
    return f"## Answer\n\n{drill.answer}"


def fix_markdown(drill: Drill) -> str:
    """The fix and what to say, in Markdown."""
    return f"## Fix\n\n{drill.fixing}\n\n```python\n{drill.fix}```\n\n## Say it\n\n{drill.say_it}"
