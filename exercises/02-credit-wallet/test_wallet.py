"""What the team has: one caller at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fakes import FakeDatabase, FakeProvider
from ports import CouponExhausted, CouponUsed, GenerationFailed, InsufficientCredits, StalePlan, UnknownCoupon
from wallet import Wallet

pytestmark = pytest.mark.asyncio


@pytest.fixture
def db() -> Iterator[FakeDatabase]:
    database = FakeDatabase(
        "INSERT INTO wallets (user, balance) VALUES ('ada', 100), ('bob', 100)",
        "INSERT INTO ledger (user, amount, ref) VALUES ('ada', 100, 'grant:ada'), ('bob', 100, 'grant:bob')",
        "INSERT INTO coupons (code, credits, max_uses, uses) VALUES ('WELCOME', 50, 1, 0)",
        "INSERT INTO plans (user, text, version) VALUES ('ada', 'one story a day', 1)",
    )
    yield database
    database.close()


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def wallet(db: FakeDatabase, provider: FakeProvider) -> Wallet:
    return Wallet(db, provider)


async def booked(db: FakeDatabase, user: str) -> int:
    return await db.scalar("SELECT sum(amount) FROM ledger WHERE user = ?", user)


async def test_a_charge_takes_the_credits_and_answers_with_the_story(wallet: Wallet, db: FakeDatabase) -> None:
    assert await wallet.charge("ada", 80, "k1") == {"job": 1, "text": "story 1", "balance": 20}
    assert await wallet.balance("ada") == await booked(db, "ada") == 20
    assert await wallet.balance("bob") == 100


async def test_a_charge_beyond_the_balance_takes_nothing(wallet: Wallet, provider: FakeProvider) -> None:
    await wallet.charge("ada", 80, "k1")
    with pytest.raises(InsufficientCredits):
        await wallet.charge("ada", 80, "k2")
    assert await wallet.balance("ada") == 20
    assert provider.asked == [1]


async def test_a_failed_generation_gives_the_credits_back(
    wallet: Wallet, db: FakeDatabase, provider: FakeProvider
) -> None:
    provider.down = True
    with pytest.raises(GenerationFailed):
        await wallet.charge("ada", 80, "k1")
    assert await wallet.balance("ada") == await booked(db, "ada") == 100


async def test_a_running_job_is_refunded_once(wallet: Wallet, db: FakeDatabase) -> None:
    await db.execute("UPDATE wallets SET balance = 70 WHERE user = 'ada'")
    await db.execute("INSERT INTO ledger (user, amount, ref) VALUES ('ada', -30, 'charge:7')")
    await db.execute("INSERT INTO jobs (id, user, key, cost, status) VALUES (7, 'ada', 'k7', 30, 'running')")
    assert await wallet.refund(7) is True
    assert await wallet.refund(7) is False
    assert await wallet.balance("ada") == await booked(db, "ada") == 100


async def test_a_delivered_job_is_not_refunded(wallet: Wallet) -> None:
    answer = await wallet.charge("ada", 80, "k1")
    assert await wallet.refund(answer["job"]) is False
    assert await wallet.balance("ada") == 20


async def test_a_coupon_counts_once_for_a_user_and_ends_at_its_limit(wallet: Wallet, db: FakeDatabase) -> None:
    assert await wallet.redeem("ada", "WELCOME") == 50
    assert await wallet.balance("ada") == await booked(db, "ada") == 150
    with pytest.raises(CouponExhausted):
        await wallet.redeem("bob", "WELCOME")
    await db.execute("UPDATE coupons SET max_uses = 2")
    with pytest.raises(CouponUsed):
        await wallet.redeem("ada", "WELCOME")
    with pytest.raises(UnknownCoupon):
        await wallet.redeem("ada", "HELLO")


async def test_a_plan_is_saved_from_its_newest_version_only(wallet: Wallet) -> None:
    assert await wallet.save_plan("ada", "two stories a day", 1) == 2
    with pytest.raises(StalePlan):
        await wallet.save_plan("ada", "no stories", 1)
    assert await wallet.plan("ada") == {"text": "two stories a day", "version": 2}
