"""aiocache #389: the lock's __aexit__ swallows the exception of what runs under it."""

from gym.race import Fault, World, race


class Shop:
    async def price(self) -> int:
        return 7


@race("callers see the real error", shape="cached-failure")
def real_error(world: World) -> None:
    shop = world.port("shop", Shop())
    prices = world.subject("Prices", shop)
    callers = [world.flow(f"caller {number}", prices.price) for number in (1, 2, 3)]
    world.may_fail(shop.price, Fault("ConnectionError", "reset"))
    world.run()
    for caller in callers:
        world.check(caller.value == 7 or caller.outcome == "ConnectionError", "a price or the real error", caller.outcome)
