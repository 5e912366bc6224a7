"""The credit wallet: charge for a story, refund a job, redeem a coupon, keep the spending plan."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from ports import (
    CouponExhausted,
    CouponUsed,
    GenerationFailed,
    InsufficientCredits,
    ProviderError,
    StalePlan,
    UnknownCoupon,
)

if TYPE_CHECKING:
    from ports import Database, Provider

log = logging.getLogger("wallet")


class Wallet:
    """Credits of all users. Cheap to build: every request makes its own."""

    def __init__(self, db: Database, provider: Provider) -> None:
        self._db = db
        self._provider = provider

    async def balance(self, user: str) -> int:
        """Return the credits that `user` can spend."""
        return await self._db.scalar("SELECT balance FROM wallets WHERE user = ?", user)

    async def charge(self, user: str, amount: int, key: str) -> dict[str, Any]:
        """Take `amount` credits, have the story written, and return job, text and the balance left."""
        log.info("charge user=%s amount=%d key=%s", user, amount, key)
        balance = await self.balance(user)
        if balance < amount:
            raise InsufficientCredits(f"{amount} asked, {balance} there")
        await self._set_balance(user, balance - amount)
        job = await self._db.scalar(
            "INSERT INTO jobs (user, cost, status) VALUES (?, ?, 'running') RETURNING id", user, amount
        )
        await self._book(user, -amount, f"charge:{job}")
        try:
            text = await self._provider.generate(job)
        except ProviderError as error:
            await self.refund(job)
            raise GenerationFailed(f"job {job}: {error}") from error
        await self._db.execute(
            "UPDATE jobs SET status = 'done', text = ?, balance_after = ? WHERE id = ?",
            text, balance - amount, job,
        )
        return {"job": job, "text": text, "balance": balance - amount}

    async def refund(self, job: int) -> bool:
        """Give a running job's credits back. Return whether this call did it."""
        row = await self._db.fetch_one("SELECT user, cost, status FROM jobs WHERE id = ?", job)
        if row is None or row["status"] != "running":
            return False
        await self._set_balance(row["user"], await self.balance(row["user"]) + row["cost"])
        await self._book(row["user"], row["cost"], f"refund:{job}")
        await self._db.execute("UPDATE jobs SET status = 'refunded' WHERE id = ?", job)
        log.info("refunded job=%d", job)
        return True

    async def redeem(self, user: str, code: str) -> int:
        """Add the coupon's credits to the wallet and return how many they were."""
        coupon = await self._db.fetch_one("SELECT credits, max_uses, uses FROM coupons WHERE code = ?", code)
        if coupon is None:
            raise UnknownCoupon(code)
        if await self._db.fetch_one("SELECT 1 FROM redemptions WHERE code = ? AND user = ?", code, user):
            raise CouponUsed(code)
        if coupon["uses"] >= coupon["max_uses"]:
            raise CouponExhausted(code)
        await self._set_balance(user, await self.balance(user) + coupon["credits"])
        await self._book(user, coupon["credits"], f"coupon:{code}:{user}")
        await self._db.execute("UPDATE coupons SET uses = ? WHERE code = ?", coupon["uses"] + 1, code)
        await self._db.execute("INSERT INTO redemptions (code, user) VALUES (?, ?)", code, user)
        return coupon["credits"]

    async def plan(self, user: str) -> dict[str, Any]:
        """Return the spending plan as text and version."""
        return await self._db.fetch_one("SELECT text, version FROM plans WHERE user = ?", user)

    async def save_plan(self, user: str, text: str, version: int) -> int:
        """Save an edit of the plan that started from `version`, and return the new version."""
        current = (await self.plan(user))["version"]
        if current != version:
            raise StalePlan(f"version {current} was saved after {version}")
        await self._db.execute(
            "UPDATE plans SET text = ?, version = ? WHERE user = ?", text, version + 1, user
        )
        return version + 1

    async def _set_balance(self, user: str, balance: int) -> None:
        await self._db.execute("UPDATE wallets SET balance = ? WHERE user = ?", balance, user)

    async def _book(self, user: str, amount: int, ref: str) -> None:
        await self._db.execute("INSERT INTO ledger (user, amount, ref) VALUES (?, ?, ?)", user, amount, ref)
