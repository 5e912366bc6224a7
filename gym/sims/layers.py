"""What retries add to the load: layer upon layer they multiply, and a budget keeps them small."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from gym.sims.clock import now_ms, pass_ms, played
from gym.sims.code import reference
from gym.sims.outcome import Bars, Load, Outcome, Sim, Table, load_of
from gym.sims.parameters import Number, Settings

Call = Callable[[], Awaitable[Any]]


def calls_by_layer(layers: int, tries: int) -> list[int]:
    """How often each layer was called for one request while the last one is down, from the outermost in."""
    counts = [0] * layers
    retry: Any = reference("10-polyfill-kata/retry").retry

    def layer(at: int) -> Call:
        async def down() -> None:
            counts[at] += 1
            raise ConnectionError("503")

        async def call() -> None:
            counts[at] += 1
            await again(at + 1)

        return down if at == layers - 1 else call

    async def again(at: int) -> None:
        await retry(layer(at), attempts=tries, base=0.05, cap=1.0, random=lambda: 1.0)

    async def request() -> None:
        try:
            await again(0)
        except ConnectionError:
            return

    played(request())
    return counts


def _layers(settings: Settings) -> Outcome:
    layers, tries = settings.number("layers"), settings.number("tries")
    counts = calls_by_layer(layers, tries)
    product = " x ".join([str(tries)] * layers)
    lead = f"One request, {layers} layers that each try {tries} times"
    says = f"{lead}: {product} = {counts[-1]:,} calls of the service that is down."
    rows = tuple((f"layer {at}", count) for at, count in enumerate(counts, 1))
    return Outcome((says,), Table(("layer", "calls made by it"), rows), (Bars("calls", rows),))


class Outage:
    """A service that is down for good, and its clients: each request is tried up to `tries` times."""

    def __init__(self, settings: Settings, budget: Any = None) -> None:
        self._tries = settings.number("tries")
        self._every_ms = settings.number("every")
        self._requests = settings.number("requests")
        self._budget = budget
        self.called_ms: list[int] = []

    async def run(self) -> list[int]:
        """When the service was called, in milliseconds."""
        if self._budget is not None:
            self._budget = self._budget()
        async with asyncio.TaskGroup() as group:
            for _ in range(self._requests):
                group.create_task(self._request())
                await pass_ms(self._every_ms)
        return self.called_ms

    async def _request(self) -> None:
        if self._budget is not None:
            self._budget.request()
        for tried in range(1, self._tries + 1):
            self.called_ms.append(now_ms())
            await pass_ms(self._every_ms)
            if tried < self._tries and self._budget is not None and not self._budget.try_retry():
                return


def _budget(settings: Settings) -> Outcome:
    requests, share, floor = (settings.number(name) for name in ("requests", "share", "floor"))
    kind: Any = reference("08-rate-limiter").RetryBudget

    def budget() -> Any:
        return kind(ratio=share / 100, floor=floor, window=settings.number("window"), now=asyncio.get_running_loop().time)

    free = played(Outage(settings).run())
    kept = played(Outage(settings, budget).run())
    says = (
        f"{requests:,} requests in an outage: {len(free):,} calls without a budget, {len(kept):,} with one of {share} %.",
        f"That is {len(free) / requests:.2f} and {len(kept) / requests:.2f} calls for each request.",
    )
    rows = (("no budget", len(free), len(free) - requests), (f"{share} %", len(kept), len(kept) - requests))
    every_ms = max(max(free) // 60, 1)
    load = Load("calls", every_ms, (load_of("no budget", free, every_ms), load_of(f"{share} %", kept, every_ms)))
    return Outcome(says, Table(("budget", "calls", "of them retries"), rows), (load,))


RETRY_LAYERS = Sim(
    "retry-layers",
    "Retries inside retries",
    "Let one layer alone retry (layers=1), and compare.",
    (
        Number("layers", "clients that call one another", 3, 1, 5),
        Number("tries", "calls that each makes before giving up", 4, 1, 6),
    ),
    _layers,
)
RETRY_BUDGET = Sim(
    "retry-budget",
    "A retry budget in an outage",
    "Find the share at which the budget no longer helps.",
    (
        Number("requests", "that come during the outage", 1_000, 1, 5_000, 100),
        Number("tries", "calls for each before it is given up", 4, 1, 10),
        Number("share", "per cent of the requests that may be retries", 10, 0, 500, 5),
        Number("floor", "retries that are always allowed in a window", 10, 0, 1_000, 5),
        Number("every", "ms from one request to the next, and of a call", 5, 1, 100, 5),
        Number("window", "s after which the budget counts anew", 10, 1, 60),
    ),
    _budget,
)
