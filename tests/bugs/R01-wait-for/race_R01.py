"""gh-86296: a result and a cancellation in one poll, and wait_for keeps the result."""

from gym.race import World, race


class Source:
    async def fetch(self) -> int:
        return 1

    async def store(self, item: int) -> None:
        pass


@race("a job that is cancelled ends cancelled", shape="swallowed-cancellation", level=1)
def cancelled_job(world: World) -> None:
    job = world.subject("Job", world.port("source", Source()))
    world.may_cancel(world.flow("job", job.run))
    world.run()
