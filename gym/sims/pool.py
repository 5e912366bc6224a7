"""How many calls at a time: too few take hours, and with too many the API answers 429."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gym.sims.clock import now_ms, pass_ms, played
from gym.sims.code import reference
from gym.sims.outcome import Bars, Outcome, Sim, Table
from gym.sims.parameters import Choice, Number, Settings

REFUSAL_MS = 10
"""A 429 comes fast: there is no work behind it."""
MOST = 500


@dataclass(slots=True)
class Run:
    """What came of all calls over a pool of `limit`."""

    limit: int
    took_ms: int = 0
    answered: int = 0
    refused: int = 0
    refused_first_ms: int | None = None


class Api:
    """Answers after `latency_ms`, and refuses what its token bucket has no token for."""

    def __init__(self, run: Run, settings: Settings) -> None:
        self._run = run
        self._latency_ms = settings.number("latency")
        bucket = reference("08-rate-limiter").TokenBucket
        self._bucket: Any = bucket(settings.number("burst"), settings.number("rate") / 1000, now_ms)

    async def call(self) -> None:
        """One call."""
        if not self._bucket.try_take():
            self._run.refused += 1
            if self._run.refused_first_ms is None:
                self._run.refused_first_ms = now_ms()
            await pass_ms(REFUSAL_MS)
            return
        await pass_ms(self._latency_ms)
        self._run.answered += 1


async def _pooled(settings: Settings, limit: int, go_on: Callable[[Run], bool]) -> Run:
    run = Run(limit)
    api = Api(run, settings)
    calls = iter(range(settings.number("calls")))

    async def work(left: Iterator[int]) -> None:
        for _call in left:
            await api.call()
            if not go_on(run):
                return

    async with asyncio.TaskGroup() as group:
        for _ in range(min(limit, settings.number("calls"))):
            group.create_task(work(calls))
    run.took_ms = now_ms()
    return run


def pooled(settings: Settings, limit: int) -> Run:
    """All calls, `limit` at a time, those refused counted and not tried again."""
    return played(_pooled(settings, limit, lambda _run: True))


def found_limit(settings: Settings) -> list[Run]:
    """The greatest limit without a refusal, by halving what is left; each is run, and left at its first 429.

    The runs, in the order in which they were tried.
    """
    runs, most_good, least_bad = [], 0, _greatest(settings) + 1
    while least_bad - most_good > 1:
        limit = (most_good + least_bad) // 2
        runs.append(played(_pooled(settings, limit, lambda run: not run.refused)))
        if runs[-1].refused:
            least_bad = limit
        else:
            most_good = limit
    return runs


def _run(settings: Settings) -> Outcome:
    series, mine = pooled(settings, 1), pooled(settings, settings.number("K"))
    says = [_sentence(series, "One after the other"), _sentence(mine, f"With K={mine.limit}")]
    runs = [series, mine] if mine.limit > 1 else [series]
    if settings.word("find") == "yes":
        tried = found_limit(settings)
        good = [run for run in tried if not run.refused]
        says.append(_found(tried, max(good, key=lambda run: run.limit) if good else None, _greatest(settings)))
        runs = list({run.limit: run for run in (*tried, *runs)}.values())
    runs.sort(key=lambda run: run.limit)
    rows = tuple((run.limit, run.took_ms, run.answered, run.refused, run.refused_first_ms) for run in runs)
    table = Table(("K", "ended after ms", "answered", "refused (429)", "first 429 at ms"), rows)
    bars = Bars("ms to the end", tuple((f"K={run.limit}", run.took_ms) for run in runs))
    return Outcome(tuple(says), table, () if settings.word("find") == "yes" else (bars,))


def _sentence(run: Run, how: str) -> str:
    refused = "none was refused" if not run.refused else f"{run.refused:,} were refused with 429"
    return f"{how}: {run.answered + run.refused:,} calls took {run.took_ms / 1000:,.1f} s, and {refused}."


def _greatest(settings: Settings) -> int:
    """With more at a time than there are calls nothing changes."""
    return min(MOST, settings.number("calls"))


def _found(tried: list[Run], best: Run | None, greatest: int) -> str:
    if best is None:
        return f"Even K=1 is refused; {len(tried)} values of K were tried."
    told = f"K={best.limit} finishes first without a refusal, after {best.took_ms / 1000:,.1f} s"
    if best.limit == greatest:
        told += ", and is the greatest there is to try"
    return f"{told}; {len(tried)} values of K were tried, each until its first 429."


POOL_LIMIT = Sim(
    "pool-limit",
    "How many calls at a time before the API answers 429",
    "Find the K that finishes first without a refusal; then change the latency.",
    (
        Number("K", "calls at a time", 20, 1, MOST),
        Number("calls", "how many calls there are", 20_000, 1, 50_000, 1_000),
        Number("latency", "ms until an answer", 200, 1, 5_000, 50),
        Number("rate", "calls a second that the API takes", 100, 1, 10_000, 10),
        Number("burst", "calls that it takes at once", 50, 1, 1_000, 5),
        Choice("find", "try values of K until the best is found", ("no", "yes")),
    ),
    _run,
)
