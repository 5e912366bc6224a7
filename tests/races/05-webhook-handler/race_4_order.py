"""Changes of one subscription that come in another order than they happened, or in the same second."""

from __future__ import annotations

from gym.race import World, race

from .shop import BUDGET, NOW, SAME_SECOND, Shop, change, purchase

LATER, LATEST = NOW - 10, NOW - 5


@race(
    "past due, then active again, delivered in any order to two instances: active stays, and each is answered 200",
    shape="ordering",
    points=2,
    fault="arrival-order-trusted",
    budget=BUDGET,
)
def any_order(world: World) -> None:
    shop = Shop(world)
    shop.truth.status, shop.truth.updated = "paid", LATEST
    other = world.process("instance B")
    older = world.flow("past due", shop.sends(shop.handler(), change(1, "past_due", LATER), tries=2))
    newer = world.flow("paid", shop.sends(shop.handler(other), change(2, "paid", LATEST), tries=2), process=other)
    shop.never_goes_back("active", "past_due", "paid")
    world.run()
    world.check(shop.status == "paid", "the newest status stays", f"{shop.status}")
    told = older.value, newer.value
    world.check(told == (200, 200), "the older event is answered 200, too", f"{told}")


@race(
    "two changes in one second, in any order on two instances: the provider says which status holds, and since when",
    shape="ordering",
    points=2,
    fault="arrival-order-trusted",
    budget=BUDGET,
)
def same_second(world: World) -> None:
    shop = Shop(world)
    shop.truth.status, shop.truth.updated = "canceled", LATEST
    handler, other = shop.handler(), world.process("instance B")
    first = world.flow("past due", shop.sends(handler, change(1, "past_due", LATER), tries=2))
    second = world.flow("paid", shop.sends(shop.handler(other), change(2, "paid", LATER), tries=2), process=other)
    shop.never_goes_back("active", "past_due", "paid", "unpaid", "canceled")
    world.run()
    world.check(shop.status == "canceled", "the provider's word is written", f"{shop.status}")
    between, last = change(3, "unpaid", LATER + 1), change(4, "canceled", LATEST)
    late = world.flow("late ones", shop.sends(handler, between, last, tries=2), after=[first, second])
    world.run()
    world.check(shop.status == "canceled", "what happened before the answer changes nothing", f"{shop.status}")
    told = first.value, second.value, late.value
    world.check(told == (200, 200, 200), "each is answered 200", f"{told}")


@race(
    "the provider is asked, and a newer change overtakes its answer: the newest status stays",
    shape="stale-response",
    points=2,
    fault="arrival-order-trusted",
    budget=BUDGET,
)
def answer_overtaken(world: World) -> None:
    shop = Shop(world)
    shop.truth.status = "past_due"
    handler = shop.handler()
    asks = world.flow("past due", shop.sends(handler, change(2, "past_due"), tries=2))
    newer = world.flow("paid", shop.sends(handler, change(3, "paid", LATER), tries=2, becomes=("paid", LATER)))
    shop.never_goes_back("active", "past_due", "paid")
    world.run()
    world.check(shop.status == "paid", "the newest status stays", f"{shop.status}")
    told = asks.value, newer.value
    world.check(told == (200, 200), "both are answered 200", f"{told}")


@race(
    "three changes in one second on two instances: an answer from before the last change does not stay",
    shape="lost-update",
    points=2,
    fault="arrival-order-trusted",
    budget=BUDGET,
)
def three_in_a_second(world: World) -> None:
    shop = Shop(world)
    shop.truth.status = "past_due"
    other = world.process("instance B")
    back = ("active", SAME_SECOND)
    world.flow("past due", shop.sends(shop.handler(), change(2, "past_due"), tries=2))
    world.flow("active again", shop.sends(shop.handler(other), change(3, "active"), tries=2, becomes=back), process=other)
    world.run()
    world.check(shop.status == "active", "the last change stays", f"{shop.status}")


@race(
    "a purchase is answered while the provider is being asked about a subscription",
    shape="check-then-act",
    points=1,
    level=1,
    budget=600,
)
def answered_meanwhile(world: World) -> None:
    shop = Shop(world, may_answer=lambda: purchase() in shop.told)
    shop.truth.status = "past_due"
    handler = shop.handler()
    asks = world.flow("past due", shop.sends(handler, change(2, "past_due")))
    buys = world.flow("ada buys", shop.sends(handler, purchase()))
    world.run()
    told = asks.value, buys.value
    world.check(told == (200, 200), "both are answered 200", f"{told}")
    shop.credited_once()
