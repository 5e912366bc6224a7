"""One event that is delivered more than once: together, after a hang-up, after a failure."""

from __future__ import annotations

from gym.race import Fault, World, race

from .shop import BUDGET, SAME_SECOND, Shop, change, purchase


@race(
    "one purchase is delivered to two instances at once: it is credited once, and the customer's next one too",
    shape="cross-process",
    points=2,
    fault="looked-up-first",
    budget=BUDGET,
)
def two_instances(world: World) -> None:
    shop = Shop(world, columns=["ada"])
    other = world.process("instance B")
    handler = shop.handler()
    first = world.flow("to A", shop.sends(handler, purchase(1)))
    second = world.flow("to B", shop.sends(shop.handler(other), purchase(1)), process=other)
    world.alike(first, second)
    world.run()
    shop.sends_again(handler, purchase(1))
    shop.credited_once()
    late = world.flow("much later", shop.sends(handler, purchase(2), purchase(2), purchase(1), regardless=True))
    world.run()
    world.check(shop.credits == 1_100, "another purchase is another event", f"{shop.credits} credits, not 1100")
    world.check(late.value == 200, "a repeat of what is done is answered 200", f"{late.value}")


@race(
    "a customer buys twice at the same moment: each purchase counts",
    shape="lost-update",
    points=2,
    level=1,
    budget=BUDGET,
)
def two_purchases(world: World) -> None:
    shop = Shop(world, columns=["ada"])
    handler = shop.handler()
    first = world.flow("one purchase", shop.sends(handler, purchase(1), tries=2))
    second = world.flow("another", shop.sends(handler, purchase(2), tries=2))
    world.alike(first, second)
    world.run()
    world.check(shop.credits == 1_100, "each purchase adds its credits", f"{shop.credits} credits, not 1100")
    world.check(not shop.told_too_soon("customer.credited"), "200 is said when the credits are there")
    told = first.value, second.value
    world.check(told == (200, 200), "both are answered 200", f"{told}")


@race(
    "a caller hangs up at any moment: its event is done or undone, and the next delivery of it does what is left",
    shape="lifecycle",
    points=2,
    fault="processed-before-the-effect",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def hangs_up(world: World) -> None:
    shop = Shop(world, [("past_due", SAME_SECOND)])
    handler = shop.handler()
    bodies = purchase(), change(2, "past_due")
    leaves = world.flow("hangs up", shop.sends(handler, *bodies))
    world.may_cancel(leaves)
    again = world.flow("sent again", shop.sends(handler, *bodies, tries=2, regardless=True), after=[leaves])
    world.run()
    shop.credited_once()
    shop.shows("past_due", "the change is carried out")
    world.check(again.outcome == "ok", "who comes later is answered", again.outcome)


@race(
    "a caller hangs up while another delivery of the event is under way: that one is answered, and it counts once",
    shape="lifecycle",
    points=2,
    fault="looked-up-first",
    level=1,
    ties="cancel",
    budget=BUDGET,
)
def twin_hangs_up(world: World) -> None:
    shop = Shop(world, columns=["ada"])
    handler = shop.handler()
    leaves = world.flow("hangs up", shop.sends(handler, purchase()))
    stays = world.flow("stays", shop.sends(handler, purchase()))
    world.may_cancel(leaves)
    world.run()
    shop.sends_again(handler, purchase())
    world.check(stays.outcome == "ok", "who stays is answered", stays.outcome)
    shop.credited_once()


@race(
    "a statement or the provider fails: the event is not taken for done, and its next delivery carries it out",
    shape="double-submit",
    points=2,
    fault="seen-set-in-memory",
    budget=BUDGET,
)
def port_fails(world: World) -> None:
    # The provider knows of a later change of that second: what the event says is no answer when the provider fails.
    shop = Shop(world, [("past_due", SAME_SECOND), ("unpaid", SAME_SECOND)], happened=2)
    handler = shop.handler()
    flow = world.flow("the provider", shop.sends(handler, purchase(), change(2, "past_due"), tries=3))
    world.may_fail(shop.db, Fault("DatabaseError", "connection reset"))
    world.may_lose(shop.db, Fault("DatabaseError", "connection reset"))
    world.may_fail(shop.provider.retrieve, Fault("ProviderError", "503"))
    world.run()
    shop.credited_once()
    shop.shows("unpaid", "the provider's word is written")
    world.check(flow.value == 200, "the delivery is answered 200 in the end", f"{flow.value}")
