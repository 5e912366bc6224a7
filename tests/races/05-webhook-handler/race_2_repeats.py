"""One event that is delivered more than once: together, after a hang-up, after a failure."""

from __future__ import annotations

from gym.race import Fault, World, race

from .shop import BUDGET, Shop, change, purchase


@race(
    "one purchase is delivered to two instances at once: it is credited once, and the customer's next one too",
    shape="cross-process",
    points=2,
    fault="looked-up-first",
    budget=BUDGET,
)
def two_instances(world: World) -> None:
    shop = Shop(world)
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
    shop = Shop(world)
    shop.truth.status = "past_due"
    handler = shop.handler()
    bodies = purchase(), change(2, "past_due")
    leaves = world.flow("hangs up", shop.sends(handler, *bodies))
    world.may_cancel(leaves)
    again = world.flow("sent again", shop.sends(handler, *bodies, tries=2, regardless=True), after=[leaves])
    world.run()
    shop.credited_once()
    world.check(shop.status == "past_due", "the change is carried out", f"{shop.status}")
    world.check(again.outcome == "ok", "who comes later is answered", again.outcome)


@race(
    "a caller hangs up while another delivery of the event is under way: that one is answered, and it counts once",
    shape="lifecycle",
    points=2,
    fault="looked-up-first",
    budget=BUDGET,
)
def twin_hangs_up(world: World) -> None:
    shop = Shop(world)
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
    shop = Shop(world)
    shop.truth.status = "past_due"
    handler = shop.handler()
    flow = world.flow("the provider", shop.sends(handler, purchase(), change(2, "past_due"), tries=3))
    world.may_fail(shop.db, Fault("DatabaseError", "connection reset"))
    world.may_lose(shop.db, Fault("DatabaseError", "connection reset"))
    world.may_fail(shop.provider.retrieve, Fault("ProviderError", "503"))
    world.run()
    shop.credited_once()
    world.check(shop.status == "past_due", "the change is carried out", f"{shop.status}")
    world.check(flow.value == 200, "the delivery is answered 200 in the end", f"{flow.value}")
