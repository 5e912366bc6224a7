"""What circuit breakers do in the moments on which they differ: that of kata 03, and four libraries.

Each row is played by hand on a stock loop whose clock the test may put forward; calls to the provider end when the test
says so. The kata's solutions must do what its brief promises, and the libraries do what its explanation says of them. Three
more that it names run on other machines: opossum (JavaScript) and resilience4j (Java) let one in and refuse four, cockatiel
(JavaScript) lets four wait for one.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import itertools
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gym.curriculum import find_kata
from tests.peers.libraries import AIOBREAKER, HYX, PURGATORY, PYRESILIENCE, Peer, folders_of
from tests.peers.measures import Measure, items

KATA = find_kata("03-llm-client")
OURS = tuple(solution.name for solution in KATA.solutions)
COOLDOWN = 30.0
ENOUGH = 1e9
_fresh = itertools.count()

Call = Callable[[], Awaitable[object]]


class HandClock(asyncio.SelectorEventLoop):
    """A stock loop, whose clock is ahead of the real one by as much as the test says."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def played(row: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=HandClock) as runner:
        runner.run(row)


def later(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HandClock)
    loop.ahead += seconds


async def settled() -> None:
    """Let everyone go as far as they can."""
    for _ in range(30):
        await asyncio.sleep(0)


class Provider:
    """`calls` keeps the calls that reached it; the test ends them."""

    def __init__(self) -> None:
        self.calls: list[asyncio.Future[str]] = []

    async def answer(self) -> str:
        call = asyncio.get_running_loop().create_future()
        self.calls.append(call)
        return await call

    async def stream(self, prompt: str) -> AsyncIterator[str]:
        yield await self.answer()

    async def ends(self, number: int, error: Exception | None = None) -> None:
        """End a call, by its number from 1."""
        call = self.calls[number - 1]
        call.set_result("fine") if error is None else call.set_exception(error)
        await settled()


@dataclass
class Bench:
    """A breaker before a provider. `failure` is what counts as one, `wrong` is the request's own error."""

    provider: Provider
    call: Call
    failure: Exception
    wrong: Exception

    async def begin(self, count: int = 1) -> list[asyncio.Task[object]]:
        """So many calls at once, as far as they get by themselves."""

        async def one() -> object:
            return await self.call()

        begun = [asyncio.create_task(one()) for _ in range(count)]
        await settled()
        return begun

    async def fail(self, times: int) -> None:
        """So many calls one after the other, which fail."""
        for _ in range(times):
            begun = await self.begin()
            await self.provider.ends(len(self.provider.calls), self.failure)
            await looked_at(begun)

    async def reach(self, count: int) -> int:
        """How many of so many calls at once reach the provider. They are given up then."""
        before = len(self.provider.calls)
        begun = await self.begin(count)
        found = len(self.provider.calls) - before
        await given_up(begun)
        return found


async def looked_at(begun: Sequence[asyncio.Task[object]]) -> list[object]:
    return await asyncio.gather(*begun, return_exceptions=True)


async def given_up(begun: Sequence[asyncio.Task[object]]) -> None:
    for task in begun:
        task.cancel()
    await looked_at(begun)


# -- ours


def ours(name: str, half_open_max: int = 1) -> Bench:
    """The client of that solution, with one provider and no retries, and a breaker that opens after two failures."""
    (solution,) = (each for each in KATA.solutions if each.name == name)
    ports, subject = loaded(KATA.folder / "ports.py", solution.files[KATA.entry])
    provider = Provider()
    settings = ports.Settings(retries=0, threshold=2, cooldown=COOLDOWN, half_open_max=half_open_max, timeout=ENOUGH)
    client = subject.LLMClient({"one": provider}, settings)
    return Bench(
        provider, lambda: client.complete("a story", ENOUGH), ports.ApiError("down", 503), ports.ApiError("wrong", 400)
    )


def loaded(ports: Path, subject: Path) -> tuple[Any, Any]:
    """Both modules anew; the second imports the first as `ports`."""
    before = sys.modules.get("ports")
    found = sys.modules["ports"] = _module(ports)
    try:
        return found, _module(subject)
    finally:
        if before is None:
            del sys.modules["ports"]
        else:
            sys.modules["ports"] = before


def _module(path: Path) -> ModuleType:
    name = f"breaker_of_peers_{next(_fresh)}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module


async def half_open(bench: Bench) -> None:
    """Two failures have opened it, and its cooldown is over."""
    await bench.fail(2)
    later(COOLDOWN)


async def open_refuses(bench: Bench) -> None:
    await bench.fail(2)
    later(COOLDOWN - 1)
    assert await bench.reach(5) == 0


async def refusals_leave_the_cooldown(bench: Bench) -> None:
    await bench.fail(2)
    for _ in range(3):
        later(COOLDOWN / 4)
        assert await bench.reach(1) == 0
    later(COOLDOWN / 4)
    assert await bench.reach(1) == 1


