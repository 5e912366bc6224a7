"""What the team has: deliveries that come once, in order, and one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from fakes import FakeDatabase, FakeProvider, signature
from ports import BadSignature
from webhook_handler import WebhookHandler, verify

NOW = 1_700_000_000
SECRET = "whsec_of_the_tests"


@pytest.fixture
def db() -> Iterator[FakeDatabase]:
    database = FakeDatabase(
        "INSERT INTO accounts (customer, credits) VALUES ('ada', 100), ('bob', 100)",
        f"INSERT INTO subscriptions (id, status, updated) VALUES ('sub_1', 'trialing', {NOW - 60})",
    )
    yield database
    database.close()


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def handler(db: FakeDatabase, provider: FakeProvider) -> WebhookHandler:
    return WebhookHandler(db, provider, SECRET, now=lambda: NOW)


def event(number: int, kind: str, created: int, **subject: object) -> bytes:
    return json.dumps({"id": f"evt_{number}", "type": kind, "created": created, "data": {"object": subject}}).encode()


async def deliver(handler: WebhookHandler, body: bytes) -> int:
    return await handler.handle(body, signature(body, SECRET, NOW))


@pytest.mark.asyncio
async def test_a_purchase_adds_its_credits(handler: WebhookHandler, db: FakeDatabase) -> None:
    assert await deliver(handler, event(1, "customer.credited", NOW - 5, id="ada", credits=500)) == 200
    assert await db.fetch("SELECT customer, credits FROM accounts ORDER BY customer") == [
        {"customer": "ada", "credits": 600},
        {"customer": "bob", "credits": 100},
    ]


@pytest.mark.asyncio
async def test_a_purchase_that_is_delivered_again_adds_nothing(handler: WebhookHandler, db: FakeDatabase) -> None:
    body = event(1, "customer.credited", NOW - 5, id="ada", credits=500)
    assert [await deliver(handler, body), await deliver(handler, body)] == [200, 200]
    assert await db.scalar("SELECT credits FROM accounts WHERE customer = 'ada'") == 600


@pytest.mark.asyncio
async def test_a_subscription_follows_its_events(
    handler: WebhookHandler, db: FakeDatabase, provider: FakeProvider
) -> None:
    for number, (status, second) in enumerate([("active", NOW - 40), ("past_due", NOW - 20)]):
        provider.states["sub_1"] = {"id": "sub_1", "status": status, "updated": second}
        assert await deliver(handler, event(number, "subscription.updated", second, id="sub_1", status=status)) == 200
        assert await db.scalar("SELECT status FROM subscriptions") == status


@pytest.mark.asyncio
async def test_a_delivery_with_a_wrong_signature_is_refused(handler: WebhookHandler, db: FakeDatabase) -> None:
    body = event(1, "customer.credited", NOW - 5, id="ada", credits=500)
    assert await handler.handle(body, signature(body, "another secret", NOW)) == 400
    assert await handler.handle(body, None) == 400
    assert await db.scalar("SELECT credits FROM accounts WHERE customer = 'ada'") == 100


def test_a_signature_from_just_now_holds() -> None:
    verify(b"{}", signature(b"{}", SECRET, NOW - 299), SECRET, NOW)


def test_an_old_signature_does_not_hold() -> None:
    with pytest.raises(BadSignature):
        verify(b"{}", signature(b"{}", SECRET, NOW - 301), SECRET, NOW)


@pytest.mark.parametrize("header", [None, "", "nonsense", f"t={NOW}", "v1=00", f"t={NOW},v1=00"])
def test_a_header_without_a_right_signature_does_not_hold(header: str | None) -> None:
    with pytest.raises(BadSignature):
        verify(b"{}", header, SECRET, NOW)
