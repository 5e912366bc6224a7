"""Instances that die, that take long, and that come back late."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import Fault, Flow, Handle, Op, Sql, World, call, race
from gym.race.steps import Step

from .desk import (
    BUDGET,
    COST,
    PROMPTS,
    EpicWriter,
    HeldWriter,
    Script,
    SlowOnA,
    Writer,
    bills_once,
    idle,
    keys_differ,
    later,
    paid_back,
    prompt_of,
    queue,
    settled,
    statuses,
)


@race(
    "two instances work on one queue and one may die: nothing is lost, and nothing is done twice",
    shape="cross-process",
    points=3,
    fault="failure-and-refund-apart",
    budget=BUDGET,
)
def instance_dies(world: World) -> None:
    db = queue(world, PROMPTS[0])
    writer = Writer()
    provider = world.port("provider", writer)
    doomed = world.process("instance A")
    run = world.flow("run on A", doomed.subject("JobRunner", db, provider, 1).run)
    runner = world.subject("JobRunner", db, provider, 1)
    world.flow("run on B", runner.run)
    world.may_fail(provider.generate, Fault("ProviderError", "503"), flows=[run])
    world.may_kill(doomed)
    bills_once(world, writer)
    world.run()
    soon = world.flow("B, a minute later", later(world, runner))
    world.run()
    after_a_minute = statuses(db)
    world.flow("B, an hour later", later(world, runner, 3600.0), after=[soon])
    world.run()
    settled(world, db, writer, may_fail=True)
    world.check(statuses(db) == after_a_minute, "it has ended after a minute", " ".join(after_a_minute))


@race(
    "stories take longer than a lease: no other instance takes the jobs, and a stop returns as soon as they are done",
    shape="cross-process",
    points=2,
    fault="no-sign-of-life",
    timers="last",
    budget=BUDGET,
)
def long_story(world: World) -> None:
    db = queue(world, PROMPTS[0])
    writer = EpicWriter()

    def may_answer(op: Op) -> bool:
        taken = len(world.calls("provider")) > 2
        return idle(world) and (op.flow != run.name or prompt_of(op) == PROMPTS[0] or in_the_grace.ended or taken)

    provider = world.port("provider", HeldWriter(writer, may_answer))
    elsewhere = world.process("instance B")
    runner = world.subject("JobRunner", db, provider, 1)
    other = elsewhere.subject("JobRunner", db, provider, 1)
    took: list[float] = []
    asked: list[int] = []

    def orders_one_more() -> Generator[Step, object, None]:
        yield call(elsewhere.function("asyncio:sleep"), 145.0)
        db.execute("INSERT INTO jobs (id, batch, position, user, prompt, cost) VALUES (2, 'b2', 0, 'ada', 'tides', ?)", COST)

    def shut_down() -> Generator[Step, object, None]:
        asked.append(len(world.calls("provider", "generate")))
        began = world.now
        yield call(runner.stop, 300.0)
        took.append(world.now - began)

    run = world.flow("run on A", runner.run)
    world.flow("a customer", orders_one_more, process=elsewhere)
    minute = world.flow("B, a minute later", later(elsewhere, other), process=elsewhere)
    two = world.flow("B, two minutes later", later(elsewhere, other), process=elsewhere, after=[minute])
    # The second story began at 150 s: of it, the claim is the only sign of life that there is.
    begins = world.flow("B, as the next begins", later(elsewhere, other, 33.0), process=elsewhere, after=[two])
    world.flow("stop of A", shut_down, after=[begins])
    in_the_grace = world.flow("B, in the grace", later(elsewhere, other), process=elsewhere, after=[begins])
    world.run()
    cut = sum(call.state == "cancelled" for call in world.calls("provider"))
    calls = [prompt_of(call) for call in world.calls("provider", "generate")]
    world.check(calls.count(PROMPTS[0]) == 1, "a long story is asked for once", f"{calls}")
    world.check(asked[0] <= 2, "a job that was just claimed is not taken", f"{asked[0]} calls for 2 jobs")
    world.check(cut == 0, "what has time to end is not cut", f"{cut} calls were cut")
    world.check(len(calls) == 2, "a job is not taken while its instance stops", f"{calls}")
    settled(world, db, writer)
    world.check(took[0] < 200.0, "the stop returns as soon as they are done", f"after {took[0]:.0f} s")


@race(
    "a running job is put back and done elsewhere: billed once, and what its first instance brings does not count",
    shape="double-submit",
    points=2,
    fault="new-key-for-every-attempt",
    budget=BUDGET,
)
def put_back_elsewhere(world: World) -> None:
    db = queue(world, PROMPTS[0])
    writer = Writer()
    told: list[object] = []
    provider = world.port("provider", HeldWriter(writer, lambda _op: bool(told)))
    runner = world.subject("JobRunner", db, provider, 1)
    first = begun(world, runner)
    other = world.process("instance B").subject("JobRunner", db, provider, 1)
    by_hand = world.flow("operations", requeue(other, told))
    world.flow("run on B", other.run, after=[by_hand])
    world.may_fail(provider.generate, Fault("ProviderError", "503"), flows=[first])
    bills_once(world, writer)
    world.run()
    second_claim_decides(world, db)
    world.check(told == [True], "requeue returns True", f"{told}")
    paid_back(world, db)
    keys_differ(world, writer)


@race(
    "a running job is put back and done by a second run of the same instance: its first claim does not count",
    shape="lost-update",
    points=2,
    fault="late-claim-writes-last",
    budget=BUDGET,
)
def put_back_here(world: World) -> None:
    db = queue(world, PROMPTS[0])
    writer = Writer()
    told: list[object] = []
    provider = world.port("provider", HeldWriter(writer, lambda _op: len(world.calls("provider")) == 2))
    runner = world.subject("JobRunner", db, provider, 2)
    first = begun(world, runner)
    by_hand = world.flow("operations", requeue(runner, told))
    second = world.flow("run on A again", runner.run, after=[by_hand])
    world.may_fail(provider.generate, Fault("ProviderError", "503"), flows=[first])
    bills_once(world, writer)
    world.run()
    second_claim_decides(world, db)
    paid_back(world, db)
    keys_differ(world, writer)
    again = world.flow("once more", runner.requeue, 1, after=[second])
    unknown = world.flow("job 8, unknown", runner.requeue, 8, after=[again])
    world.run()
    told += [again.value, unknown.value]
    world.check(told == [True, False, False], "requeue tells whether it put a running job back", f"{told}")


@race(
    "a job is put back and done elsewhere while its first instance stops: what that one cuts is no longer its job",
    shape="lifecycle",
    points=2,
    fault="late-claim-writes-last",
    budget=BUDGET,
)
def stop_comes_late(world: World) -> None:
    db = queue(world, PROMPTS[0])
    told: list[object] = []
    provider = world.port("provider", HeldWriter(Writer(), lambda op: op is not world.calls("provider")[0]))
    runner = world.subject("JobRunner", db, provider, 1)
    begun(world, runner)
    other = world.process("instance B").subject("JobRunner", db, provider, 1)
    by_hand = world.flow("operations", requeue(other, told))
    world.flow("run on B", other.run, after=[by_hand])
    world.flow("stop of A", runner.stop, 0.0, after=[by_hand])
    world.run()
    second_claim_decides(world, db)


@race(
    "a job is put back, and who has it next dies: the sign of life of its first instance does not keep others away",
    shape="cross-process",
    points=2,
    timers="last",
    budget=300,
)
def late_sign_of_life(world: World) -> None:
    db = queue(world, PROMPTS[0])
    told: list[object] = []
    provider = world.port("provider", HeldWriter(SlowOnA(), lambda op: op.flow != "run on A" or last.ended))
    doomed, elsewhere = world.process("instance B"), world.process("instance C")
    runner = elsewhere.subject("JobRunner", db, provider, 1)
    world.flow("run on A", world.subject("JobRunner", db, provider, 1).run)

    def put_back_soon() -> Generator[Step, object, None]:
        yield call(elsewhere.function("asyncio:sleep"), 5.0)
        yield from requeue(runner, told)()

    by_hand = world.flow("operations", put_back_soon, process=elsewhere)
    taken = world.flow("run on B", doomed.subject("JobRunner", db, provider, 1).run, after=[by_hand])
    last = world.flow("C, a minute later", later(elsewhere, runner), process=elsewhere, after=[taken])
    world.may_kill(doomed)
    world.run()
    world.check(told == [True], "requeue returns True", f"{told}")
    world.check(statuses(db) == ["done"], "a minute after a death the job is taken", " ".join(statuses(db)))


def begun(world: World, runner: Handle) -> Flow:
    """A run of instance A, which has asked for the story and waits for it."""
    first = world.flow("run on A", runner.run)
    world.may_hang(first)
    world.run()
    first.may_hang = False
    return first


def requeue(runner: Handle, told: list[object]) -> Script:
    """Operations put job 1 back, on any instance."""

    def script() -> Generator[Step, object, None]:
        told.append((yield call(runner.requeue, 1)))

    return script


def second_claim_decides(world: World, db: Sql) -> None:
    """Claim that the job was done once more, and ended as the later call for it did."""
    calls = world.calls("provider", "generate")
    world.check(len(calls) == 2, "the job is done once more", f"{len(calls)} calls")
    last = calls[-1]
    expected = {"status": "failed" if last.state == "failed" else "done", "text": last.value}
    found = db.rows("SELECT status, text FROM jobs")[0]
    world.check(found == expected, "the later claim decides", f"{found}, not {expected}")
