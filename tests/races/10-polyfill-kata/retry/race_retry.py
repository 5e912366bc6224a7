"""A caller and a service that is down for a while: when it is asked, and what the caller is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, repeat

from gym.race import Fault, World, op, race


class Service:
    """Fails by these errors, one after the other, and then answers."""

    def __init__(self, *errors: Fault) -> None:
        self._errors = list(errors)
        self._asked = 0

    @op(on_cancel="drops")
    async def ask(self) -> str:
        self._asked += 1
        if self._errors:
            raise self._errors.pop(0)
        return f"answer {self._asked}"


@dataclass
class Caller:
    """One retry; `asked_ms` are the times at which the service is asked, `over_ms` is when the caller was told."""

    world: World
    errors: list[Fault]
    draws: list[float]
    attempts: int = 4
    asked_ms: list[int] = field(default_factory=list)
    over_ms: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        world = self.world
        service = world.port("service", Service(*self.errors))
        retry, random = world.function("retry"), world.random(chain(self.draws, repeat(1.0)))
        self.flow = world.flow("caller", retry, service.ask, attempts=self.attempts, base=0.1, cap=0.3, random=random)
        world.always("noted", self._note)

    def _note(self) -> bool:
        """Take down the time of what is new. Holds whatever happens."""
        now = round(self.world.now * 1000)
        self.asked_ms += [now] * (len(self.world.calls("service")) - len(self.asked_ms))
        if self.flow.ended and not self.over_ms:
            self.over_ms.append(now)
        return True

    def check_asked(self, *times_ms: int) -> None:
        self.world.check(self.asked_ms == list(times_ms), "it is asked at the times of the spec", f"{self.asked_ms} ms")


def reset(number: int, **attrs: float) -> Fault:
    return Fault("ConnectionResetError", f"reset {number}", attrs=attrs)


@race(
    "four failures: asked at the times of the spec, and the last error is told at once",
    shape="control",
    points=2,
    fault="waits-after-the-last",
)
def all_fail(world: World) -> None:
    caller = Caller(world, [reset(number) for number in (1, 2, 3, 4)], [0.5, 1.0, 0.25, 1.0])
    world.run()
    caller.check_asked(0, 50, 250, 325)
    error = caller.flow.error
    told = error is not None and (error.name, error.message) == ("ConnectionResetError", "reset 4")
    world.check(told, "the last error is raised as it is", f"{error}")
    world.check(caller.over_ms == [325], "nothing is waited for after the last attempt", f"{caller.over_ms} ms")


@race("two failures, then an answer: it is given, and nothing is asked after it", shape="control", points=1)
def comes_back(world: World) -> None:
    caller = Caller(world, [reset(1), Fault("TimeoutError", "slow")], [1.0, 0.5, 1.0])
    world.run()
    caller.check_asked(0, 100, 200)
    world.check(caller.flow.value == "answer 3", "the answer is given", f"{caller.flow.value}")


@race(
    "the service says when to come back: not earlier, also above the cap; and not earlier than our own wait",
    shape="retry-storm",
    points=2,
    fault="comes-back-too-early",
)
def told_when(world: World) -> None:
    caller = Caller(world, [reset(1, retry_after=60.0), reset(2, retry_after=0.01)], [1.0, 1.0, 1.0])
    world.run()
    back = caller.asked_ms[1:2]
    world.check(back == [60_000], "it comes back when the service says", f"{back} ms")
    caller.check_asked(0, 60_000, 60_200)


@race("an error that is no OSError is raised at once", shape="control", points=1, fault="tries-what-cannot-help")
def no_use(world: World) -> None:
    caller = Caller(world, [reset(1), Fault("ValueError", "no such currency")], [1.0, 1.0, 1.0])
    none = world.flow("no attempts", world.function("retry"), world.function("retry"), attempts=0, base=0.1, cap=0.3)
    world.run()
    world.check(caller.flow.outcome == "ValueError", "another error is raised as it is", caller.flow.outcome)
    world.check(len(caller.asked_ms) == 2, "and nothing is tried again", f"asked {len(caller.asked_ms)} times")
    world.check(none.outcome == "ValueError", "fewer than 1 attempts are a ValueError", none.outcome)


@race(
    "the caller goes away, in an attempt or in a wait: no further attempt is made",
    shape="swallowed-cancellation",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
)
def caller_leaves(world: World) -> None:
    caller = Caller(world, [reset(1), reset(2)], [1.0, 1.0, 1.0])
    world.may_cancel(caller.flow)
    before: list[int] = []

    def stays_away() -> bool:
        if caller.flow.ended and not before:
            before.append(len(world.calls("service")))
        return before in ([], [len(world.calls("service"))])

    world.always("nothing is asked for somebody who has gone", stays_away)
    world.run()
