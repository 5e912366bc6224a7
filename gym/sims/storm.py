"""A service comes back after an outage, and all of its clients with it: when they try again decides who is served."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gym.sims.clock import now_ms, played
from gym.sims.code import reference
from gym.sims.outcome import Load, Outcome, Sim, Table, load_of
from gym.sims.parameters import Number, Settings

PEAK_MS = 100


@dataclass(slots=True)
class Storm:
    """What the service saw of its clients."""

    called_ms: list[int] = field(default_factory=list)
    retried_ms: list[int] = field(default_factory=list)
    served_ms: list[int] = field(default_factory=list)
    gave_up: int = 0

    @property
    def peak(self) -> int:
        """The most retries within one tenth of a second: the first calls come together in any case."""
        return max(load_of("", self.retried_ms, PEAK_MS).values)


def storm(settings: Settings, cap_ms: int, random: Callable[[], float]) -> Storm:
    """All clients call at 0, and then as `cap_ms` and `random` have it."""
    return played(_storm(settings, cap_ms, random))


async def _storm(settings: Settings, cap_ms: int, random: Callable[[], float]) -> Storm:
    seen = Storm()
    down_ms = settings.number("outage")
    bucket = reference("08-rate-limiter").TokenBucket(settings.number("burst"), settings.number("rate") / 1000, now_ms)
    retry: Any = reference("10-polyfill-kata/retry").retry

    async def call() -> None:
        seen.called_ms.append(now_ms())
        if now_ms() > 0:
            seen.retried_ms.append(now_ms())
        if now_ms() < down_ms or not bucket.try_take():
            raise ConnectionError("503")
        seen.served_ms.append(now_ms())

    async def client() -> None:
        delay = settings.number("delay") / 1000
        try:
            await retry(call, attempts=settings.number("tries"), base=delay, cap=cap_ms / 1000, random=random)
        except ConnectionError:
            seen.gave_up += 1

    async with asyncio.TaskGroup() as group:
        for _ in range(settings.number("clients")):
            group.create_task(client())
    return seen


def storms(settings: Settings) -> dict[str, Storm]:
    """The same outage for each way to wait."""
    delay_ms, cap_ms = settings.number("delay"), settings.number("cap")
    chance = Random(settings.number("seed")).random
    return {
        "fixed delay": storm(settings, delay_ms, lambda: 1.0),
        "backoff": storm(settings, max(cap_ms, delay_ms), lambda: 1.0),
        "full jitter": storm(settings, max(cap_ms, delay_ms), chance),
    }


def _run(settings: Settings) -> Outcome:
    found = storms(settings)
    rows = tuple(
        (name, len(each.called_ms), each.peak, len(each.served_ms), each.gave_up, max(each.served_ms, default=None))
        for name, each in found.items()
    )
    until_ms = settings.number("shows") * 1000
    series = tuple(
        load_of(name, [at for at in each.called_ms if at < until_ms], until_ms // 60) for name, each in found.items()
    )
    table = Table(("wait", "calls", "most retries in 100 ms", "served", "gave up", "last served at ms"), rows)
    clients = settings.number("clients")
    says = tuple(
        f"{name[:1].upper()}{name[1:]}: "
        f"{len(each.served_ms):,} of {clients:,} clients served with {len(each.called_ms):,} calls."
        for name, each in found.items()
    )
    return Outcome(says, table, (Load("calls", until_ms // 60, series),))


RETRY_STORM = Sim(
    "retry-storm",
    "Many clients try again: fixed delay, backoff, full jitter",
    "Look at where the peaks stand. What does backoff change without jitter?",
    (
        Number("clients", "that lost their connection at the same moment", 500, 1, 2_000, 50),
        Number("outage", "ms until the service is back", 2_000, 0, 30_000, 500),
        Number("rate", "calls a second that it can serve then", 100, 1, 5_000, 10),
        Number("burst", "calls that it can serve at once", 25, 1, 1_000, 5),
        Number("delay", "ms of the first wait", 1_000, 10, 10_000, 100),
        Number("cap", "ms that no wait exceeds", 10_000, 10, 60_000, 1_000),
        Number("tries", "calls before a client gives up", 12, 1, 20),
        Number("seed", "of the jitter", 1, 0, 1_000),
        Number("shows", "s of the load to show", 15, 1, 300, 5),
    ),
    _run,
)
