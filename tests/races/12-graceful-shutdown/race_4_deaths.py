"""The process dies in the middle of a drain, and the task that runs the service is cancelled."""

from __future__ import annotations

from gym.race import World, race

from .desk import BUDGET, Desk
from .fakes import Bank, Orders

FEW = 400
"""The same where an execution may be long: a service that looks around every few milliseconds does so for seconds."""


@race(
    "the process is killed during the drain: another instance pays what it had, and nobody is paid twice",
    shape="cross-process",
    points=3,
    fault="new-key-at-every-delivery",
    budget=BUDGET,
)
def killed(world: World) -> None:
    doomed = world.process("instance A")
    desk = Desk(world, Orders("ada bob"), Bank(), slots=1, process=doomed, names=("pool",))
    desk.gets_going()
    desk.signal_now()
    world.may_kill(doomed)
    world.run()
    desk.bank.held = desk.orders.is_over = lambda: False
    other = world.flow("run on B", desk.instance(None).run)
    world.may_hang(other)
    world.run()
    desk.pays_once("ada", "bob")


@race(
    "the task of run is cancelled at any moment: as after a second signal, and the cancellation goes on",
    shape="cancellation",
    points=3,
    fault="cancelled-run-leaves-everything",
    level=2,
    ties="cancel",
    early="cancel",
    budget=FEW,
)
def run_cancelled(world: World) -> None:
    orders = Orders("ada bob", timed=lambda: world.now)
    desk = Desk(world, orders, Bank({"ada": 2.0, "bob": 2.0}), slots=1)
    desk.uses_only_what_is_open()
    world.may_cancel(desk.run)
    desk.gets_going()
    gone = desk.run.cancel_sent
    world.check(desk.run.ended or not gone, "a cancelled run waits for no payment and for no poll")
    desk.signal_now()
    world.run()
    desk.settles_all()
    desk.closes_all()
