"""The payment provider's webhooks: check who sent them, and carry out what they say."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ports import BadSignature, DatabaseError, ProviderError

if TYPE_CHECKING:
    from ports import Database, Provider

log = logging.getLogger("webhooks")


def verify(payload: bytes, header: str | None, secret: str | None, now: float, tolerance: float = 300) -> None:
    """Raise BadSignature unless `header` shows that whoever knows `secret` sent `payload` just now."""
    if not header or not secret or not secret.strip():
        raise BadSignature("no header or no secret")
    stamps: list[str] = []
    signatures: list[str] = []
    for pair in header.split(","):
        name, _, value = pair.strip().partition("=")
        if name == "t":
            stamps.append(value)
        elif name == "v1":
            signatures.append(value)
    if len(stamps) != 1 or not signatures:
        raise BadSignature("malformed header")
    stamp = stamps[0]
    if not (stamp.isascii() and stamp.isdigit()) or len(stamp) > 15:
        raise BadSignature("malformed time")
    if abs(now - int(stamp)) > tolerance:
        raise BadSignature("not from just now")
    signed = stamp.encode() + b"." + payload
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    right = False
    for given in signatures:
        right |= hmac.compare_digest(expected, given.lower().encode("utf-8", "replace"))
    if not right:
        raise BadSignature("wrong signature")


class _NoEvent(Exception):
    pass


@dataclass(frozen=True)
class _Event:
    id: str
    type: str
    created: int
    subject: dict[str, Any]

    @classmethod
    def parse(cls, body: bytes) -> _Event:
        try:
            raw = json.loads(body)
            return cls(
                _text(raw["id"]), _text(raw["type"]), _whole(raw["created"]), _mapping(raw["data"]["object"])
            )
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _NoEvent(str(error)) from error

    def text(self, name: str) -> str:
        try:
            return _text(self.subject[name])
        except (KeyError, ValueError) as error:
            raise _NoEvent(name) from error

    def whole(self, name: str) -> int:
        try:
            return _whole(self.subject[name])
        except (KeyError, ValueError) as error:
            raise _NoEvent(name) from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a string")
    value.encode()  # lone surrogates have no place in a database
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 2**63:
        raise ValueError("not a whole number")
    return value


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


class WebhookHandler:
    """Handles deliveries, one at a time or many. Each instance of the service has one handler."""

    def __init__(
        self, db: Database, provider: Provider, secret: str, now: Callable[[], float] = time.time
    ) -> None:
        self._db = db
        self._provider = provider
        self._secret = secret
        self._now = now

    async def handle(self, body: bytes, header: str | None) -> int:
        """Take one delivery and return the HTTP status of the answer."""
        try:
            verify(body, header, self._secret, self._now())
            event = _Event.parse(body)
            if event.type == "customer.credited":
                await self._credit(event, event.text("id"), event.whole("credits"))
            elif event.type == "subscription.updated":
                await self._update(event, event.text("id"), event.text("status"))
        except (BadSignature, _NoEvent) as error:
            log.warning("refused: %s", error)
            return 400
        except (DatabaseError, ProviderError) as error:
            log.warning("to be sent again: %r", error)
            return 503
        return 200

    async def _credit(self, event: _Event, customer: str, credits: int) -> None:
        async with self._db.transaction() as tx:
            if await self._record(tx, event):
                await tx.execute("UPDATE accounts SET credits = credits + ? WHERE customer = ?", credits, customer)

    async def _update(self, event: _Event, subscription: str, status: str) -> None:
        answer: dict[str, Any] | None = None
        basis: str | None = None  # the version of the row when `answer` was asked for
        while True:
            async with self._db.transaction() as tx:
                row = await tx.fetch_one(
                    "SELECT status, updated, version FROM subscriptions WHERE id = ?", subscription, for_update=True
                )
                if row is None:
                    raise DatabaseError(f"no row for {subscription}")
                if await tx.scalar("SELECT 1 FROM events WHERE id = ?", event.id) is not None:
                    return
                new: tuple[str, int] | None = None
                decided = True
                if event.created > row["updated"]:
                    new = status, event.created
                elif event.created == row["updated"]:
                    # An answer is sure to be newer than the row if its second is, or if the row was there before
                    # the question. Every write moves the version, also one that confirms the status.
                    if answer is not None and (answer["updated"] > row["updated"] or basis == row["status"]):
                        new = answer["status"], answer["updated"]
                    else:
                        decided = False
                if new is not None:
                    await tx.execute(
                        "UPDATE subscriptions SET status = ?, updated = ?, version = version + 1 WHERE id = ?",
                        *new, subscription,
                    )
                if decided:
                    await self._record(tx, event)
                    return
            basis = row["status"]
            answer = await self._provider.retrieve(subscription)

    @staticmethod
    async def _record(tx: Any, event: _Event) -> bool:
        """Note that the event is dealt with. False when it was already."""
        return bool(
            await tx.execute(
                "INSERT INTO events (id, type, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                event.id, event.type, event.created,
            )
        )
