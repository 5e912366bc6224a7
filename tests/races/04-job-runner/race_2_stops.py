"""Stopping: no more claims, a time of grace, and nothing that is left behind."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import World, call, outcomes, race
from gym.race.steps import Step

from .desk import BUDGET, PROMPTS, HeldWriter, Writer, bills_once, later, queue, settled, statuses, under_way

GRACE = 100.0


@race(
    "a stop comes while a story is being written: that one is finished, and no other is begun",
    shape="lifecycle",
    points=2,
    fault="stop-goes-on-claiming",
    level=2,
    max_ties=0,
    max_early=1,
    budget=BUDGET,
)
def stop_takes_no_more(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    stopped: list[str] = []
    runner = world.subject("JobRunner", db, world.port("provider", HeldWriter(Writer(), lambda _op: bool(stopped))), 1)
    run = world.flow("run", runner.run)
    waiting = world.flow("a second run", runner.run)
    world.may_hang(run, waiting)
    world.run()  # until the first story is being written, and no further

    def shut_down() -> Generator[Step, object, None]:
        stopped.append("now")
        yield call(runner.stop, GRACE)

    stop = world.flow("stop", shut_down)
    again = world.flow("a later run", runner.run, after=[stop])
    world.run()
    ended = outcomes(run, waiting)
    world.check(ended == {"ok": 2}, "the runs return", f"{ended}")
    world.check(again.outcome == "ok", "a run of a stopped runner returns", again.outcome)
    found = statuses(db)
    cut = world.now >= GRACE and found == ["queued", "queued"]
    claim = "what was under way is done, the next still queued"
    world.check(found == ["done", "queued"] or cut, claim, " ".join(found))
    asked = len(world.calls("provider", "generate"))
    world.check(asked == 1, "the provider is asked once", f"{asked} calls")


@race(
    "a stop leaves no time: what it cuts is queued again when it returns",
    shape="lifecycle",
    points=3,
    fault="cut-job-stays-running",
    level=1,
    budget=BUDGET,
)
def stop_cuts(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    stopped: list[str] = []
    provider = world.port("provider", HeldWriter(Writer(), lambda _op: not stopped))
    runner = world.subject("JobRunner", db, provider, 1)
    at_return: list[str] = []

    def shut_down() -> Generator[Step, object, None]:
        stopped.append("now")
        yield call(runner.stop, 0.0)
        at_return.extend(statuses(db))

    run = world.flow("run", runner.run)
    stop = world.flow("stop", shut_down)
    world.may_hang(run, stop)  # what hangs is told apart below
    world.run()
    world.check(under_way(world) == 0, "the call under way is cut", f"{under_way(world)} under way")
    world.check(stop.outcome == "ok", "the stop returns", stop.outcome)
    world.check(run.outcome == "ok", "the run returns", run.outcome)
    world.check("running" not in at_return, "no job is running when stop returns", " ".join(at_return))
    world.check(statuses(db) == at_return, "nothing changes after that", " ".join(statuses(db)))
    world.check("failed" not in at_return, "no job has failed", " ".join(at_return))


@race(
    "the caller of a run goes away: a later run of that runner does what is left",
    shape="lifecycle",
    points=3,
    fault="run-leaves-its-jobs-behind",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def run_cancelled(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    writer = Writer()
    runner = world.subject("JobRunner", db, world.port("provider", writer), 1)
    run = world.flow("run", runner.run)
    world.may_cancel(run)
    at_work: list[int] = []
    begun: list[int] = []

    def begins_nothing() -> bool:
        calls = sum(call.flow == run.name for call in world.calls("provider"))
        if run.cancel_sent:
            begun.append(calls)
        return len(set(begun)) <= 1

    world.always("a run whose caller has gone begins no other job", begins_nothing)

    def a_minute_later() -> Generator[Step, object, None]:
        at_work.append(under_way(world))
        yield from later(world, runner)()

    world.flow("a minute later", a_minute_later, after=[run])
    bills_once(world, writer)
    world.run()
    world.check(at_work == [0], "nothing of a run is at work after its end", f"{at_work[0]} calls under way")
    settled(world, db, writer)
