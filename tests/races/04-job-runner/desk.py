"""The world of the job runner's races: a queue of paid stories, and a provider that writes and bills them."""

from __future__ import annotations

from collections.abc import Callable, Generator

from gym.race import Fault, Handle, Op, Process, World, call, op
from gym.race.ports import FakePort
from gym.race.sql import Sql
from gym.race.steps import Step

BUDGET = 1_500
"""Schedules of one check: enough for the whole space of a plain solution, and a bounded wait for every other."""

COST = 5
LATER = 61.0
"""Seconds after which an instance that gave no sign of life is taken for dead."""

SCHEMA = """
CREATE TABLE wallets (user TEXT PRIMARY KEY, balance INTEGER NOT NULL);
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY, batch TEXT NOT NULL, position INTEGER NOT NULL, user TEXT NOT NULL,
    prompt TEXT NOT NULL, cost INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'queued', text TEXT,
    attempt INTEGER NOT NULL DEFAULT 0, owner TEXT, lease_until REAL, ended_at REAL, UNIQUE (batch, position)
);
"""
PROMPTS = ("owls", "tides", "rust")

Script = Callable[[], Generator[Step, object, None]]


class Writer:
    """A provider whose every telling of a story is another one. `keys` are those that each prompt was billed under."""

    def __init__(self) -> None:
        self.keys: dict[str, set[str]] = {}
        self.tellings = 0

    async def generate(self, *args: object, **kwargs: object) -> str:
        return self._tell(args, kwargs)

    def _tell(self, args: tuple[object, ...], kwargs: dict[str, object]) -> str:
        asked = dict(zip(("prompt", "key"), args, strict=False)) | kwargs
        if len(args) + len(kwargs) != 2 or set(asked) != {"prompt", "key"}:
            raise Fault("TypeError", "generate() takes a prompt and a key")
        self.keys.setdefault(str(asked["prompt"]), set()).add(repr(asked["key"]))
        self.tellings += 1
        return f"{asked['prompt']}, telling {self.tellings}"


class EpicWriter(Writer):
    """The same, and every story takes 150 seconds."""

    @op(latency=150.0)
    async def generate(self, *args: object, **kwargs: object) -> str:
        return self._tell(args, kwargs)


class UnevenWriter(Writer):
    """The same, and the first story takes a minute, every other one a second."""

    def _latency(self, op: Op) -> float | None:
        return 60.0 if prompt_of(op) == PROMPTS[0] else 1.0


class SlowOnA(Writer):
    """The same, and instance A waits 150 seconds for a story, every other one a second."""

    def _latency(self, op: Op) -> float | None:
        return 150.0 if op.flow == "run on A" else 1.0


class HeldWriter(FakePort):
    """A provider that answers a call no sooner than `may_answer` allows it."""

    def __init__(self, writer: Writer, may_answer: Callable[[Op], bool]) -> None:
        super().__init__("provider", writer)
        self._may_answer = may_answer

    def ready(self, op: Op) -> bool:
        return self._may_answer(op)


def queue(world: World, *prompts: str) -> Sql:
    """A database in which ada has paid for these stories, and nobody has begun with them."""
    jobs = [
        f"INSERT INTO jobs (id, batch, position, user, prompt, cost) VALUES ({n}, 'b1', {n - 1}, 'ada', '{prompt}', {COST})"
        for n, prompt in enumerate(prompts, 1)
    ]
    watch = {
        "jobs": "SELECT group_concat(status, ' ') FROM (SELECT status FROM jobs ORDER BY id)",
        "ada": "SELECT balance FROM wallets",
    }
    return world.sql(SCHEMA, "INSERT INTO wallets (user, balance) VALUES ('ada', 0)", *jobs, watch=watch)


def prompt_of(op: Op) -> str:
    """The prompt that a call of the provider asks for."""
    return str(op.args[0] if op.args else op.kwargs.get("prompt"))


def key_of(op: Op) -> object:
    """The key under which a call of the provider orders its story."""
    return op.args[1] if len(op.args) > 1 else op.kwargs.get("key")


def statuses(db: Sql) -> list[str]:
    """The status of each job, by id."""
    return [str(row["status"]) for row in db.rows("SELECT status FROM jobs ORDER BY id")]


def under_way(world: World) -> int:
    """How many calls of the provider have no answer yet."""
    return sum(call.pending for call in world.calls("provider", "generate"))


def idle(world: World) -> bool:
    """Whether nobody waits for the database: a sign of life is no longer on its way."""
    return not any(call.pending for call in world.calls("db"))


def at_most(world: World, db: Sql, limit: int) -> None:
    """Claim that no more than `limit` jobs are under way, in the rows and at the provider."""
    running = "SELECT count(*) FROM jobs WHERE status = 'running'"

    def holds() -> bool:
        found = db.scalar(running)
        return isinstance(found, int) and max(found, under_way(world)) <= limit

    world.always(f"at most {limit} at once", holds)


def later(process: Process | World, runner: Handle, seconds: float = LATER) -> Script:
    """A run that begins when whoever died or went away has been silent for a minute, or for longer."""

    def script() -> Generator[Step, object, None]:
        yield call(process.function("asyncio:sleep"), seconds)
        yield call(runner.run)

    return script


def settled(world: World, db: Sql, writer: Writer, *, may_fail: bool = False) -> None:
    """Claim of a queue that was worked off: every job ended, once, and what failed was paid back."""
    found = statuses(db)
    ended = {"done", "failed"} if may_fail else {"done"}
    world.check(set(found) <= ended, "every job ended" if may_fail else "every job is done", " ".join(found))
    paid_back(world, db)
    keys_differ(world, writer)


def paid_back(world: World, db: Sql) -> None:
    """Claim that the credits of each failed job came back, once."""
    owed = COST * statuses(db).count("failed")
    balance = db.scalar("SELECT balance FROM wallets")
    world.check(balance == owed, "a failed job is paid back once", f"{balance} credits came back, not {owed}")


def bills_once(world: World, writer: Writer) -> None:
    """Claim that no story is ever ordered under a second key."""
    world.always("each story is billed once", lambda: all(len(keys) == 1 for keys in writer.keys.values()))


def keys_differ(world: World, writer: Writer) -> None:
    """Claim that each story was ordered under a key of its own."""
    different = len(set().union(*writer.keys.values())) if writer.keys else 0
    world.check(different == len(writer.keys), "different stories have different keys", f"{different}")
