"""Changes of one subscription that come in another order than they happened, or in the same second."""

from __future__ import annotations

from gym.race import World, race

from .shop import BUDGET, NOW, SAME_SECOND, Shop, change, purchase

LATER, LATEST = NOW - 10, NOW - 5


@race(
    "past due, then paid, delivered in any order to two instances: paid stays, and each is answered 200",
    shape="ordering",
    points=2,
    fault="arrival-order-trusted",
    budget=BUDGET,
)
def any_order(world: World) -> None:
    shop = Shop(world, [("past_due", LATER), ("paid", LATEST)], happened=2, columns=["sub_1"])
    other = world.process("instance B")
    older = world.flow("past due", shop.sends(shop.handler(), change(1, "past_due", LATER), tries=2))
    newer = world.flow("paid", shop.sends(shop.handler(other), change(2, "paid", LATEST), tries=2), process=other)
    shop.never_goes_back()
    world.run()
    shop.shows("paid", "the newest status stays")
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
    history = [("past_due", LATER), ("paid", LATER), ("unpaid", LATER + 1), ("canceled", LATEST)]
    shop = Shop(world, history, happened=4, columns=["sub_1"])
    handler, other = shop.handler(), world.process("instance B")
    first = world.flow("past due", shop.sends(handler, change(1, "past_due", LATER), tries=2))
    second = world.flow("paid", shop.sends(shop.handler(other), change(2, "paid", LATER), tries=2), process=other)
    shop.never_goes_back()
    world.run()
    world.check(shop.status == "canceled", "the provider's word is written", f"{shop.status}")
    between, last = change(3, "unpaid", LATER + 1), change(4, "canceled", LATEST)
    late = world.flow("late ones", shop.sends(handler, between, last, tries=2), after=[first, second])
    world.run()
    shop.shows("canceled", "what happened before the answer changes nothing")
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
    shop = Shop(world, [("past_due", SAME_SECOND), ("paid", LATER)], columns=["sub_1"])
    handler = shop.handler()
    asks = world.flow("past due", shop.sends(handler, change(2, "past_due"), tries=2))
    newer = world.flow("paid", shop.sends(handler, change(3, "paid", LATER), tries=2))
    shop.answers_late(asks, newer, once="db")
    shop.never_goes_back()
    world.run()
    shop.shows("paid", "the newest status stays")
    told = asks.value, newer.value
    world.check(told == (200, 200), "both are answered 200", f"{told}")


@race(
    "two more changes in the row's second, on two instances: of two answers the later one stays, whichever is written last",
    shape="lost-update",
    points=2,
    fault="arrival-order-trusted",
    budget=BUDGET,
)
def three_in_a_second(world: World) -> None:
    shop = Shop(world, [("past_due", SAME_SECOND), ("unpaid", SAME_SECOND)], columns=["sub_1"])
    other = world.process("instance B")
    first = world.flow("past due", shop.sends(shop.handler(), change(2, "past_due"), tries=2))
    last = world.flow("unpaid", shop.sends(shop.handler(other), change(3, "unpaid"), tries=2), process=other)
    shop.answers_late(first, last, once="provider")
    shop.never_goes_back()
    world.run()
    shop.shows("unpaid", "the last change stays")


@race(
    "past due and active again, in the row's second: an answer that only confirms the row outdates every earlier one",
    shape="lost-update",
    points=2,
    fault="arrival-order-trusted",
    level=1,
    budget=BUDGET,
)
def there_and_back(world: World) -> None:
    shop = Shop(world, [("past_due", SAME_SECOND), ("active", SAME_SECOND)], columns=["sub_1"])
    handler = shop.handler()
    there = world.flow("past due", shop.sends(handler, change(2, "past_due"), tries=2))
    back = world.flow("active again", shop.sends(handler, change(3, "active"), tries=2))
    shop.answers_late(there, back)
    world.run()
    shop.shows("active", "the last change stays")


@race(
    "the row's status leaves and comes back while an answer is on its way: that answer is not written over it",
    shape="lost-update",
    points=1,
    fault="arrival-order-trusted",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def looks_the_same(world: World) -> None:
    second = SAME_SECOND
    shop = Shop(world, [("past_due", second), ("unpaid", second), ("active", second)], columns=["sub_1"])
    handler = shop.handler()
    asks = world.flow("past due", shop.sends(handler, change(2, "past_due"), tries=2))
    bodies = change(3, "unpaid"), change(4, "active")
    others = world.flow("unpaid, active again", shop.sends(handler, *bodies, tries=2))
    shop.answers_late(asks, others)
    shop.never_goes_back()
    world.run()
    shop.shows("active", "the last change stays")


@race(
    "a purchase is answered while the provider is being asked about a subscription",
    shape="check-then-act",
    points=1,
    level=1,
    budget=600,
)
def answered_meanwhile(world: World) -> None:
    shop = Shop(world, [("past_due", SAME_SECOND)])
    shop.truth.held = lambda question: purchase() not in shop.told
    handler = shop.handler()
    asks = world.flow("past due", shop.sends(handler, change(2, "past_due")))
    buys = world.flow("ada buys", shop.sends(handler, purchase()))
    world.run()
    told = asks.value, buys.value
    world.check(told == (200, 200), "both are answered 200", f"{told}")
    shop.credited_once()
