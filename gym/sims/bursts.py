"""Debounce and throttle on a burst of events: which of them run, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gym.sims.clock import at_ms, now_ms, pass_ms, played
from gym.sims.code import reference
from gym.sims.outcome import Outcome, Sim, Strip, Table, Track
from gym.sims.parameters import Choice, Number, Parameter, Settings, Times

Runs = tuple[tuple[int, int], ...]
"""(when it ran, which event it ran for), both in milliseconds."""
EDGES = {"leading+trailing": (True, True), "leading": (True, False), "trailing": (False, True)}
BURST = (0, 20, 40, 60, 80, 120, 140, 400)
TYPED = (0, 140, 260, 410, 520, 700, 1_900, 2_020, 2_180)
STEADY = tuple(range(0, 1_001, 50))
EVENTS = Times("events", "when the events come, in ms", BURST, (TYPED, STEADY))


def runs_of(make: Callable[[Callable[[int], None]], Any], events: tuple[int, ...], wait_ms: int) -> Runs:
    """What ran of the events; `make` wraps the function that notes it."""
    ran: list[tuple[int, int]] = []

    async def play() -> None:
        asked = make(lambda event: ran.append((now_ms(), event)))

        async def event(at: int) -> None:
            asked(at)

        for at in events:
            await at_ms(at, lambda at=at: event(at))  # type: ignore[misc]
        await pass_ms(2 * wait_ms + 1)

    played(play())
    return tuple(ran)


def debounced(events: tuple[int, ...], wait_ms: int) -> Runs:
    """The kata's reference, with nothing but its wait."""
    kind = reference("10-polyfill-kata/debounce").Debounced
    return runs_of(lambda fn: kind(fn, wait_ms / 1000), events, wait_ms)


def throttled(events: tuple[int, ...], wait_ms: int, *, leading: bool, trailing: bool) -> Runs:
    """The kata's reference, on those edges."""
    kind = reference("10-polyfill-kata/throttle").Throttled
    return runs_of(lambda fn: kind(fn, wait_ms / 1000, leading=leading, trailing=trailing), events, wait_ms)


def _debounce(settings: Settings) -> Outcome:
    return _outcome(settings, {"debounce": debounced(settings.times("events"), settings.number("wait"))})


def _throttle(settings: Settings) -> Outcome:
    wanted = settings.word("edges")
    edges = EDGES if wanted == "all" else {wanted: EDGES[wanted]}
    events, wait_ms = settings.times("events"), settings.number("wait")
    found = {
        name: throttled(events, wait_ms, leading=leading, trailing=trailing) for name, (leading, trailing) in edges.items()
    }
    return _outcome(settings, found)


def _outcome(settings: Settings, found: dict[str, Runs]) -> Outcome:
    events = settings.times("events")
    rows = tuple((name, len(runs), " ".join(f"{at}({event})" for at, event in runs)) for name, runs in found.items())
    until = max((events[-1], *(at for runs in found.values() for at, _event in runs))) + 1
    tracks = (
        Track("events", tuple((at, "|") for at in events)),
        *(Track(name, tuple((at, "#") for at, _event in runs)) for name, runs in found.items()),
    )
    says = tuple(f"{name}: {len(events)} events, {_count(len(runs))}." for name, runs in found.items())
    table = Table(("way", "runs", "when, and for which event"), rows)
    return Outcome(says, table, (Strip("over time", until, tracks, "| an event   # a run"),))


def _count(runs: int) -> str:
    return "1 run" if runs == 1 else f"{runs} runs"


def _parameters(*more: Parameter) -> tuple[Parameter, ...]:
    return (EVENTS, Number("wait", "ms", 100, 1, 5_000, 25), *more)


DEBOUNCE = Sim(
    "debounce",
    "Debounce on a burst that you type",
    "How long a wait is needed until the whole burst runs once?",
    _parameters(),
    _debounce,
)
THROTTLE = Sim(
    "throttle",
    "Throttle on a burst that you type: leading, trailing, or both",
    "Predict when each of them runs before you look; then move one event.",
    _parameters(Choice("edges", "which calls of a wait run", ("all", *EDGES))),
    _throttle,
)
