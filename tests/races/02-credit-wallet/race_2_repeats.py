"""One request that arrives twice."""

from __future__ import annotations

from gym.race import Fault, World, outcomes, race

from .bank import BUDGET, HeldStories, Stories, balance, bank

TOLD = ("ok", "InProgress", "GenerationFailed")


def generated_once(world: World) -> None:
    asked = len(world.calls("provider", "generate"))
    world.check(asked <= 1, "the story is generated once", f"{asked} calls")


@race(
    "the first request is answered, fails or hangs up: a repeat on another instance is told the same",
    shape="double-submit",
    points=2,
    fault="no-idempotency-key",
    level=1,
    ties="cancel",
    budget=BUDGET,
)
def first_answer(world: World) -> None:
    db = bank(world)
    provider = world.port("provider", Stories())
    other = world.process("instance B").subject("Wallet", db, provider)
    first = world.flow("request A", world.subject("Wallet", db, provider).charge, "ada", 80, "k1")
    world.may_cancel(first)
    world.may_fail(provider.generate, Fault("ProviderError", "503"), flows=[first])
    world.may_lose(provider.generate, Fault("ProviderError", "the answer was lost"), flows=[first])
    repeat = world.flow("its repeat", other.charge, "ada", 80, "k1", after=[first])
    reused = world.flow("another amount", other.charge, "ada", 50, "k1", after=[repeat])
    world.run()
    generated_once(world)
    told = repeat.value if repeat.outcome == "ok" else repeat.outcome
    if first.outcome == "ok":
        world.check(told == first.value, "the repeat gets the first answer", f"{told}")
    elif first.outcome == "cancelled":
        world.check(repeat.outcome in TOLD, "the repeat is told", f"{told}")
    else:
        world.check(first.outcome == "GenerationFailed", "a failure is GenerationFailed", first.outcome)
        world.check(told == "GenerationFailed", "a failure stays GenerationFailed", f"{told}")
    if "ok" in (first.outcome, repeat.outcome):
        world.check(balance(db) == 20, "80 credits are taken once", f"{balance(db)} left of 100")
        world.check(reused.outcome == "KeyReused", "another amount is KeyReused", reused.outcome)
    namesake = world.flow("bob", other.charge, "bob", 80, "k1")
    world.run()
    world.check(namesake.outcome == "ok", "bob's key of that name is his own", namesake.outcome)


@race(
    "one request reaches two instances at once: one charge and one generation",
    shape="double-submit",
    points=2,
    fault="no-idempotency-key",
    budget=BUDGET,
)
def double_tap(world: World) -> None:
    db = bank(world)
    provider = world.port("provider", Stories())
    other = world.process("instance B").subject("Wallet", db, provider)
    first = world.flow("on A", world.subject("Wallet", db, provider).charge, "ada", 40, "k1")
    second = world.flow("on B", other.charge, "ada", 40, "k1")
    world.alike(first, second)
    world.run()
    generated_once(world)
    found = outcomes(first, second)
    told = found in ({"ok": 2}, {"ok": 1, "InProgress": 1})
    world.check(told, "one is answered, the other too or told InProgress", f"{found}")
    same = found != {"ok": 2} or first.value == second.value
    world.check(same, "both get the same answer", f"{first.value} and {second.value}")
    world.check(balance(db) == 60, "40 credits are taken once", f"{balance(db)} left of 100")


@race(
    "a repeat joins a running request and its caller goes away: the first caller still gets the story",
    shape="double-submit",
    points=2,
    fault="no-idempotency-key",
    level=1,
    ties="cancel",
    budget=BUDGET,
)
def repeat_leaves(world: World) -> None:
    db = bank(world)
    joined: list[str] = []
    wallet = world.subject("Wallet", db, world.port("provider", HeldStories(lambda: bool(joined))))
    stays = world.flow("request A", wallet.charge, "ada", 40, "k1")
    world.may_hang(stays)
    world.run()  # until its story is being written, and no further
    leaves = world.flow("its repeat", wallet.charge, "ada", 40, "k1")
    joined.append("the repeat")
    world.may_cancel(leaves)
    world.run()
    generated_once(world)
    world.check(stays.outcome == "ok", "who stays gets the story", stays.outcome)
    told = leaves.value == stays.value if leaves.outcome == "ok" else leaves.outcome in ("InProgress", "cancelled")
    world.check(told, "the repeat is told the same, or InProgress", leaves.outcome)
    world.check(balance(db) == 60, "40 credits are taken once", f"{balance(db)} left of 100")
