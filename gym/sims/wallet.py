"""Three races over one database, each with latencies to drag: two charges, two editors, and one charge sent twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from gym.sims.clock import at_ms, pass_ms, played
from gym.sims.code import handed_out, reference
from gym.sims.outcome import Cell, Outcome, Sim, Strip, Table
from gym.sims.parameters import Number, Parameter, Settings
from gym.sims.slow_database import KATA, SlowDatabase, new_database
from gym.sims.sweep import WRONG, along, swept, track, where_wrong

STORY_MS = 100
POINTS = 20
MARKS = {(True, True): "=", (True, False): "A", (False, True): "B", (False, False): "-"}
WAYS = ("the starter", "the reference")


@dataclass(frozen=True, slots=True)
class Ended:
    """How the two ended, what the database holds afterwards, and whether that is right."""

    first: str
    second: str
    left: Cell
    more: Cell
    right: bool


Race = Callable[[Settings, Any, Any, Any], Awaitable[Ended]]
"""Given the class of the wallet, the database as it is, and the provider."""


class _Provider:
    def __init__(self, takes_ms: int) -> None:
        self._takes_ms = takes_ms

    async def generate(self, job: int) -> str:
        await pass_ms(self._takes_ms)
        return f"story {job}"


def raced(race: Race, settings: Settings, way: str) -> Ended:
    """Run it with one wallet class, on a database of its own."""
    kind = handed_out(KATA, "wallet").Wallet if way == WAYS[0] else reference(KATA).Wallet

    story_ms = settings.number("story") if "story" in settings.values else STORY_MS

    async def play() -> Ended:
        database = new_database()
        try:
            return await race(settings, kind, database, _Provider(story_ms))
        finally:
            database.close()

    return played(play())


async def _said(call: Awaitable[Any]) -> str:
    """How a call ended, in a word."""
    try:
        await call
    except handed_out(KATA, "ports").WalletError as error:
        return type(error).__name__
    return "done"


async def _both(settings: Settings, first: Callable[[], Any], second: Callable[[], Any]) -> list[str]:
    gap = settings.number("gap")
    return list(await asyncio.gather(at_ms(0, lambda: _said(first())), at_ms(gap, lambda: _said(second()))))


async def two_charges(settings: Settings, kind: Any, database: Any, provider: Any) -> Ended:
    """Two requests, each over a connection of its own, spend from the same hundred credits."""
    amount = settings.number("charge")
    wallets = [kind(SlowDatabase(database, settings.number(name)), provider) for name in ("latency_a", "latency_b")]
    first, second = await _both(
        settings,
        lambda: wallets[0].charge("ada", amount, "k1"),
        lambda: wallets[1].charge("ada", amount, "k2"),
    )
    left = await database.scalar("SELECT balance FROM wallets")
    spent = amount * [first, second].count("done")
    return Ended(first, second, left, spent, left == 100 - spent)


async def two_editors(settings: Settings, kind: Any, database: Any, provider: Any) -> Ended:
    """Both read the plan, think, and save; whoever saves second must be told."""
    wallet = kind(SlowDatabase(database, settings.number("latency")), provider)

    async def edit(text: str, thinks_ms: int) -> None:
        version = (await wallet.plan("ada"))["version"]
        await pass_ms(thinks_ms)
        await wallet.save_plan("ada", text, version)

    first, second = await _both(
        settings,
        lambda: edit("A's text", settings.number("think_a")),
        lambda: edit("B's text", settings.number("think_b")),
    )
    row = await database.fetch_one("SELECT text, version FROM plans")
    saved = [first, second].count("done")
    return Ended(first, second, row["text"], saved, row["version"] == 1 + saved)


async def one_twice(settings: Settings, kind: Any, database: Any, provider: Any) -> Ended:
    """One click that arrives twice, with the same key."""
    wallet = kind(SlowDatabase(database, settings.number("latency")), provider)
    amount = settings.number("charge")

    def click() -> Any:
        return wallet.charge("ada", amount, "k1")

    first, second = await _both(settings, click, click)
    jobs = await database.scalar("SELECT COUNT(*) FROM jobs")
    left = await database.scalar("SELECT balance FROM wallets")
    return Ended(first, second, left, jobs, jobs == 1 and left == 100 - amount)


def _mark(ended: Ended) -> str:
    """Who got what it asked for: A, B, or both; and what is wrong."""
    if not ended.right:
        return WRONG
    return MARKS[ended.first == "done", ended.second == "done"]


def _shown(
    race: Race, columns: tuple[str, str], wrong: str, parameters: tuple[Parameter, ...]
) -> Callable[[Settings], Outcome]:
    """Both wallets at these settings, and along one of them."""

    def run(settings: Settings) -> Outcome:
        moved, places = swept(parameters, settings, POINTS)
        rows, tracks, says = [], [], []
        for way in WAYS:
            ended = raced(race, settings, way)
            rows.append((way, ended.first, ended.second, ended.left, ended.more, "yes" if ended.right else "NO"))
            tracks.append(track(way, settings, moved.name, places, lambda each, way=way: _mark(raced(race, each, way))))  # type: ignore[misc]
            says.append(_sentence(way, ended.right, where_wrong(tracks[-1], moved.name, places), wrong))
        legend = f"A, B who got it   = both   {WRONG} {wrong}"
        strip = Strip(f"along {moved.name}", moved.most, tuple(tracks), legend, places.step)
        return Outcome(tuple(says), Table(("wallet", "A", "B", *columns, "right"), tuple(rows)), (strip,))

    return run


def _sentence(way: str, right: bool, where: str, wrong: str) -> str:
    here = "all is right here" if right else f"{wrong} here"
    rest = f"it goes wrong {where}" if where else "along the line nothing goes wrong"
    return f"{way[:1].upper()}{way[1:]}: {here}; {rest}."


def _latency(name: str, whose: str) -> Number:
    return Number(name, f"ms for each statement{whose}", 20, 0, 200, 10)


_CHARGES = (
    Number("gap", "ms from A's request to B's", 10, 0, 200, 10),
    _latency("latency_a", " of A"),
    _latency("latency_b", " of B"),
    Number("charge", "credits that each spends, of 100", 80, 1, 100, 10),
    along("gap", "latency_a", "latency_b"),
)
_EDITORS = (
    Number("gap", "ms from A's reading to B's", 100, 0, 200, 10),
    Number("think_a", "ms that A edits", 300, 0, 500, 25),
    Number("think_b", "ms that B edits", 200, 0, 500, 25),
    _latency("latency", ""),
    along("gap", "think_a", "think_b", "latency"),
)
_TWICE = (
    Number("gap", "ms from the first click to the second", 200, 0, 1_000, 50),
    _latency("latency", ""),
    Number("story", "ms until the story is written", 400, 0, 1_000, 50),
    Number("charge", "credits for a story, of 100", 20, 1, 50, 10),
    along("gap", "latency", "story"),
)
WALLET_RACE = Sim(
    "wallet-race",
    "Two charges and one balance",
    "Drag the gap and the latencies: when does the starter sell what is not there?",
    _CHARGES,
    _shown(two_charges, ("credits left", "credits spent"), "more was sold than was paid for", _CHARGES),
)
LOST_UPDATE = Sim(
    "lost-update",
    "Two editors and one text",
    "The starter compares versions and still loses an edit: how near are the saves?",
    _EDITORS,
    _shown(two_editors, ("text at the end", "saves that were confirmed"), "an edit was lost", _EDITORS),
)
DOUBLE_SUBMIT = Sim(
    "double-submit",
    "One click, sent twice with the same key",
    "Is there any gap at which the starter charges once?",
    _TWICE,
    _shown(one_twice, ("credits left", "stories"), "charged twice", _TWICE),
)
