"""The payment provider's webhooks: check who sent them, and carry out what they say."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ports import BadSignature

if TYPE_CHECKING:
    from ports import Database, Provider

log = logging.getLogger("webhooks")


def verify(payload: bytes, header: str | None, secret: str | None, now: float, tolerance: float = 300) -> None:
    """Raise BadSignature unless `header` shows that whoever knows `secret` sent `payload` just now."""
    if not header or not secret:
        raise BadSignature("no header or no secret")
    try:
        fields = dict(part.split("=", 1) for part in header.split(","))
        signed, signature = fields["t"], fields["v1"]
        age = now - int(signed)
    except (KeyError, ValueError) as error:
        raise BadSignature("malformed header") from error
    if age > tolerance:
        raise BadSignature("too old")
    expected = hmac.new(secret.encode(), signed.encode() + b"." + payload, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, signature):
        raise BadSignature("wrong signature")


class WebhookHandler:
    """Handles deliveries, one at a time or many. Each instance of the service has one handler."""

    def __init__(
        self, db: Database, provider: Provider, secret: str, now: Callable[[], float] = time.time
    ) -> None:
        self._db = db
        self._provider = provider
        self._secret = secret
        self._now = now
        self._seen: set[str] = set()
        self._effects = {
            "customer.credited": self._credit,
            "subscription.updated": self._update,
        }

    async def handle(self, body: bytes, header: str | None) -> int:
        """Take one delivery and return the HTTP status of the answer."""
        try:
            event = json.loads(body)
            if event["id"] in self._seen:
                return 200
            verify(body, header, self._secret, self._now())
        except (KeyError, ValueError, BadSignature) as error:
            log.warning("refused: %s", error)
            return 400
        effect = self._effects.get(event["type"])
        if effect is None:
            log.error("no effect for event=%s type=%s", event["id"], event["type"])
            return 500
        self._seen.add(event["id"])
        if await self._is_processed(event):
            return 200
        await self._mark_processed(event)
        await effect(event["data"]["object"])
        return 200

    async def _is_processed(self, event: dict[str, Any]) -> bool:
        found = await self._db.scalar("SELECT 1 FROM events WHERE id = ?", event["id"])
        return found is not None

    async def _mark_processed(self, event: dict[str, Any]) -> None:
        await self._db.execute(
            "INSERT INTO events (id, type, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            event["id"], event["type"], event["created"],
        )

    async def _credit(self, customer: dict[str, Any]) -> None:
        """Somebody bought credits."""
        await self._db.execute(
            "UPDATE accounts SET credits = credits + ? WHERE customer = ?", customer["credits"], customer["id"]
        )

    async def _update(self, subscription: dict[str, Any]) -> None:
        """A subscription has changed: keep our copy of it up to date."""
        await self._db.execute(
            "UPDATE subscriptions SET status = ? WHERE id = ?", subscription["status"], subscription["id"]
        )
