"""Taking jobs: by two instances, by several runs of one, with failures in between."""

from __future__ import annotations

from gym.race import Fault, Op, World, outcomes, race

from .desk import (
    BUDGET,
    COST,
    PROMPTS,
    HeldWriter,
    UnevenWriter,
    Writer,
    at_most,
    key_of,
    paid_back,
    prompt_of,
    queue,
    settled,
    statuses,
)


@race(
    "two instances work on one queue: each job is taken by one of them",
    shape="check-then-act",
    points=2,
    fault="claim-reads-before-it-writes",
    budget=BUDGET,
)
def two_instances(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    writer = Writer()
    provider = world.port("provider", writer)
    other = world.process("instance B").subject("JobRunner", db, provider, 1)
    first = world.flow("run on A", world.subject("JobRunner", db, provider, 1).run)
    second = world.flow("run on B", other.run)
    world.alike(first, second)

    def asked_once() -> bool:
        asked = [prompt_of(call) for call in world.calls("provider", "generate")]
        return len(asked) == len(set(asked))

    def queue_is_empty() -> bool:
        return not any(run.ended for run in (first, second)) or "queued" not in statuses(db)

    world.always("the provider is asked once for each job", asked_once)
    world.always("a run that returns leaves no job queued", queue_is_empty)
    world.run()
    settled(world, db, writer)


@race(
    "jobs fail one after another: each gives its slot back, and the next run goes on",
    shape="permit-leak",
    points=2,
    fault="slot-kept-after-a-failure",
    max_faults=2,
    budget=BUDGET,
)
def slots_come_back(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    provider = world.port("provider", Writer())
    runner = world.subject("JobRunner", db, provider, 1)
    first = world.flow("first run", runner.run)
    world.may_fail(provider.generate, Fault("ProviderError", "503"), flows=[first])
    world.run()
    paid_back(world, db)
    db.execute("INSERT INTO jobs (id, batch, position, user, prompt, cost) VALUES (3, 'b2', 0, 'ada', 'owls', ?)", COST)
    world.flow("next run", runner.run)
    world.run()
    world.check(statuses(db)[2] == "done", "the next run does the next job", statuses(db)[2])
    paid_back(world, db)


@race(
    "jobs that look alike are done: each is ordered under a key of its own",
    shape="double-submit",
    points=1,
    budget=60,
)
def look_alikes(world: World) -> None:
    db = queue(world)
    insert = "INSERT INTO jobs (id, batch, position, prompt, user, cost) VALUES (?, ?, ?, ?, 'ada', ?)"
    alike = [(11, "1", 11, "tides"), (1, "11", 1, "owls"), (2, "11", 2, "owls"), (3, "2", 1, "owls")]
    for job in alike:
        db.execute(insert, *job, COST)
    runner = world.subject("JobRunner", db, world.port("provider", Writer()), 1)
    world.flow("run", runner.run)
    world.run()
    world.check(set(statuses(db)) == {"done"}, "every job is done", " ".join(statuses(db)))
    keys = [repr(key_of(call)) for call in world.calls("provider", "generate")]
    world.check(len(keys) == len(alike), "the provider is asked once for each job", f"{len(keys)} calls")
    asked = [prompt_of(call) for call in world.calls("provider", "generate")]
    world.check(asked == ["owls", "owls", "owls", "tides"], "the lowest id comes first", f"{asked}")
    first, second, elsewhere, far = keys
    world.check(first != second, "a prompt that is twice in a batch has two keys", f"{first}")
    world.check(first != elsewhere, "the same place of two batches has two keys", f"{first}")
    world.check(first != far, "place 1 of batch 11 has another key than place 11 of batch 1", f"{first}")
    world.check(len(set(keys)) == len(keys), "no two jobs share a key", f"{keys}")


@race(
    "calls end in an exception that nobody expected: those jobs fail and are paid back, the run goes on",
    shape="lifecycle",
    points=2,
    fault="one-failure-ends-the-run",
    max_faults=2,
    budget=BUDGET,
)
def unexpected_failure(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    writer = Writer()
    provider = world.port("provider", HeldWriter(writer, lambda _op: len(world.calls("provider")) == 2))
    run = world.flow("run", world.subject("JobRunner", db, provider, 2).run)
    world.may_fail(provider.generate, Fault("TimeoutError", "the socket went silent"))
    world.run()
    world.check(run.outcome == "ok", "the run returns", run.outcome)
    failed = [call for call in world.calls("provider") if call.state == "failed"]
    expected = sorted(["failed"] * len(failed) + ["done"] * (2 - len(failed)))
    world.check(sorted(statuses(db)) == expected, "only jobs whose calls failed have failed", " ".join(statuses(db)))
    settled(world, db, writer, may_fail=True)


@race(
    "a call ends in a CancelledError that nobody here has sent: that job has failed, the other is done, the run goes on",
    shape="cancellation",
    points=2,
    fault="one-failure-ends-the-run",
    budget=BUDGET,
)
def cancelled_by_the_provider(world: World) -> None:
    db = queue(world, *PROMPTS[:2])
    provider = world.port("provider", Writer())
    run = world.flow("run", world.subject("JobRunner", db, provider, 1).run)
    world.may_fail(provider.generate, Fault("CancelledError", "the client closed its connections"))
    world.run()
    world.check(run.outcome == "ok", "the run returns", run.outcome)
    calls = world.calls("provider", "generate")
    world.check(len(calls) == 2, "no job is tried again", f"{len(calls)} calls for 2 jobs")
    failed = [prompt_of(call) for call in calls if call.state == "failed"]
    expected = ["failed" if prompt in failed else "done" for prompt in PROMPTS[:2]]
    world.check(statuses(db) == expected, "only the job whose call failed has failed", " ".join(statuses(db)))
    paid_back(world, db)


@race(
    "one story takes long: the other slot goes on meanwhile, and the results stand in the order of the prompts",
    shape="ordering",
    points=2,
    fault="results-in-order-of-completion",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def slow_story(world: World) -> None:
    db = queue(world, *PROMPTS)
    writer = UnevenWriter()

    def may_answer(op: Op) -> bool:
        return prompt_of(op) != "owls" or statuses(db)[1:] == ["done", "done"]

    runner = world.subject("JobRunner", db, world.port("provider", HeldWriter(writer, may_answer)), 2)
    run = world.flow("run", runner.run)
    results = world.flow("results", runner.results, "b1", after=[run])
    at_most(world, db, 2)
    world.run()
    settled(world, db, writer)
    rows = db.rows("SELECT id AS job, status, text FROM jobs ORDER BY position")
    world.check(results.value == rows, "the results stand in the order of the prompts", f"{results.value}")


@race(
    "two runs of one instance overlap: together they keep to the limit",
    shape="permit-leak",
    points=2,
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def overlapping_runs(world: World) -> None:
    db = queue(world, *PROMPTS)
    writer = Writer()
    runner = world.subject("JobRunner", db, world.port("provider", writer), 1)
    first = world.flow("one run", runner.run)
    second = world.flow("another run", runner.run)
    world.alike(first, second)
    at_most(world, db, 1)
    world.run()
    found = outcomes(first, second)
    world.check(found == {"ok": 2}, "both return", f"{found}")
    settled(world, db, writer)
