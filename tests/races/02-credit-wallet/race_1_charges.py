"""Charges against one balance: by one caller or five, on one instance or two."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress

from gym.race import Raised, World, call, outcomes, race
from gym.race.steps import Step

from .bank import BUDGET, COUPON, HeldStories, Stories, balance, bank, ledger_agrees, left_after_deliveries, recovery


@race(
    "two charges of 80 against 100: exactly one succeeds",
    shape="check-then-act",
    points=2,
    fault="charge-outlives-its-check",
    budget=BUDGET,
)
def overspend(world: World) -> None:
    db = bank(world)
    wallet = world.subject("Wallet", db, world.port("provider", Stories()))
    first = world.flow("request A", wallet.charge, "ada", 80, "k1")
    second = world.flow("request B", wallet.charge, "ada", 80, "k2")
    world.alike(first, second)
    world.always("no balance below zero", lambda: balance(db) >= 0)
    world.run()
    found = outcomes(first, second)
    world.check(found == {"ok": 1, "InsufficientCredits": 1}, "one charge succeeds, one is refused", f"{found}")
    world.check(balance(db) == 20, "20 credits are left", f"{balance(db)}")


@race(
    "five charges of 30 against 100: three succeed and 10 is left",
    shape="check-then-act",
    points=2,
    fault="charge-outlives-its-check",
    budget=250,
)
def five_charges(world: World) -> None:
    db = bank(world)
    provider = world.port("provider", Stories())
    wallets = [world.subject("Wallet", db, provider), world.subject("Wallet", db, provider)]
    two = [world.flow(f"request {n}", w.charge, "ada", 30, f"k{n}") for n, w in enumerate(wallets, 1)]
    four = [world.flow(f"request {n}", w.charge, "ada", 30, f"k{n}", after=two) for n, w in enumerate(wallets, 3)]
    world.alike(*two)
    world.alike(*four)
    flows = [*two, *four, world.flow("request 5", wallets[0].charge, "ada", 30, "k5", after=four)]
    world.run()
    found = outcomes(*flows)
    world.check(found == {"ok": 3, "InsufficientCredits": 2}, "three succeed, two are refused", f"{found}")
    world.check(balance(db) == 10, "10 credits are left", f"{balance(db)}")
    told = [flow.value.get("balance") for flow in flows if isinstance(flow.value, dict)]
    world.check(sorted(told, key=repr) == [10, 40, 70], "the answers say 70, 40 and 10 left", f"{told}")


@race(
    "two charges of 80 against 100 on two instances: exactly one succeeds",
    shape="cross-process",
    points=2,
    fault="charge-outlives-its-check",
    budget=BUDGET,
)
def two_instances(world: World) -> None:
    db = bank(world)
    provider = world.port("provider", Stories())
    other = world.process("instance B").subject("Wallet", db, provider)
    first = world.flow("on A", world.subject("Wallet", db, provider).charge, "ada", 80, "k1")
    second = world.flow("on B", other.charge, "ada", 80, "k2")
    world.alike(first, second)
    world.run()
    found = outcomes(first, second)
    world.check(found == {"ok": 1, "InsufficientCredits": 1}, "one charge succeeds, one is refused", f"{found}")
    world.check(balance(db) == 20, "20 credits are left", f"{balance(db)}")


@race(
    "the caller goes away in mid-charge: ledger and balance agree, and recovery finds the rest",
    shape="lifecycle",
    points=2,
    fault="ledger-and-balance-apart",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def caller_leaves(world: World) -> None:
    db = bank(world)
    wallet = world.subject("Wallet", db, world.port("provider", Stories()))
    charge = world.flow("request A", wallet.charge, "ada", 80, "k1")
    world.may_cancel(charge)
    world.flow("recovery", recovery(db, wallet), after=[charge])
    world.always("the ledger agrees with the balance", lambda: ledger_agrees(db))
    world.run()
    left = left_after_deliveries(db)
    world.check(balance(db) == left, "only delivered stories are paid for", f"{balance(db)} left, not {left}")


@race(
    "another user is answered while one user's story is being written",
    shape="check-then-act",
    points=1,
    budget=600,
)
def another_user(world: World) -> None:
    db = bank(world, COUPON)
    answered: list[str] = []
    wallet = world.subject("Wallet", db, world.port("provider", HeldStories(lambda: bool(answered))))
    ada = world.flow("ada", wallet.charge, "ada", 80, "k1")

    def bob_comes_by() -> Generator[Step, object, None]:
        with suppress(Raised):
            yield call(wallet.charge, "bob", 500, "k1")
        yield call(wallet.redeem, "bob", "WELCOME")
        answered.append("bob")

    world.flow("bob", bob_comes_by)
    world.run()
    world.check(ada.outcome == "ok", "ada's charge succeeds", ada.outcome)
    world.check(balance(db, "bob") == 150, "bob has 150 credits", f"{balance(db, 'bob')}")