async def one_failure_is_not_enough(bench: Bench) -> None:
    await bench.fail(1)
    assert await bench.reach(5) == 5


async def five_at_half_open(bench: Bench) -> None:
    await half_open(bench)
    begun = await bench.begin(5)
    assert len(bench.provider.calls) - 2 == 1
    assert sum(task.done() for task in begun) == 4
    await given_up(begun)


async def success_closes(bench: Bench) -> None:
    await half_open(bench)
    begun = await bench.begin()
    await bench.provider.ends(3)
    assert await looked_at(begun) == ["fine"]
    assert await bench.reach(5) == 5


async def failure_opens_for_a_whole_cooldown(bench: Bench) -> None:
    await half_open(bench)
    later(COOLDOWN / 2)
    await bench.fail(1)
    later(COOLDOWN - 1)
    assert await bench.reach(1) == 0
    later(1)
    assert await bench.reach(1) == 1


async def a_trial_given_up_gives_its_place_back(bench: Bench) -> None:
    await half_open(bench)
    assert await bench.reach(1) == 1
    assert await bench.reach(5) == 1


async def a_wrong_request_gives_its_place_back(bench: Bench) -> None:
    await half_open(bench)
    begun = await bench.begin()
    await bench.provider.ends(3, bench.wrong)
    await looked_at(begun)
    assert await bench.reach(5) == 1


async def an_old_success_does_not_close(bench: Bench) -> None:
    old = await bench.begin()
    for number in (2, 3):
        begun = await bench.begin()
        await bench.provider.ends(number, bench.failure)
        await looked_at(begun)
    await bench.provider.ends(1)
    await looked_at(old)
    assert await bench.reach(5) == 0


MOMENTS = (
    one_failure_is_not_enough,
    open_refuses,
    refusals_leave_the_cooldown,
    five_at_half_open,
    success_closes,
    failure_opens_for_a_whole_cooldown,
    a_trial_given_up_gives_its_place_back,
    a_wrong_request_gives_its_place_back,
    an_old_success_does_not_close,
)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
@pytest.mark.parametrize("name", OURS)
def test_ours_does_what_the_brief_promises(name: str, moment: Callable[[Bench], Coroutine[Any, Any, None]]) -> None:
    async def row() -> None:
        await moment(ours(name))

    played(row())


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("places", [1, 2, 5])
def test_ours_lets_as_many_in_at_half_open_as_there_are_places(name: str, places: int) -> None:
    async def row() -> None:
        bench = ours(name, half_open_max=places)
        await half_open(bench)
        assert await bench.reach(5) == places

    played(row())


# -- the libraries: a cooldown of nothing, so that the next call after the opening is a trial


class Down(Exception):
    """What a call fails with."""


def purgatory(library: Any, provider: Provider) -> Call:
    factory = library.AsyncCircuitBreakerFactory(default_threshold=2, default_ttl=0.0)

    async def call() -> object:
        async with await factory.get_breaker("one"):
            return await provider.answer()

    return call


def aiobreaker(library: Any, provider: Provider) -> Call:
    # None at all would stand for its default of a minute.
    breaker = library.CircuitBreaker(fail_max=2, timeout_duration=timedelta(microseconds=1))
    return lambda: breaker.call_async(provider.answer)


def hyx(library: Any, provider: Provider) -> Call:
    breaker = library.consecutive_breaker(failure_threshold=2, recovery_time_secs=0, recovery_threshold=1)
    return breaker(provider.answer)  # type: ignore[no-any-return]


def pyresilience(library: Any, provider: Provider) -> Call:
    config = library.CircuitBreakerConfig(failure_threshold=2, recovery_timeout=0.0, success_threshold=1)
    return library.resilient(circuit_breaker=config)(provider.answer)  # type: ignore[no-any-return]


LIBRARIES: dict[str, tuple[Peer, str, Callable[[Any, Provider], Call]]] = {
    "purgatory": (PURGATORY, "purgatory", purgatory),
    "aiobreaker": (AIOBREAKER, "aiobreaker", aiobreaker),
    "hyx": (HYX, "hyx.circuitbreaker.api", hyx),
    "pyresilience": (PYRESILIENCE, "pyresilience", pyresilience),
}


@pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")
@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_lets_all_five_through_at_half_open(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    peer, module, adapter = LIBRARIES[name]
    for folder in folders_of(peer):
        monkeypatch.syspath_prepend(str(folder))
    library = importlib.import_module(module)

    async def row() -> None:
        provider = Provider()
        bench = Bench(provider, adapter(library, provider), Down("down"), Down("wrong"))
        await bench.fail(2)
        assert await bench.reach(5) == 5

    played(row())


MEASURES = (
    Measure(
        "moments of four circuit breakers",
        "purgatory 3.0, aiobreaker 1.2, hyx 0.0, pyresilience 0.4",
        KATA.id,
        lambda: items(__file__, r"^test_ours.*\bsolution\b"),
    ),
)
