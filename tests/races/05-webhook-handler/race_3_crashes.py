"""Instances that die at any point of a delivery."""

from __future__ import annotations

from gym.race import Process, World, race

from .shop import BUDGET, SAME_SECOND, Shop, change, purchase


@race(
    "an instance dies at any point of a delivery: nothing is lost, nothing is done twice",
    shape="cross-process",
    points=2,
    fault="processed-before-the-effect",
    budget=BUDGET,
)
def instance_dies(world: World) -> None:
    shop = Shop(world, [("past_due", SAME_SECOND)])
    bodies = purchase(), change(2, "past_due")
    doomed = world.process("instance B")
    world.flow("to B", shop.sends(shop.handler(doomed), *bodies), process=doomed)

    def successor(fresh: Process) -> None:
        world.flow("sent again", shop.sends(shop.handler(fresh), *bodies, tries=2, regardless=True), process=fresh)

    world.may_kill(doomed, successor=successor)
    world.run()
    shop.credited_once()
    shop.shows("past_due", "the change is carried out")


@race(
    "an instance dies while another one is sent the same event: who is told 200 may rely on it",
    shape="cross-process",
    points=2,
    fault="processed-before-the-effect",
    budget=BUDGET,
)
def repeat_meets_death(world: World) -> None:
    shop = Shop(world, columns=["ada"])
    doomed = world.process("instance B")
    handler = shop.handler()
    world.flow("to B", shop.sends(shop.handler(doomed), purchase()), process=doomed)
    world.flow("to A", shop.sends(handler, purchase()))
    world.may_kill(doomed)
    world.run()
    shop.sends_again(handler, purchase())
    shop.credited_once()
