"""gh-116720: both groups' children fail in one poll, and the inner group takes back the outer one's cancellation."""

from gym.race import Fault, World, race


class Feed:
    async def read(self, name: str) -> None:
        pass


@race("the service ends when its main feed fails", shape="swallowed-cancellation", level=1, max_faults=2)
def main_feed(world: World) -> None:
    feed = world.port("feed", Feed())
    service = world.flow("service", world.function("serve"), feed)
    world.may_hang(service)
    world.may_fail(feed.read, Fault("ConnectionError", "reset"))
    world.run()
    failed = any(op.args == ("main",) and op.state == "failed" for op in world.calls("feed"))
    world.check(service.ended == failed, "the service ends when its main feed fails, and only then", service.outcome)
