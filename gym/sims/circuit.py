"""A circuit breaker under traffic, beside two that were got wrong and none at all."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from gym.sims.clock import now_ms, pass_ms, played
from gym.sims.code import handed_out, reference
from gym.sims.outcome import Outcome, Sim, Strip, Table, Track
from gym.sims.parameters import Number, Settings

KATA = "03-llm-client"
DOWN_AT_MS = 1_000
MARKS = {"closed": ".", "open": "O", "half-open": "h"}
BREAKERS = {
    "the reference": "solution",
    "refusals restart the cooldown": "near_misses/refusals_restart_the_cooldown",
    "everybody after the cooldown": "near_misses/everybody_after_the_cooldown",
}


@dataclass(slots=True)
class Traffic:
    """What came of the requests. `states` are (time in ms, state) as each request found it."""

    answered: int = 0
    refused: int = 0
    failed: int = 0
    most_at_once_after_opening: int = 0
    first_answer_after_ms: int | None = None
    states: list[tuple[int, str]] = field(default_factory=list)


class _NoBreaker:
    """Lets everything through."""

    _state = "closed"

    def admit(self) -> int:
        return 0

    def settle(self, ticket: int, healthy: bool | None) -> None:
        del ticket, healthy


def traffic(settings: Settings, file: str | None) -> Traffic:
    """Requests at a steady pace through the breaker in that file, or through none."""
    return played(_traffic(settings, file))


async def _traffic(settings: Settings, file: str | None) -> Traffic:
    ports = handed_out(KATA, "ports")
    knobs = ports.Settings(
        threshold=settings.number("threshold"),
        cooldown=settings.number("cooldown") / 1000,
        half_open_max=settings.number("trials"),
    )
    breaker: Any = _NoBreaker() if file is None else reference(KATA, file).Breaker(knobs)
    seen, opened, trying = Traffic(), False, 0
    up_again_ms = DOWN_AT_MS + settings.number("outage")

    async def request() -> None:
        nonlocal opened, trying
        try:
            ticket = breaker.admit()
        except ports.CircuitOpen:
            seen.refused += 1
            opened = True
            return
        finally:
            seen.states.append((now_ms(), breaker._state))
        is_down = DOWN_AT_MS <= now_ms() < up_again_ms
        is_trial = opened and is_down
        trying += is_trial
        seen.most_at_once_after_opening = max(seen.most_at_once_after_opening, trying)
        await pass_ms(settings.number("fails" if is_down else "answers"))
        if is_down:
            seen.failed += 1
            trying -= is_trial
        else:
            seen.answered += 1
            if seen.first_answer_after_ms is None and now_ms() > up_again_ms:
                seen.first_answer_after_ms = now_ms() - up_again_ms
        breaker.settle(ticket, not is_down)

    async with asyncio.TaskGroup() as group:
        while now_ms() < settings.number("runs") * 1000:
            group.create_task(request())
            await pass_ms(settings.number("every"))
    return seen


def _run(settings: Settings) -> Outcome:
    found = {name: traffic(settings, file) for name, file in BREAKERS.items()}
    found["no breaker"] = traffic(settings, None)
    rows = tuple(
        (name, each.answered, each.failed, each.refused, each.most_at_once_after_opening or None, each.first_answer_after_ms)
        for name, each in found.items()
    )
    columns = ("breaker", "answered", "failed", "refused", "trials at once", "first answer after ms")
    says = (
        f"Down from {DOWN_AT_MS:,} ms to {DOWN_AT_MS + settings.number('outage'):,} ms.",
        *_recoveries(settings, found),
    )
    tracks = tuple(Track(name, tuple((at, MARKS[state]) for at, state in each.states)) for name, each in found.items())
    legend = ". closed   O open   h half-open"
    return Outcome(says, Table(columns, rows), (Strip("state over time", settings.number("runs") * 1000, tracks, legend),))


def _recoveries(settings: Settings, found: dict[str, Traffic]) -> list[str]:
    if settings.number("runs") * 1000 <= DOWN_AT_MS + settings.number("outage"):
        return ["The requests end before the outage does: nobody can recover."]
    return [_recovery(name, each) for name, each in list(found.items())[:2]]


def _recovery(name: str, seen: Traffic) -> str:
    lead = f"{name[:1].upper()}{name[1:]}"
    if seen.first_answer_after_ms is None:
        return f"{lead}: no answer after the outage, while requests kept coming."
    return f"{lead}: the first answer came {seen.first_answer_after_ms:,} ms after the outage; {seen.failed:,} calls failed."


BREAKER = Sim(
    "breaker",
    "A circuit breaker under traffic",
    "Slow the requests until the second breaker recovers: what did it wait for?",
    (
        Number("every", "ms from one request to the next", 100, 10, 10_000, 100),
        Number("outage", "ms that the provider is down", 5_000, 0, 30_000, 500),
        Number("threshold", "failures in a row that open the breaker", 5, 1, 50),
        Number("cooldown", "ms that it stays open", 2_000, 100, 30_000, 500),
        Number("trials", "calls at a time while it is half-open", 1, 1, 20),
        Number("fails", "ms until a call fails while the provider is down", 500, 1, 10_000, 100),
        Number("answers", "ms until an answer", 50, 1, 5_000, 50),
        Number("runs", "s that the requests come for", 15, 2, 60),
    ),
    _run,
)
