"""The world of the event pipeline's races: a channel, who puts events in, and what comes out where."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from gym.race import Flow, Handle, World, call
from gym.race.steps import Step
from gym.race.things import CallbackThing

BUDGET = 4_000

Script = Callable[[], Generator[Step, Any, object]]


def channel_in(world: World, capacity: int) -> Handle:
    """The channel that is raced."""
    return world.subject("Channel", capacity)


def puts(world: World, channel: Handle, *events: object, after: Iterable[Flow] = ()) -> list[Flow]:
    """A flow for each event that puts it in."""
    return [world.flow(f"put {event}", channel.put, event, after=after) for event in events]


def workers(world: World, channel: Handle, *names: str, after: Iterable[Flow] = ()) -> tuple[list[Flow], CallbackThing]:
    """Workers as the service has them, and the store to which they hand every event."""
    store = world.callback("store")
    work = world.function("worker:work")
    return [world.flow(name, work, channel, store, after=after) for name in names], store


def stored(store: CallbackThing) -> list[object]:
    """What the workers have got, in order."""
    return [each.args[0] for each in store.calls]


def taking(channel: Handle, got: list[object], times: int) -> Script:
    """A consumer that takes so many events, one after the other."""

    def script() -> Generator[Step, Any, None]:
        for _ in range(times):
            event = yield call(channel.take)
            got.append(event)

    return script


def returned(flows: Iterable[Flow]) -> int:
    """How many of these calls have returned."""
    return sum(flow.outcome == "ok" for flow in flows)


def told(flow: Flow) -> str:
    """What this caller came back with."""
    return str(flow.value) if flow.outcome == "ok" else flow.outcome


def in_order(events: Iterable[object]) -> list[str]:
    """The events sorted, for where any order will do."""
    return sorted(map(str, events))
