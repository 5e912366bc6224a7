"""Refunds: several recovery paths, and a job that ends in two ways at once."""

from __future__ import annotations

from gym.race import Fault, Process, World, race

from .bank import (
    BUDGET,
    JOB_SEVEN,
    HeldStories,
    Stories,
    balance,
    bank,
    ledger_agrees,
    left_after_deliveries,
    recovery,
)


@race(
    "three recovery paths refund one job, and one of them may go away: the credits come back once",
    shape="double-submit",
    points=2,
    fault="refund-flag-comes-last",
    budget=BUDGET,
)
def refund_once(world: World) -> None:
    db = bank(world, *JOB_SEVEN)
    wallet = world.subject("Wallet", db, world.port("provider", Stories()))
    watchdog = world.flow("watchdog", wallet.refund, 7)
    admin = world.flow("admin button", wallet.refund, 7)
    startup = world.flow("startup", wallet.refund, 7, after=[watchdog, admin])
    stranger = world.flow("job 8, unknown", wallet.refund, 8, after=[startup])
    world.may_cancel(watchdog)
    world.run()
    paths = [path for path in (watchdog, admin, startup) if path.outcome != "cancelled"]
    told = sorted(str(path.value) if path.outcome == "ok" else path.outcome for path in paths)
    once = told == ["False", "False", "True"] or (len(paths) == 2 and set(told) <= {"False", "True"})
    world.check(balance(db) == 100, "the 80 credits come back once", f"{balance(db)} credits, not 100")
    world.check(ledger_agrees(db), "the ledger agrees with the balance")
    world.check(stranger.value is False, "a job that does not exist is not refunded", stranger.outcome)
    world.check(once, "one path is told True, the others False", f"{told}")


@race(
    "a job is given up while its story is on the way: delivered or refunded, never both",
    shape="lost-update",
    points=2,
    fault="job-ends-twice",
    budget=BUDGET,
)
def delivered_or_refunded(world: World) -> None:
    db = bank(world)
    given_up: list[str] = []
    provider = world.port("provider", HeldStories(lambda: bool(given_up)))
    wallet = world.subject("Wallet", db, provider)
    charge = world.flow("request A", wallet.charge, "ada", 80, "k1")
    world.may_hang(charge)
    world.run()  # until its story is being written, and no further
    world.flow("watchdog", recovery(db, wallet))
    given_up.append("by the watchdog")
    world.may_fail(provider.generate, Fault("ProviderError", "503"), flows=[charge])
    world.may_cancel(charge)
    world.run()
    told = charge.outcome in ("ok", "GenerationFailed", "cancelled")
    world.check(told, "delivered, or told GenerationFailed", charge.outcome)
    left = {"ok": 20, "GenerationFailed": 100}.get(charge.outcome, left_after_deliveries(db))
    world.check(balance(db) == left, "delivered or refunded", f"{charge.outcome}, and {balance(db)} left of 100")
    world.check(ledger_agrees(db), "the ledger agrees with the balance")


@race(
    "an instance dies in a refund or a charge: its successor's recovery returns the credits, once",
    shape="cross-process",
    points=2,
    fault="ledger-and-balance-apart",
    budget=BUDGET,
)
def instance_dies(world: World) -> None:
    db = bank(world, *JOB_SEVEN)
    provider = world.port("provider", Stories())
    doomed = world.process("instance B")
    wallet = doomed.subject("Wallet", db, provider)
    refund = world.flow("B refunds", wallet.refund, 7)
    world.flow("B charges", wallet.charge, "ada", 80, "k1", after=[refund])

    def successor(fresh: Process) -> None:
        world.flow("recovery", recovery(db, fresh.subject("Wallet", db, provider)), process=fresh)

    world.may_kill(doomed, successor=successor)
    world.run()
    left = left_after_deliveries(db)
    world.check(ledger_agrees(db), "the ledger agrees with the balance")
    world.check(balance(db) == left, "only delivered stories are paid for", f"{balance(db)} left, not {left}")
