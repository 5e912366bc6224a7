"""Small programs have the effects, in the order and in the turns, that they have on stock asyncio.

The stock half runs each program on a SelectorEventLoop with sockets, threads and timers that are real (programs/stock.py);
the other half runs it in the subject process, with the same events delivered by our loop. An effect is logged with the
number of polls since the last thing happened outside, so a task that runs a turn too early is seen even if nothing
overtakes it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.judge.puppet import Puppet
from tests.subject.interpreters import MINORS, Interpreter, interpreters, missing, newest_of
from tests.subject.puppetry import Play, loaded, programs, stock

INHERENT = {
    "many_tasks_are_aborted": "a stock TaskGroup keeps its tasks in a set, hashed by address: any order of aborting may"
    " happen. Ours is the order of creation, so that equal runs are equal.",
    "as_completed_starts_coroutines": "as_completed makes a set of what it is given: coroutines start in any order on"
    " a stock loop. Ours is the order of the arguments, so that equal runs are equal.",
}
"""Programs whose order stock asyncio leaves to memory addresses; see `test_an_order_that_stock_leaves_open`."""


@pytest.fixture(scope="module")
def puppets() -> Iterator[dict[Interpreter, Puppet]]:
    """One subject for each interpreter, started when it is first asked for."""
    started: dict[Interpreter, Puppet] = {}
    yield started
    for puppet in started.values():
        puppet.close()


def ours(puppets: dict[Interpreter, Puppet], interpreter: Interpreter, name: str) -> list[str]:
    if interpreter not in puppets:
        puppets[interpreter] = loaded(interpreter.path)
    return Play(puppets[interpreter], name, programs()[name].script).run()


CASES = [
    pytest.param(interpreter, name, id=f"{interpreter}-{name}")
    for interpreter in interpreters()
    for name, program in programs().items()
    if interpreter.version >= program.since and name not in INHERENT
]


@pytest.mark.parametrize(("interpreter", "name"), CASES)
def test_effects_are_those_of_stock_asyncio(interpreter: Interpreter, name: str, puppets: dict[Interpreter, Puppet]) -> None:
    effects = ours(puppets, interpreter, name)
    if effects != stock(interpreter)[name]:
        # The stock half runs on real time: on a busy machine what should be apart falls together now and then.
        assert effects in [stock(interpreter, attempt)[name] for attempt in (1, 2)], stock(interpreter)[name]


@pytest.mark.parametrize("interpreter", interpreters(), ids=str)
@pytest.mark.parametrize("name", INHERENT)
def test_an_order_that_stock_leaves_open(name: str, interpreter: Interpreter, puppets: dict[Interpreter, Puppet]) -> None:
    ordered = ours(puppets, interpreter, name)
    assert sorted(ordered) == sorted(stock(interpreter)[name]), INHERENT[name]
    assert ours(puppets, interpreter, name) == ordered


def test_every_program_with_an_exception_gives_its_reason() -> None:
    assert {name for name, program in programs().items() if program.exception} == set(INHERENT)


def test_the_suite_is_large_enough_to_mean_something() -> None:
    assert len(programs()) >= 100
    assert all(stock(interpreter)[name] for interpreter in interpreters() for name in stock(interpreter))


@pytest.mark.parametrize("minor", MINORS)
def test_this_version_was_found(minor: int) -> None:
    if newest_of(minor) is None:
        pytest.skip(f"NOT CHECKED: no CPython 3.{minor} on this machine (missing: {', '.join(missing())})")
