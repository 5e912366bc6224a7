"""Reports, and sendings that are over before they begin."""

from __future__ import annotations

from gym.race import World, race

from .desk import BUDGET, SENT, Desk, Provider, Sending, names


@race(
    "mails end in any order, and one customer is on the list twice: the report follows the list, line by line",
    shape="ordering",
    points=2,
    fault="nobody-knows-who-was-mailed",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def any_order(world: World) -> None:
    desk = Desk(world, ["ada", "bob", "ada"], 3, Provider(3))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending, as_list=True))
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    mailed = sorted(desk.provider.mailed)
    world.check(mailed == sorted(desk.customers), "each line of the list is mailed", f"{mailed}")
    expected = [(customer, SENT) for customer in desk.customers]
    world.check(sending.report == expected, "the report follows the list", f"{sending.report}")


@race(
    "stop was pressed before it began: nobody is taken, and the report is empty",
    shape="lifecycle",
    points=1,
    fault="stop-looked-at-between-batches",
    budget=BUDGET,
)
def stopped_already(world: World) -> None:
    desk = Desk(world, names(2), 2, Provider(2))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending), after=[desk.presses_stop()])
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    world.check(not desk.taken and sending.report == [], "nobody is taken and the report is empty", f"{sending.report}")
