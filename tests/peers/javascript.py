"""The rows that JavaScript's libraries gave, and the parts of the katas that play them on a virtual clock.

rows/generate.mjs makes rows/rows.json with lodash, underscore and p-limit on Node's mock clock. A row is what is asked for,
at which millisecond, and what came of it when.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gym.curriculum import find_kata
from tests.peers.measures import Measure
from tests.peers.subjects import names_of, right_versions, wrong_versions
from tests.peers.virtual import now_ms, played, settled, until_ms

ROWS = Path(__file__).parent / "rows" / "rows.json"
TABLES: dict[str, list[dict[str, Any]]] = json.loads(ROWS.read_text(encoding="utf-8"))
VERSIONS = TABLES["versions"][0]
QUIET = 2.0
"""Seconds without anything new, after which all is over."""

Row = Mapping[str, Any]
Names = Mapping[str, Any]
Found = list[Any]


async def runs(make: Callable[[Callable[[str], None]], Any], row: Row) -> Found:
    """When the function ran, and for what. A text in capitals asks for the same in small letters when it runs."""
    found: Found = []

    def fn(text: str) -> None:
        found.append([now_ms(), text])
        if text != text.lower():
            run(text.lower())

    run = make(fn)
    for at, what, *text in row["asked"]:
        await until_ms(at)
        run(*text) if what == "call" else getattr(run, what)()
    await asyncio.sleep(QUIET)
    return found


async def debounced(names: Names, row: Row) -> Found:
    return await runs(lambda fn: names["Debounced"](fn, row["wait"] / 1000), row)


async def throttled(names: Names, row: Row) -> Found:
    edges = {edge: row[edge] for edge in ("leading", "trailing")}
    return await runs(lambda fn: names["Throttled"](fn, row["wait"] / 1000, **edges), row)


async def limited(names: Names, row: Row) -> Found:
    """When each job began."""
    limiter = names["Limiter"](row["limit"])
    begins: Found = [None] * len(row["jobs"])

    def job(number: int, takes: int, throws: bool) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            begins[number] = now_ms()
            await asyncio.sleep(takes / 1000)
            if throws:
                raise OSError("broken")

        return run

    events = [(at, job(number, *how)) for number, (at, *how) in enumerate(row["jobs"])]
    asked = []
    for at, what in sorted([*events, *row["changes"]], key=lambda event: event[0]):
        await until_ms(at)
        if callable(what):
            asked.append(asyncio.create_task(limiter.run(what)))
        else:
            limiter.limit = what
        await settled()
    await _over(asked)
    return begins


async def _over(asked: list[asyncio.Task[Any]]) -> None:
    """Wait for all, but not for ever: what a wrong version leaves waiting is given up."""
    await asyncio.wait(asked, timeout=QUIET)
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


class Shop:
    """The search and the screen of kata 01: answers take as long as the row says, and what is drawn is kept."""

    def __init__(self, row: Row) -> None:
        self._takes = {text: takes for _, text, takes in row["typed"]}
        self.drawn: Found = []

    async def search(self, text: str) -> list[str]:
        await asyncio.sleep(self._takes[text] / 1000)
        return [text.upper()]

    def results(self, text: str, rows: list[str]) -> None:
        self.drawn.append([now_ms(), *rows])

    def spinner(self, on: bool) -> None:
        """Not looked at."""


async def searched(names: Names, row: Row) -> Found:
    shop = Shop(row)
    box = names["SearchBox"](shop, shop, row["wait"] / 1000)

    async def type_in(at: int, text: str) -> None:
        await until_ms(at)
        await box.on_input(text)

    await asyncio.gather(*(type_in(at, text) for at, text, _ in row["typed"]))
    return shop.drawn


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one library for one kata. `gives` is the column that says what came of it; `left_out` is by row, with why."""

    peer: str
    library: str
    kata_id: str
    rows: list[dict[str, Any]]
    gives: str
    play: Callable[[Names, Row], Coroutine[Any, Any, Found]]
    left_out: Mapping[str, str] = field(default_factory=dict)

    def expected(self) -> dict[str, Found]:
        """By row, what the library did."""
        return {row["id"]: row[self.gives] for row in self.rows if row["id"] not in self.left_out}

    def found(self, version: str = "solution", *, all_rows: bool = False) -> dict[str, Found]:
        """By row, what a version of ours does, by its name."""
        kata = find_kata(self.kata_id)
        path = (right_versions(kata) | wrong_versions(kata))[version]
        names = names_of(path, kata.folder / "ports.py")
        rows = [row for row in self.rows if all_rows or row["id"] not in self.left_out]
        return {row["id"]: played(self.play(names, row)) for row in rows}

    def outcomes(self) -> dict[str, str]:
        """By row, whether the reference does the same."""
        found = self.found()
        return {name: "passed" if found[name] == gave else "failed" for name, gave in self.expected().items()}

    def measure(self) -> Measure:
        """Its line of the table of numbers."""
        return Measure(self.peer, VERSIONS[self.library], self.kata_id, self.outcomes, self.left_out)
