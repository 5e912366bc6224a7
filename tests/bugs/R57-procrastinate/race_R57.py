"""procrastinate #1564: a worker is told to stop before its loop has its first turn, forgets it, and runs on for ever."""

from collections.abc import Generator

from gym.race import Step, World, call, race


@race("a worker that is told to stop ends", shape="lifecycle", level=1)
def stop_heeded(world: World) -> None:
    jobs = world.subject("Jobs")
    worker = world.flow("worker", jobs.run)
    world.may_hang(worker)
    told: list[float] = []

    def stop() -> Generator[Step, object, None]:
        if worker.started:
            told.append(world.now)
        yield call(jobs.stop)

    world.flow("stop", stop)
    claim = "a worker that is told to stop ends within 5 s"
    world.always(claim, lambda: worker.ended or not told or world.now < told[0] + 5)
    world.run()
    world.check(worker.ended or not told, claim)
