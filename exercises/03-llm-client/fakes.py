"""Stand-ins for the visible tests: a provider that answers from a list."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator


class FakeProvider:
    """Each call takes the next of `answers`: a text, which comes in words, or an error. The last one is kept."""

    def __init__(self, *answers: str | Exception) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def stream(self, prompt: str) -> AsyncIterator[str]:
        self.asked.append(prompt)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        await asyncio.sleep(0)
        if isinstance(answer, Exception):
            raise answer
        for token in re.findall(r"\S+\s*", answer):
            yield token
