"""aiojobs #97: a submitter that is cancelled while it waits for room leaves its job behind, which holds a place."""

from collections.abc import Generator

from gym.race import Step, World, call, race, together


class Worker:
    def __init__(self) -> None:
        self.done: list[int] = []

    async def work(self, number: int) -> None:
        self.done.append(number)


@race("a cancelled submitter leaves no job behind", shape="permit-leak")
def no_job_behind(world: World) -> None:
    worker = Worker()
    jobs = world.subject("Jobs", world.port("worker", worker))

    def three() -> Generator[Step, object, object]:
        return (yield together(*[call(jobs.submit, number) for number in (1, 2, 3)]))

    first = world.flow("three jobs", three)
    late = world.flow("one more", jobs.submit, 4, after=[first])
    world.may_cancel(late)
    world.run()
    count = world.flow("count", jobs.under_way)
    world.run()
    world.check(count.value == [0, 0], "nothing is under way once all jobs are done", repr(count.value))
    world.flow("next", jobs.submit, 5)
    world.run()
    world.check(5 in worker.done, "a later job is done", repr(worker.done))
