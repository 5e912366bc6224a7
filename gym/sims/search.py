"""Two searches under way at once: whose answer stays on the screen, by how long each of them takes."""

from __future__ import annotations

import asyncio
from typing import Any

from gym.sims.clock import at_ms, now_ms, pass_ms, played
from gym.sims.code import handed_out, reference
from gym.sims.outcome import Outcome, Sim, Strip, Table
from gym.sims.parameters import Choice, Number, Settings
from gym.sims.sweep import WRONG, along, swept, track, where_wrong

KATA = "01-search-box"
FIRST, SECOND = "lat", "latte"
POINTS = 40


class _Server:
    """Each text has a latency of its own."""

    def __init__(self, latencies_ms: dict[str, int]) -> None:
        self._latencies_ms = latencies_ms
        self.asked: list[str] = []

    async def search(self, text: str) -> list[str]:
        self.asked.append(text)
        await pass_ms(self._latencies_ms[text])
        return [f"found for {text}"]


class _Screen:
    """Remembers what was drawn, and when."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, str]] = []

    def results(self, text: str, rows: list[str]) -> None:
        del rows
        self.drawn.append((now_ms(), text))

    def failure(self, text: str, message: str) -> None:
        self.results(text, [message])

    def spinner(self, on: bool) -> None:
        del on


def searched(box: Any, settings: Settings) -> tuple[list[tuple[int, str]], int]:
    """Type both texts into a box of that class. (when, text) of all that was drawn, and how many searches were sent."""

    async def play() -> tuple[list[tuple[int, str]], int]:
        screen, server = _Screen(), _Server({FIRST: settings.number("first"), SECOND: settings.number("second")})
        ports = handed_out(KATA, "ports")
        client = ports.Client(server) if settings.word("client") == "new" else ports.OldClient(server)
        typing = box(client, screen, settings.number("delay") / 1000)
        await asyncio.gather(
            at_ms(0, lambda: typing.on_input(FIRST)),
            at_ms(settings.number("gap"), lambda: typing.on_input(SECOND)),
            return_exceptions=True,
        )
        # What the old client still reads may be drawn, too.
        await pass_ms(settings.number("first") + settings.number("second"))
        return screen.drawn, len(server.asked)

    return played(play())


def _run(settings: Settings) -> Outcome:
    boxes = {"the starter": handed_out(KATA, "search_box").SearchBox, "the reference": reference(KATA).SearchBox}
    rows, tracks, says = [], [], []
    moved, places = swept(STALE_SEARCH.parameters, settings, POINTS)
    for name, box in boxes.items():
        drawn, sent = searched(box, settings)
        last = drawn[-1][1]
        rows.append((name, sent, " ".join(f"{text}@{at}" for at, text in drawn), last, "yes" if last == SECOND else "NO"))
        tracks.append(track(name, settings, moved.name, places, lambda each, box=box: _mark(box, each)))  # type: ignore[misc]
        says.append(_sentence(name, last, where_wrong(tracks[-1], moved.name, places)))
    columns = ("search box", "searches sent", "drawn (at ms)", "on screen at the end", "the newest")
    legend = f". {SECOND} stays   {WRONG} {FIRST} stays"
    strip = Strip(f"along {moved.name}", moved.most, tuple(tracks), legend, places.step)
    return Outcome(tuple(says), Table(columns, tuple(rows)), (strip,))


def _mark(box: Any, settings: Settings) -> str:
    drawn, _sent = searched(box, settings)
    return "." if drawn[-1][1] == SECOND else WRONG


def _sentence(name: str, last: str, where: str) -> str:
    lead = f"{name[:1].upper()}{name[1:]} ends with {last!r} on the screen;"
    return f"{lead} the old answer stays {where}." if where else f"{lead} the old answer stays nowhere along the line."


STALE_SEARCH = Sim(
    "stale-search",
    "Two searches, and whose answer stays",
    "Find the latency at which the old answer wins. Does a longer delay cure it?",
    (
        Number("first", f"ms until the answer for {FIRST!r}", 900, 0, 2_000, 50),
        Number("second", f"ms until the answer for {SECOND!r}", 100, 0, 2_000, 50),
        Number("gap", f"ms from {FIRST!r} to {SECOND!r}", 300, 0, 2_000, 50),
        Number("delay", "ms of the debounce", 250, 0, 2_000, 50),
        Choice("client", "the old client cannot be cancelled", ("new", "old")),
        along("first", "second", "gap", "delay"),
    ),
    _run,
)
