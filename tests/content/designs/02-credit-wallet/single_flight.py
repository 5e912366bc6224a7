"""Repeats on one instance join the running charge; the database settles the rest."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ports import (
    CouponExhausted,
    CouponUsed,
    GenerationFailed,
    InProgress,
    InsufficientCredits,
    KeyReused,
    ProviderError,
    StalePlan,
    UnknownCoupon,
)

if TYPE_CHECKING:
    from ports import Database, Provider, Transaction

_running = {}


class Wallet:
    """Credits of all users. Keeps nothing in memory: what two requests share is in the database."""

    def __init__(self, db: Database, provider: Provider) -> None:
        self._db = db
        self._provider = provider

    async def balance(self, user: str) -> int:
        """Return the credits that `user` can spend."""
        return await self._db.scalar("SELECT balance FROM wallets WHERE user = ?", user)

    async def charge(self, user: str, amount: int, key: str) -> dict[str, Any]:
        """Take `amount` credits, have the story written, and return job, text and the balance left."""
        k = (user, amount, key)
        task = _running.get(k)
        if task is None:
            task = _running[k] = asyncio.create_task(self._run(user, amount, key))
            task.add_done_callback(lambda t: (_running.pop(k), t.cancelled() or t.exception()))
        return await asyncio.shield(task)

    async def _run(self, user: str, amount: int, key: str) -> dict[str, Any]:
        async with self._db.transaction() as tx:
            # The key is claimed before the balance is looked at: a repeat must not be told that it lacks credits.
            job = await tx.scalar(
                "INSERT INTO jobs (user, key, cost, status) VALUES (?, ?, ?, 'running')"
                " ON CONFLICT DO NOTHING RETURNING id",
                user, key, amount,
            )
            if job is not None:
                left = await self._move(tx, user, -amount, f"charge:{job}")
        if job is None:
            return await self._first_answer(user, amount, key)
        try:
            text = await self._provider.generate(job)
        except ProviderError as error:
            await self.refund(job)
            raise GenerationFailed(f"job {job}: {error}") from error
        delivered = await self._db.execute(
            "UPDATE jobs SET status = 'done', text = ?, balance_after = ? WHERE id = ? AND status = 'running'",
            text, left, job,
        )
        if not delivered:
            raise GenerationFailed(f"job {job} was given up before its story came")
        return {"job": job, "text": text, "balance": left}

    async def refund(self, job: int) -> bool:
        """Give a running job's credits back. Return whether this call did it."""
        async with self._db.transaction() as tx:
            # Whoever gets the row back owns the refund; the credits move in the same transaction.
            row = await tx.fetch_one(
                "UPDATE jobs SET status = 'refunded' WHERE id = ? AND status = 'running' RETURNING user, cost",
                job,
            )
            if row is not None:
                await self._move(tx, row["user"], row["cost"], f"refund:{job}")
        return row is not None

    async def redeem(self, user: str, code: str) -> int:
        """Add the coupon's credits to the wallet and return how many they were."""
        async with self._db.transaction() as tx:
            added = await tx.execute(
                "INSERT INTO redemptions (code, user) VALUES (?, ?) ON CONFLICT DO NOTHING", code, user
            )
            if not added:
                raise CouponUsed(code)
            credits = await tx.scalar(
                "UPDATE coupons SET uses = uses + 1 WHERE code = ? AND uses < max_uses RETURNING credits", code
            )
            if credits is None:
                known = await tx.scalar("SELECT 1 FROM coupons WHERE code = ?", code)
                raise CouponExhausted(code) if known else UnknownCoupon(code)
            await self._move(tx, user, credits, f"coupon:{code}:{user}")
        return credits

    async def plan(self, user: str) -> dict[str, Any]:
        """Return the spending plan as text and version."""
        return await self._db.fetch_one("SELECT text, version FROM plans WHERE user = ?", user)

    async def save_plan(self, user: str, text: str, version: int) -> int:
        """Save an edit of the plan that started from `version`, and return the new version."""
        saved = await self._db.execute(
            "UPDATE plans SET text = ?, version = version + 1 WHERE user = ? AND version = ?",
            text, user, version,
        )
        if not saved:
            raise StalePlan(f"version {version} is no longer the newest")
        return version + 1

    async def _move(self, tx: Transaction, user: str, amount: int, ref: str) -> int:
        """Move credits and book them in the same transaction; return the balance after it."""
        left = await tx.scalar(
            "UPDATE wallets SET balance = balance + ? WHERE user = ? AND balance + ? >= 0 RETURNING balance",
            amount, user, amount,
        )
        if left is None:
            raise InsufficientCredits(f"{-amount} credits are more than there are")
        await tx.execute("INSERT INTO ledger (user, amount, ref) VALUES (?, ?, ?)", user, amount, ref)
        return left

    async def _first_answer(self, user: str, amount: int, key: str) -> dict[str, Any]:
        """Answer a repeat from what its first request left behind."""
        job = await self._db.fetch_one("SELECT * FROM jobs WHERE user = ? AND key = ?", user, key)
        if job["cost"] != amount:
            raise KeyReused(f"key {key} was used for {job['cost']} credits")
        if job["status"] == "running":
            raise InProgress(f"job {job['id']}")
        if job["status"] == "refunded":
            raise GenerationFailed(f"job {job['id']} was refunded")
        return {"job": job["id"], "text": job["text"], "balance": job["balance_after"]}
