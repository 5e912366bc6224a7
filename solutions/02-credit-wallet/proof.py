"""The proof: two requests that take each step together, and the books afterwards.

Everybody's waiting call is opened at once and then all settle, so that both have read before either writes, whatever it is
that a version reads. In the end all gates are opened, for those who wait for the other one and ask again after a pause.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakes import FakeDatabase, FakeProvider
from ports import InProgress, InsufficientCredits
from wallet import Wallet

from gym.gates import Gates

pytestmark = pytest.mark.asyncio


@pytest.fixture
def db() -> Iterator[FakeDatabase]:
    database = FakeDatabase(
        "INSERT INTO wallets (user, balance) VALUES ('ada', 100)",
        "INSERT INTO ledger (user, amount, ref) VALUES ('ada', 100, 'grant:ada')",
    )
    yield database
    database.close()


async def charged_in_step(
    gates: Gates, db: FakeDatabase, provider: FakeProvider, amount: int, keys: tuple[str, str]
) -> list[BaseException | None]:
    """Two charges, each by a Wallet of its own; what they raised."""
    callers = [
        gates.start(f"request {name}", Wallet(gates.guard(db), gates.guard(provider)).charge("ada", amount, key))
        for name, key in zip("AB", keys)
    ]
    while await gates.settle():
        gates.open(*gates.waiting)
    await gates.open_all()
    assert all(caller.done() for caller in callers)
    return [caller.exception() for caller in callers]


async def books(db: FakeDatabase) -> tuple[int, int]:
    """The balance, and what the ledger says it is."""
    balance = await db.scalar("SELECT balance FROM wallets")
    return balance, await db.scalar("SELECT sum(amount) FROM ledger")


async def test_of_two_charges_beyond_the_balance_one_is_refused(gates: Gates, db: FakeDatabase) -> None:
    provider = FakeProvider()
    raised = await charged_in_step(gates, db, provider, 80, ("k1", "k2"))
    assert sorted(isinstance(error, InsufficientCredits) for error in raised) == [False, True]
    assert len(provider.asked) == 1
    assert await books(db) == (20, 20)


async def test_a_double_tap_is_charged_and_generated_once(gates: Gates, db: FakeDatabase) -> None:
    provider = FakeProvider()
    raised = await charged_in_step(gates, db, provider, 40, ("k1", "k1"))
    assert all(error is None or isinstance(error, InProgress) for error in raised)
    assert len(provider.asked) == 1
    assert await books(db) == (60, 60)
