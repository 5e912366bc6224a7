"""the written-over-what-was-read fix

Tempting, because what was read is at hand, and a row that still shows it seems not to have been written since. It has been,
twice: the status left and came back within the second, and an answer from before that is written over it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ports import BadSignature, DatabaseError, ProviderError

if TYPE_CHECKING:
    from ports import Database, Provider, Transaction

log = logging.getLogger("webhooks")


def verify(payload: bytes, header: str | None, secret: str | None, now: float, tolerance: float = 300) -> None:
    """Raise BadSignature unless `header` shows that whoever knows `secret` sent `payload` just now."""
    if not header:
        raise BadSignature("no header")
    # Blanks are what is left of a secret whose variable was never set; any other character may belong to one.
    if secret is None or not secret.strip(" \t\r\n\f\v"):
        raise BadSignature("no secret")
    pairs = [part.partition("=") for part in header.split(",")]
    times = [value for name, _, value in pairs if name == "t"]
    signatures = [value for name, _, value in pairs if name == "v1"]
    try:
        sent = int(times[0])
    except (IndexError, ValueError) as error:
        raise BadSignature("malformed header") from error
    if not signatures:
        raise BadSignature("no v1 signature")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + payload, hashlib.sha256).hexdigest().encode()
    # As bytes: compare_digest raises TypeError for text that is not ASCII.
    if not any([hmac.compare_digest(expected, each.encode("utf-8", "replace")) for each in signatures]):
        raise BadSignature("no signature fits")
    if abs(now - sent) > tolerance:
        raise BadSignature("not from just now")


class Overtaken(Exception):
    """The subscription was written since it was read."""


class WebhookHandler:
    """Handles deliveries. What two of them share is in the database."""

    def __init__(
        self, db: Database, provider: Provider, secret: str, now: Callable[[], float] = time.time
    ) -> None:
        self._db = db
        self._provider = provider
        self._secret = secret
        self._now = now
        self._effects = {
            "customer.credited": self._credit,
            "subscription.updated": self._update,
        }

    async def handle(self, body: bytes, header: str | None) -> int:
        """Take one delivery and return the HTTP status of the answer."""
        try:
            verify(body, header, self._secret, self._now())
            event = _parsed(body)
        except (BadSignature, ValueError) as error:
            log.warning("refused: %s", error)
            return 400
        effect = self._effects.get(event["type"])
        if effect is None:
            return 200
        try:
            await effect(event)
        except (ProviderError, DatabaseError) as error:
            log.warning("event=%s is to be sent again: %s", event["id"], error)
            return 503
        return 200

    async def _credit(self, event: dict[str, Any]) -> None:
        """Somebody bought credits."""
        customer = event["data"]["object"]
        async with self._db.transaction() as tx:
            if await self._is_new(tx, event):
                await tx.execute(
                    "UPDATE accounts SET credits = credits + ? WHERE customer = ?", customer["credits"], customer["id"]
                )

    async def _update(self, event: dict[str, Any]) -> None:
        """A subscription has changed. Begins anew when its row was written between the read and the write."""
        subscription = event["data"]["object"]["id"]
        while True:
            row = await self._db.fetch_one("SELECT status, updated FROM subscriptions WHERE id = ?", subscription)
            state = await self._state(event, row["updated"])
            try:
                async with self._db.transaction() as tx:
                    if await self._is_new(tx, event) and state is not None:
                        await self._write(tx, subscription, state, row)
                return
            except Overtaken:
                continue

    async def _state(self, event: dict[str, Any], updated: int) -> tuple[str, int] | None:
        """Status and second to be written; None if the event is older than what is there."""
        if event["created"] < updated:
            return None
        if event["created"] > updated:
            return event["data"]["object"]["status"], event["created"]
        now = await self._provider.retrieve(event["data"]["object"]["id"])
        return now["status"], now["updated"]

    async def _write(self, tx: Transaction, subscription: str, state: tuple[str, int], read: dict[str, Any]) -> None:
        written = await tx.execute(
            "UPDATE subscriptions SET status = ?, updated = ? WHERE id = ? AND status = ? AND updated = ?",
            *state, subscription, read["status"], read["updated"],
        )
        if not written:
            raise Overtaken

    async def _is_new(self, tx: Transaction, event: dict[str, Any]) -> bool:
        """Mark the event as processed, in the transaction of its effect. False if it was marked already."""
        marked = await tx.execute(
            "INSERT INTO events (id, type, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            event["id"], event["type"], event["created"],
        )
        return marked == 1


def _parsed(body: bytes) -> dict[str, Any]:
    """The event in a signed body. Raises ValueError if there is none."""
    event = json.loads(body)
    try:
        event["id"], event["type"], event["created"], event["data"]["object"]
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("no event") from error
    return event
