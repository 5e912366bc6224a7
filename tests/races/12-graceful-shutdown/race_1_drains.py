"""The first signal: what is under way ends, what waits goes back, and then everything is closed."""

from __future__ import annotations

from gym.race import World, race

from .desk import BUDGET, CLEAN, Desk
from .fakes import Bank, Orders


@race(
    "a signal while payouts are under way: they are paid, and then the resources are closed, the last first",
    shape="lifecycle",
    points=3,
    fault="closed-in-any-order",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def drain(world: World) -> None:
    desk = Desk(world, Orders("ada", "bob"), Bank(), slots=2)
    desk.uses_only_what_is_open()
    desk.takes_turns()
    desk.begins_no_more()
    desk.gets_going()
    world.check(desk.under_way() == 2, "the queue is asked while a slot is free", f"{desk.under_way()} under way")
    desk.signal_now()
    world.run()
    desk.pays_what_it_began()
    desk.settles_all()
    desk.closes_in_order()
    desk.ends_with(CLEAN)


@race(
    "a batch comes in after the signal: none of it is begun, and all of it is handed back",
    shape="check-then-act",
    points=3,
    fault="flag-read-before-the-receive",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def late_batch(world: World) -> None:
    orders = Orders("ada", "bob", on_cancel="may")
    desk = Desk(world, orders, Bank(), slots=2)
    desk.begins_no_more()
    signal = desk.signal()
    orders.may_give = lambda: not orders.batches or signal.started
    world.run()
    desk.pays_what_it_began()
    desk.settles_all()
    desk.ends_with(CLEAN)


@race(
    "payouts wait for a slot when the signal comes: they are handed back at once, not after the one under way",
    shape="lifecycle",
    points=2,
    fault="waiting-payouts-are-begun",
    timers="last",
    budget=BUDGET,
)
def waiting_go_back(world: World) -> None:
    orders = Orders("ada bob cy", timed=lambda: world.now)
    orders.may_give = lambda: not orders.batches
    desk = Desk(world, orders, Bank({"ada": 12.0, "bob": 12.0, "cy": 12.0}), slots=1)
    desk.begins_no_more()
    desk.gets_going()
    desk.signal_now()
    world.run()
    desk.pays_what_it_began()
    desk.settles_all()
    late = {receipt: at for receipt, at in orders.released_at.items() if at > desk.came[0] + 0.1}
    world.check(not late, "what waits is handed back at once", f"{late}")
    desk.ends_with(CLEAN)
