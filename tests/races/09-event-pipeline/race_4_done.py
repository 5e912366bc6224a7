"""Waiting until all is dealt with."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, call, race
from gym.race.steps import Step

from .pipe import BUDGET, channel_in, puts, told


@race(
    "who waits for room goes away: join waits for the events inside and for no other",
    shape="lifecycle",
    points=2,
    fault="counted-before-it-is-in",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def join_forgets_leavers(world: World) -> None:
    channel = channel_in(world, 1)
    (fill,) = puts(world, channel, "a")
    (leaver,) = puts(world, channel, "b", after=[fill])
    world.may_cancel(leaver)

    def consumes() -> Generator[Step, Any, None]:
        yield call(channel.take)
        yield call(channel.done)

    consumer = world.flow("consumer", consumes, after=[fill])

    def clears() -> Generator[Step, Any, None]:
        try:
            yield call(channel.take, timeout=1)
        except Exception:
            return
        yield call(channel.done)

    rest = world.flow("what is left", clears, after=[consumer, leaver])
    join = world.flow("join", channel.join, after=[rest])
    world.run()
    world.check(told(join) == "None", "join returns", told(join))


@race(
    "two wait in join, and one of them may go away: who stays is told when all is done, and not before",
    shape="lifecycle",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def join_waits(world: World) -> None:
    channel = channel_in(world, 1)
    (put,) = puts(world, channel, "a")
    too_early: list[str] = []

    def consumes() -> Generator[Step, Any, None]:
        yield call(channel.take)
        yield call(channel.done)

    consumer = world.flow("consumer", consumes, after=[put])

    def joins(name: str) -> Generator[Step, Any, None]:
        yield call(channel.join)
        if consumer.step_count < 2:
            too_early.append(name)

    pair = [world.flow(name, lambda name=name: joins(name), after=[put]) for name in ("join A", "join B")]
    world.may_cancel(pair[0])
    world.run()
    world.check(not too_early, "join does not return before all is done", f"{too_early}")
    world.check(told(consumer) == "None", "done returns", told(consumer))
    stayed = [told(flow) for flow in pair if not flow.cancel_sent]
    world.check(set(stayed) <= {"None"}, "who stays is told when all is done", f"{stayed}")
