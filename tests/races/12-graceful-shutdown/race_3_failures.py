"""What fails on the way: a resource, a payment, the queue."""

from __future__ import annotations

from gym.race import Fault, World, race

from .desk import BUDGET, CLEAN, FAILED, Desk
from .fakes import GONE, Bank, Orders

BROKEN = Fault("OSError", "connection reset")


def failed(desk: Desk, method: str) -> bool:
    """Whether a call of that method of a resource has failed."""
    return any(each.state == "failed" for name in desk.names for each in desk.calls(name, method))


@race(
    "a resource cannot be closed: the others are closed all the same, and the exit code tells",
    shape="lifecycle",
    points=2,
    fault="first-failure-skips-the-rest",
    budget=BUDGET,
)
def close_fails(world: World) -> None:
    desk = Desk(world, Orders("ada"), Bank(), slots=1, names=("pool", "session", "lock"))
    desk.gets_going()
    for resource in desk.resources:
        world.may_fail(resource.close, BROKEN)
    desk.signal_now()
    desk.signal(desk.signals)
    world.run()
    desk.settles_all()
    desk.closes_all()
    if failed(desk, "close"):
        desk.ends_with(FAILED)
    else:
        desk.ends_as_it_was_cut()


@race(
    "a resource cannot be opened, or a signal comes before that: what is open is closed, and nothing is accepted",
    shape="lifecycle",
    points=2,
    fault="half-open-is-left-open",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def open_fails(world: World) -> None:
    desk = Desk(world, Orders(), Bank(), slots=1, names=("pool", "session", "lock"))
    desk.begins_no_more()
    for resource in desk.resources:
        world.may_fail(resource.open, BROKEN)
    desk.signal()
    asked: set[int] = set()

    def opens_nothing() -> bool:
        if desk.signals[0].started:
            asked.add(sum(len(desk.calls(name, "open")) for name in desk.names))
        return len(asked) <= 1

    world.always("nothing is opened after the signal", opens_nothing)
    world.run()
    desk.closes_in_order()
    desk.ends_with(FAILED if failed(desk, "open") else CLEAN)


@race(
    "a payment fails: the payout is handed back and comes again, and its slot is free for the next",
    shape="permit-leak",
    points=2,
    fault="new-key-at-every-delivery",
    timers="last",
    budget=BUDGET,
)
def payment_fails(world: World) -> None:
    # Where time goes by, whoever waits a little before handing back may do so.
    orders = Orders("ada ada/2", timed=lambda: world.now)
    desk = Desk(world, orders, Bank({"ada": 1.0}), slots=1)
    world.may_fail(desk.payer.pay, Fault("BankError", "503"))
    world.may_lose(desk.payer.pay, Fault("ConnectionError", "reset"))
    world.flow("15 s go by", world.function("asyncio:sleep"), 15.0)
    world.may_hang(desk.run)
    world.run()
    desk.run.may_hang = False
    desk.signal()
    world.run()
    desk.settles_all()
    desk.pays_each_delivery_once()
    desk.pays_once("ada", "ada/2")
    desk.ends_with(CLEAN)


@race(
    "the queue is gone: the service drains by itself and ends, and the exit code tells",
    shape="lifecycle",
    points=2,
    fault="dead-receiver-goes-unseen",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def queue_gone(world: World) -> None:
    desk = Desk(world, Orders("ada", GONE), Bank(), slots=2)
    desk.uses_only_what_is_open()
    world.run()
    desk.pays_what_it_began()
    desk.settles_all()
    desk.closes_in_order()
    desk.ends_with(FAILED)


@race(
    "the queue fails when the drain has begun already: that is no second signal, and what is under way is paid",
    shape="lifecycle",
    points=1,
    fault="dead-receiver-goes-unseen",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def queue_gone_late(world: World) -> None:
    orders = Orders("ada", GONE)
    desk = Desk(world, orders, Bank(), slots=2)
    orders.may_give = lambda: not orders.batches or bool(desk.came)
    desk.gets_going()
    desk.signal_now()
    world.run()
    desk.pays_what_it_began()
    desk.settles_all()
    desk.closes_all()
    asked = any(each.state == "failed" for each in desk.calls("queue", "receive"))
    desk.ends_with(FAILED if asked else CLEAN)
