"""The end of the grace period, and the second signal."""

from __future__ import annotations

from gym.race import World, race

from .desk import BUDGET, CUT, Desk
from .fakes import Bank, Orders, account

LONG = 300.0
SLACK = 0.1


def cut_at(world: World, desk: Desk, moment: float) -> None:
    """Claim that it was cut off and came back at that moment, with everything settled and closed."""
    uncut = [account(each) for each in desk.calls("bank", "pay") if each.state == "completed" and account(each) != "bob"]
    world.check(not uncut, "all that takes too long is cut off", f"{uncut}")
    late = round(desk.returned - moment, 2)
    world.check(late >= -SLACK, "it has the time that it is given", f"{-late} s too early")
    world.check(late <= SLACK, "it takes no longer than it may", f"{late} s too late")
    desk.settles_all()
    desk.closes_all()
    desk.ends_with(CUT)


@race(
    "a payout takes longer than the grace period: it is cut off at its end and handed back, and the exit code says so",
    shape="lifecycle",
    points=3,
    fault="grace-begins-after-the-poll",
    timers="last",
    budget=BUDGET,
)
def grace_ends(world: World) -> None:
    orders = Orders("ada bob", timed=lambda: world.now)
    desk = Desk(world, orders, Bank({"ada": LONG, "bob": 8.0}), slots=3, grace=10.0)
    desk.gets_going()
    desk.signal_now()
    world.run()
    world.check(orders.acked == ["bob"], "what ends in time is struck off", f"{orders.acked}")
    cut_at(world, desk, desk.came[0] + 10.0)


@race(
    "a second signal during the drain: what is under way is cut off at that moment and handed back",
    shape="lifecycle",
    points=2,
    fault="second-signal-changes-nothing",
    timers="last",
    budget=BUDGET,
)
def second_signal(world: World) -> None:
    orders = Orders("ada cy", timed=lambda: world.now)
    desk = Desk(world, orders, Bank({"ada": LONG, "cy": LONG}), slots=3, grace=60.0)
    desk.gets_going()
    desk.signal_now()
    desk.signal_later(5.0)
    desk.signal(desk.signals)
    world.run()
    desk.hears_every_signal()
    cut_at(world, desk, desk.came[1])


@race(
    "a second signal at any moment of the drain: each payout is struck off or handed back, never both, and all is closed",
    shape="cancellation",
    points=3,
    fault="second-signal-changes-nothing",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def second_any_moment(world: World) -> None:
    desk = Desk(world, Orders("ada bob"), Bank(), slots=1)
    desk.uses_only_what_is_open()
    desk.gets_going()
    desk.signal_now()
    desk.signal(desk.signals)
    world.run()
    desk.settles_all()
    desk.closes_all()
    desk.ends_as_it_was_cut()
