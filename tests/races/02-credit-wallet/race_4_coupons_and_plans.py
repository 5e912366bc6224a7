"""Coupons with a limit, and a plan with two editors."""

from __future__ import annotations

from gym.race import World, outcomes, race

from .bank import BUDGET, COUPON, Stories, balance, bank


@race(
    "a coupon with one use left and two users: one of them gets it",
    shape="lost-update",
    points=1,
    fault="coupon-counted-from-a-stale-read",
    budget=BUDGET,
)
def coupon_limit(world: World) -> None:
    db = bank(world, COUPON)
    wallet = world.subject("Wallet", db, world.port("provider", Stories()))
    ada = world.flow("ada's tab", wallet.redeem, "ada", "WELCOME")
    bob = world.flow("bob's tab", wallet.redeem, "bob", "WELCOME")
    typo = world.flow("a typing error", wallet.redeem, "ada", "WELCOM", after=[ada, bob])
    world.run()
    found = outcomes(ada, bob)
    world.check(typo.outcome == "UnknownCoupon", "a code that does not exist is an UnknownCoupon", typo.outcome)
    added = balance(db, "ada") + balance(db, "bob") - 200
    world.check(found == {"ok": 1, "CouponExhausted": 1}, "one redeems it, one is told CouponExhausted", f"{found}")
    world.check(added == 50, "50 credits are added once", f"{added}")


@race(
    "one user redeems a coupon twice and one caller may go away: credited once, counted once",
    shape="check-then-act",
    points=2,
    fault="coupon-counted-from-a-stale-read",
    budget=BUDGET,
)
def coupon_once(world: World) -> None:
    db = bank(world, COUPON, "UPDATE coupons SET max_uses = 9")
    wallet = world.subject("Wallet", db, world.port("provider", Stories()))
    leaves = world.flow("tab A", wallet.redeem, "ada", "WELCOME")
    stays = world.flow("tab B", wallet.redeem, "ada", "WELCOME")
    world.may_cancel(leaves)
    world.run()
    told = {flow.outcome for flow in (leaves, stays)} - {"cancelled"}
    uses = db.scalar("SELECT uses FROM coupons")
    world.check(balance(db) == 150, "50 credits are added once", f"{balance(db)} credits, not 150")
    world.check(uses == 2, "the coupon's uses go from 1 to 2", f"{uses}")
    world.check(told <= {"ok", "CouponUsed"}, "both are told ok or CouponUsed", f"{sorted(told)}")


@race(
    "two editors save one plan and one may go away: the second is told, not overwritten",
    shape="lost-update",
    points=1,
    fault="plan-version-checked-early",
    level=1,
    ties="cancel",
    budget=BUDGET,
)
def two_editors(world: World) -> None:
    db = bank(world, "INSERT INTO plans (user, text, version) VALUES ('ada', 'old', 1)")
    wallet = world.subject("Wallet", db, world.port("provider", Stories()))
    ada = world.flow("ada herself", wallet.save_plan, "ada", "ada's", 1)
    editor = world.flow("her editor", wallet.save_plan, "ada", "editor's", 1)
    world.may_cancel(ada)
    world.run()
    found = outcomes(ada, editor)
    told = found == {"ok": 1, "StalePlan": 1} or ada.outcome == "cancelled"
    world.check(told, "one edit is saved, the other is told StalePlan", f"{found}")
    plan = db.rows("SELECT text, version FROM plans")[0]
    winner = "editor's" if editor.outcome == "ok" else "ada's"
    versions = [flow.value for flow in (ada, editor) if flow.outcome == "ok"]
    world.check(versions in ([2], []), "who saved version 1 is told 2", f"{versions}")
    world.check(plan == {"text": winner, "version": 2}, "what was saved is what is there", f"{plan}")
