"""A row lock: read FOR UPDATE, decide in Python, write, commit.

Rules of any size fit, since Python decides. The price: more round trips while the lock is held, and each writer has to
remember to ask for the lock, in one order everywhere (coupon, wallet, job), or two of them wait for each other.
"""

from __future__ import annotations

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


class Wallet:
    """Credits of all users. Whoever changes a user's credits holds the lock on that wallet's row."""

    def __init__(self, db: Database, provider: Provider) -> None:
        self._db = db
        self._provider = provider

    async def balance(self, user: str) -> int:
        """Return the credits that `user` can spend."""
        return await self._db.scalar("SELECT balance FROM wallets WHERE user = ?", user)

    async def charge(self, user: str, amount: int, key: str) -> dict[str, Any]:
        """Take `amount` credits, have the story written, and return job, text and the balance left."""
        async with self._db.transaction() as tx:
            before = await self._lock(tx, user)
            first = await tx.fetch_one("SELECT * FROM jobs WHERE user = ? AND key = ?", user, key)
            if first is not None:
                return _answer(first, amount)
            if before < amount:
                raise InsufficientCredits(f"{amount} asked, {before} there")
            job = await tx.scalar(
                "INSERT INTO jobs (user, key, cost, status, balance_after) VALUES (?, ?, ?, 'running', ?)"
                " RETURNING id",
                user, key, amount, before - amount,
            )
            await self._set(tx, user, before, -amount, f"charge:{job}")
        try:
            text = await self._provider.generate(job)
        except ProviderError as error:
            await self.refund(job)
            raise GenerationFailed(f"job {job}: {error}") from error
        return await self._deliver(job, text)

    async def refund(self, job: int) -> bool:
        """Give a running job's credits back. Return whether this call did it."""
        async with self._db.transaction() as tx:
            row = await tx.fetch_one("SELECT * FROM jobs WHERE id = ?", job, for_update=True)
            if row is None or row["status"] != "running":
                return False
            before = await self._lock(tx, row["user"])
            await tx.execute("UPDATE jobs SET status = 'refunded' WHERE id = ?", job)
            await self._set(tx, row["user"], before, row["cost"], f"refund:{job}")
        return True

    async def redeem(self, user: str, code: str) -> int:
        """Add the coupon's credits to the wallet and return how many they were."""
        async with self._db.transaction() as tx:
            coupon = await tx.fetch_one("SELECT * FROM coupons WHERE code = ?", code, for_update=True)
            if coupon is None:
                raise UnknownCoupon(code)
            if await tx.scalar("SELECT 1 FROM redemptions WHERE code = ? AND user = ?", code, user):
                raise CouponUsed(code)
            if coupon["uses"] >= coupon["max_uses"]:
                raise CouponExhausted(code)
            before = await self._lock(tx, user)
            await tx.execute("INSERT INTO redemptions (code, user) VALUES (?, ?)", code, user)
            await tx.execute("UPDATE coupons SET uses = ? WHERE code = ?", coupon["uses"] + 1, code)
            await self._set(tx, user, before, coupon["credits"], f"coupon:{code}:{user}")
        return coupon["credits"]

    async def plan(self, user: str) -> dict[str, Any]:
        """Return the spending plan as text and version."""
        return await self._db.fetch_one("SELECT text, version FROM plans WHERE user = ?", user)

    async def save_plan(self, user: str, text: str, version: int) -> int:
        """Save an edit of the plan that started from `version`, and return the new version."""
        async with self._db.transaction() as tx:
            current = await tx.scalar("SELECT version FROM plans WHERE user = ?", user, for_update=True)
            if current != version:
                raise StalePlan(f"version {current} was saved after {version}")
            await tx.execute(
                "UPDATE plans SET text = ?, version = ? WHERE user = ?", text, version + 1, user
            )
        return version + 1

    async def _deliver(self, job: int, text: str) -> dict[str, Any]:
        """Store the story, unless somebody gave the job up meanwhile, and return the answer."""
        row = await self._db.fetch_one(
            "UPDATE jobs SET status = 'done', text = ? WHERE id = ? AND status = 'running' RETURNING *", text, job
        )
        if row is None:
            raise GenerationFailed(f"job {job} was given up before its story came")
        return _answer(row, row["cost"])

    async def _lock(self, tx: Transaction, user: str) -> int:
        """Take the lock on the user's wallet and return its balance, which stays true until the commit."""
        return await tx.scalar("SELECT balance FROM wallets WHERE user = ?", user, for_update=True)

    async def _set(self, tx: Transaction, user: str, before: int, amount: int, ref: str) -> None:
        """Book `amount` and write the balance that follows from it. The wallet's lock must be held."""
        await tx.execute("INSERT INTO ledger (user, amount, ref) VALUES (?, ?, ?)", user, amount, ref)
        await tx.execute("UPDATE wallets SET balance = ? WHERE user = ?", before + amount, user)


def _answer(job: dict[str, Any], amount: int) -> dict[str, Any]:
    """Return the answer of a request from its job's row, or raise what its caller has to be told."""
    if job["cost"] != amount:
        raise KeyReused(f"the key was used for {job['cost']} credits")
    if job["status"] == "running":
        raise InProgress(f"job {job['id']}")
    if job["status"] == "refunded":
        raise GenerationFailed(f"job {job['id']} was refunded")
    return {"job": job["id"], "text": job["text"], "balance": job["balance_after"]}
