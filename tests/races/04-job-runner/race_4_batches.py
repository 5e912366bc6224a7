"""Batches: put in whole, once."""

from __future__ import annotations

from gym.race import Flow, Sql, World, race

from .desk import BUDGET, COST, PROMPTS, Writer, queue, statuses

ORDER = ("b1", "ada", list(PROMPTS[:2]), COST)
WHOLE = "the whole batch is there, or nothing of it"


@race(
    "a batch is submitted twice at once: never in part, once in the end, and both are told its jobs",
    shape="double-submit",
    points=2,
    fault="batch-in-pieces",
    budget=BUDGET,
)
def batch_twice(world: World) -> None:
    db = queue(world)
    provider = world.port("provider", Writer())
    other = world.process("instance B").subject("JobRunner", db, provider, 1)
    first = world.flow("on A", world.subject("JobRunner", db, provider, 1).submit, *ORDER)
    second = world.flow("on B", other.submit, *ORDER)
    world.alike(first, second)
    world.always(WHOLE, lambda: is_whole(db))
    world.run()
    told(world, db, first, second)
    db.execute("UPDATE jobs SET status = 'done', text = 'a story' WHERE position = 0")
    before = db.rows("SELECT * FROM jobs ORDER BY id")
    again = world.flow("on B again", other.submit, *ORDER, after=[second])
    world.run()
    told(world, db, again)
    world.check(db.rows("SELECT * FROM jobs ORDER BY id") == before, "a repeat changes nothing", f"{statuses(db)}")


def is_whole(db: Sql) -> bool:
    """Whether all jobs of the batch are there, or none."""
    return db.scalar("SELECT count(*) FROM jobs WHERE batch = 'b1'") in (0, len(ORDER[2]))


def told(world: World, db: Sql, *flows: Flow) -> None:
    """Claim that the batch is there once, and that these flows were told the ids of its jobs."""
    rows = db.rows("SELECT id, prompt, user, cost FROM jobs WHERE batch = 'b1' ORDER BY position")
    prompts = [row["prompt"] for row in rows]
    world.check(prompts == ORDER[2], "each prompt has its job", f"{prompts}")
    ids = [row["id"] for row in rows]
    answers = [flow.value if flow.outcome == "ok" else flow.outcome for flow in flows]
    world.check(all(answer == ids for answer in answers), "who submits is told the ids in order", f"{answers}")
