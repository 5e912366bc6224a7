"""Stand-ins for the visible tests: a server that answers at once, and a screen that remembers."""

from __future__ import annotations

import asyncio

from ports import SearchFailed


class FakeServer:
    """Finds one product for each text, or fails while `down` is true. `asked` keeps the texts."""

    def __init__(self) -> None:
        self.down = False
        self.asked: list[str] = []

    async def search(self, text: str) -> list[str]:
        self.asked.append(text)
        await asyncio.sleep(0)
        if self.down:
            raise SearchFailed("no answer")
        return [f"{text}, 5 kg"]


class FakeScreen:
    """`shown` is what was drawn last, `spinning` whether the spinner turns."""

    def __init__(self) -> None:
        self.shown: tuple[str, list[str] | str] | None = None
        self.spinning = False

    def results(self, text: str, rows: list[str]) -> None:
        self.shown = text, rows

    def failure(self, text: str, message: str) -> None:
        self.shown = text, message

    def spinner(self, on: bool) -> None:
        self.spinning = on
