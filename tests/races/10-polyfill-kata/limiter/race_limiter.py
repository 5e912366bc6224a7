"""Jobs behind a limiter: how many run, in which order they begin, and what a new limit does."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, Flow, World, call, op, race
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]


class Site:
    """Where pages are fetched."""

    @op(on_cancel="drops")
    async def fetch(self) -> str:
        return "page"


@dataclass
class Crawler:
    """A limiter and those who use it; `asked` keeps their names in order."""

    world: World
    limit: int = 1
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.site = self.world.port("site", Site())
        self.limiter = self.world.subject("Limiter", self.limit)
        self.world.watch("running", lambda: ", ".join(self.running) or "-")

    def job(self, name: str, after: list[Flow] | None = None) -> Flow:
        def script() -> Generator[Step, Any, object]:
            self.asked.append(name)
            return (yield call(self.limiter.run, self.site.fetch))

        return self.world.flow(name, script, after=after or ())

    def sets(self, name: str, limit: int, after: list[Flow] | None = None) -> Flow:
        return self.world.flow(name, self.world.function("callers:set_limit"), self.limiter, limit, after=after or ())

    @property
    def running(self) -> list[str]:
        return [each.flow for each in self.world.calls("site") if each.state == "invoked"]

    @property
    def begun(self) -> list[str]:
        return [each.flow for each in self.world.calls("site")]

    def keeps_the_limit(self) -> None:
        self.world.always("no more run than the limit", lambda: len(self.running) <= self.limit)

    def is_empty(self, *flows: Flow) -> None:
        """When all have gone nobody runs, and a further job gets in."""
        count = self.world.flow("count", self.world.function("callers:active"), self.limiter, after=flows)
        late = self.job("late job", after=[count])
        self.world.run()
        self.world.check(count.value == 0, "nobody is active when all have gone", f"{count.value}")
        self.world.check(late.outcome == "ok", "a later job gets in", late.outcome)


def ten_jobs(world: World, before: int, after: int) -> list[object]:
    """When each of the ten jobs of the spec begins, in milliseconds."""
    log = world.callback("log")
    world.flow("ten jobs", world.function("callers:ten_jobs"), world.subject("Limiter", before), log, after)
    world.run()
    return [each.args[0] for each in log.calls]


@race("ten jobs, turned down from 4 to 2", shape="control", points=1, fault="turned-down-and-still-as-many")
def turned_down(world: World) -> None:
    times = ten_jobs(world, 4, 2)
    world.check(times == [0, 0, 0, 0, 50, 50, 100, 100, 150, 150], "jobs begin as the spec says", f"{times}")


@race("ten jobs, turned up from 2 to 4", shape="control", points=1, fault="turned-up-and-nobody-starts")
def turned_up(world: World) -> None:
    times = ten_jobs(world, 2, 4)
    world.check(times == [0, 0, 1, 1, 50, 50, 51, 51, 100, 100], "jobs begin as the spec says", f"{times}")


@race(
    "three jobs and a limit of 1, also at the moment when one ends: one at a time, in the order of asking",
    shape="ordering",
    points=2,
    fault="let-in-but-not-counted",
    level=1,
    max_ties=1,
)
def one_by_one(world: World) -> None:
    crawler = Crawler(world)
    world.alike(*(crawler.job(name) for name in ("job A", "job B", "job C")))
    crawler.keeps_the_limit()
    world.run()
    world.check(crawler.begun == crawler.asked, "jobs begin in the order of asking", f"{crawler.asked}, {crawler.begun}")


@race("a job fails: its caller is told, and the next one begins at once", shape="permit-leak", points=1)
def job_fails(world: World) -> None:
    crawler = Crawler(world)
    unlucky, patient = crawler.job("unlucky"), crawler.job("patient")
    world.may_fail(crawler.site.fetch, Fault("OSError", "reset"), flows=[unlucky])
    crawler.keeps_the_limit()
    crawler.is_empty(unlucky, patient)
    world.check(unlucky.outcome in ("ok", "OSError"), "the error is raised as it is", unlucky.outcome)
    world.check(patient.outcome == "ok", "the next one gets in", patient.outcome)


@race(
    "a caller goes away, in line or while its job runs: the next one begins, and never two at a time",
    shape="permit-leak",
    points=2,
    fault="who-left-still-stands-in-line",
    level=2,
    ties="cancel",
    early="cancel",
    max_ties=1,
)
def caller_leaves(world: World) -> None:
    crawler = Crawler(world)
    first, leaves, patient = crawler.job("first"), crawler.job("leaves"), crawler.job("patient")
    world.may_cancel(leaves)
    crawler.keeps_the_limit()
    crawler.is_empty(first, leaves, patient)
    world.check(first.outcome == patient.outcome == "ok", "nobody else notices", f"{first.error or patient.error}")


@race("a limit of 0 is refused, and the limit stays as it was", shape="control", points=1)
def refused(world: World) -> None:
    crawler = Crawler(world, 2)
    none = world.flow("no room", world.function("Limiter"), 0)
    zero = crawler.sets("turned off", 0)
    job = crawler.job("job", after=[zero])
    world.run()
    world.check(none.outcome == "ValueError", "a limit below 1 is a ValueError", none.outcome)
    world.check(zero.value == -2, "it is refused, and the limit stays", f"{zero.value}")
    world.check(job.outcome == "ok", "a later job gets in", job.outcome)
