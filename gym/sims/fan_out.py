"""Many mails over few connections: one by one, all at once, in batches, and from a pool."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from gym.sims.clock import now_ms, pass_ms, played
from gym.sims.code import handed_out, reference
from gym.sims.outcome import Bars, Load, Outcome, Series, Sim, Table, load_of
from gym.sims.parameters import Number, Settings

KATA = "07-newsletter"


@dataclass(slots=True)
class Provider:
    """Takes mails over at most `connections` at a time, and refuses one more."""

    connections: int
    takes_ms: Callable[[int], int]
    open: int = 0
    sent: int = 0
    refused: int = 0
    ended_ms: list[int] = field(default_factory=list)

    async def send(self, customer: str) -> None:
        """One mail; the customer's name is a number. Raises TooManyConnections."""
        if self.open >= self.connections:
            self.refused += 1
            raise handed_out(KATA, "ports").TooManyConnections
        self.open += 1
        try:
            await pass_ms(self.takes_ms(int(customer)))
        finally:
            self.open -= 1
        self.sent += 1
        self.ended_ms.append(now_ms())


Way = Callable[[list[str], Provider], Coroutine[Any, Any, None]]


async def in_series(customers: list[str], provider: Provider) -> None:
    """One after the other."""
    for customer in customers:
        await provider.send(customer)


async def all_at_once(customers: list[str], provider: Provider) -> None:
    """A task each, and no limit."""
    await asyncio.gather(*map(provider.send, customers), return_exceptions=True)


def in_batches(size: int) -> Way:
    """So many at once, and the next when all of them are done."""

    async def way(customers: list[str], provider: Provider) -> None:
        for at in range(0, len(customers), size):
            await asyncio.gather(*map(provider.send, customers[at : at + size]), return_exceptions=True)

    return way


def from_a_pool(size: int) -> Way:
    """The kata's reference: who is done takes the next."""

    async def way(customers: list[str], provider: Provider) -> None:
        await reference(KATA).send_all(customers, size, provider.send, asyncio.Event())

    return way


def sent(way: Way, mails: int, provider: Provider) -> int:
    """Send all mails that way. The milliseconds that it took."""

    async def timed() -> int:
        await way([str(number) for number in range(mails)], provider)
        return now_ms()

    return played(timed())


def _fan_out(settings: Settings) -> Outcome:
    mails, connections, takes_ms = (settings.number(name) for name in ("mails", "connections", "takes"))
    ways = {
        "in series": in_series,
        "all at once": all_at_once,
        f"a pool of {settings.number('pool')}": from_a_pool(settings.number("pool")),
    }
    rows, series = [], []
    every_ms = max(mails * takes_ms // 60, 1)
    for name, way in ways.items():
        provider = Provider(connections, lambda _customer: takes_ms)
        took_ms = sent(way, mails, provider)
        rows.append((name, took_ms, provider.sent, provider.refused, mails - provider.sent - provider.refused))
        series.append(load_of(name, provider.ended_ms, every_ms))
    at_once = rows[1]
    says = f"All at once, {at_once[2]:,} of {mails:,} mails were sent and {at_once[3]:,} refused."
    table = Table(("way", "took ms", "sent", "refused", "never tried"), tuple(rows))
    return Outcome((says, _pool_sentence(rows[2])), table, (Load("mails sent", every_ms, tuple(series)),))


def _pool_sentence(row: tuple[str, int, int, int, int]) -> str:
    name, took_ms, done, refused, never = row
    if not refused:
        return f"From {name}, {done:,} were sent in {took_ms:,} ms, and none was refused."
    return f"{name[:1].upper()}{name[1:]} is more than the provider allows: {refused:,} refused, and {never:,} never tried."


def _batches(settings: Settings) -> Outcome:
    mails, size, every = (settings.number(name) for name in ("mails", "size", "every"))
    slow_ms, fast_ms = settings.number("slow"), settings.number("fast")

    def takes_ms(customer: int) -> int:
        return slow_ms if (customer + 1) % every == 0 else fast_ms

    took, series = {}, []
    for name, way in ((f"a pool of {size}", from_a_pool(size)), (f"batches of {size}", in_batches(size))):
        provider = Provider(size, takes_ms)
        took[name] = sent(way, mails, provider)
        series.append((name, provider.ended_ms))
    least_ms = sum(map(takes_ms, range(mails))) / size
    (pool, pool_ms), (batches, batches_ms) = took.items()
    says = (
        f"{mails:,} mails, one in {every} taking {slow_ms} ms and the rest {fast_ms} ms: "
        f"{pool_ms:,} ms for {pool}, {batches_ms:,} ms in {batches}.",
        f"All their work, shared by {size}, is {least_ms:,.0f} ms; a batch waits for the slowest in it.",
    )
    every_ms = max(max(took.values()) // 60, 1)
    loads: tuple[Series, ...] = tuple(load_of(name, ended, every_ms) for name, ended in series)
    table = Table(("way", "took ms"), tuple(took.items()))
    return Outcome(says, table, (Bars("ms", tuple(took.items())), Load("mails sent", every_ms, loads)))


FAN_OUT = Sim(
    "fan-out",
    "Many mails: in series, all at once, from a pool",
    "Make the pool one greater than the connections: what does the provider do?",
    (
        Number("mails", "how many mails there are", 1_000, 1, 5_000, 100),
        Number("connections", "that the provider allows", 5, 1, 100),
        Number("pool", "mails at a time from the pool", 5, 1, 100),
        Number("takes", "ms for each mail", 20, 1, 1_000, 10),
    ),
    _fan_out,
)
BATCHES = Sim(
    "batches",
    "A pool beside batches, when some mails are slow",
    "Change how many are slow, and how slow: when are batches as good as a pool?",
    (
        Number("mails", "how many mails there are", 60, 1, 2_000, 10),
        Number("size", "mails at a time", 5, 1, 100),
        Number("every", "one mail in so many is slow", 5, 1, 100),
        Number("slow", "ms for a slow mail", 50, 1, 1_000, 5),
        Number("fast", "ms for any other", 5, 1, 1_000, 5),
    ),
    _batches,
)
