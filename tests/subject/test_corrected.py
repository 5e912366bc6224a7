"""CPython's own faults show on the releases that have them, and are gone with the corrected primitives."""

from __future__ import annotations

import pytest

from gym.engine.exploration import Exploration, Limits
from gym.engine.schedule import Schedule
from gym.judge.corrected import blame, corrections
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.race import Race, World, op, race
from gym.race.execution import Stage
from tests.subject.interpreters import MINORS, Interpreter, newest_of
from tests.subject.puppetry import Play, programs, sources, stock

SOURCE = '''
import asyncio


class Worker:
    """R01: a result and a cancellation meet in wait_for."""

    def __init__(self, port):
        self.port = port

    async def work(self):
        await asyncio.wait_for(self.port.fetch("a"), 60)
        await self.port.fetch("b")


class Swallower(Worker):
    """Swallows a cancellation all by itself."""

    async def work(self):
        try:
            await self.port.fetch("a")
        except asyncio.CancelledError:
            pass
        await self.port.fetch("b")


class Store:
    """R04: a notified consumer is cancelled."""

    def __init__(self, port):
        self.port = port
        self.items = []
        self.condition = asyncio.Condition()

    async def take(self):
        async with self.condition:
            while not self.items:
                await self.condition.wait()
            return self.items.pop()

    async def put(self):
        item = await self.port.fetch("item")
        async with self.condition:
            self.items.append(item)
            self.condition.notify()


class Job:
    """R07: both of two nested groups fail at once."""

    def __init__(self, port):
        self.port = port

    async def child(self, name):
        await self.port.fetch(name)
        raise ValueError(name)

    async def run(self):
        async with asyncio.TaskGroup() as outer:
            outer.create_task(self.child("outer"))
            try:
                async with asyncio.TaskGroup() as inner:
                    inner.create_task(self.child("inner"))
            except* ValueError:
                pass
            await asyncio.Event().wait()
'''
FILES = {"subject.py": SOURCE}


class Fetching:
    """A port that answers with what it is asked for."""

    @op(on_cancel="drops")
    def fetch(self, name: str) -> str:
        return name


def cancelled_worker(name: str) -> Race:
    @race("a cancelled worker ends cancelled", shape="swallowed-cancellation", level=1, ties="cancel")
    def body(world: World) -> None:
        worker = world.subject(name, world.port("port", Fetching()))
        world.may_cancel(world.flow("worker", worker.work))
        world.run()

    return body


@race("an item is taken by somebody", shape="lost-wakeup", level=2, ties="cancel", early="cancel", max_early=1)
def taken(world: World) -> None:
    store = world.subject("Store", world.port("port", Fetching()))
    first = world.flow("first", store.take)
    second = world.flow("second", store.take, after=())
    world.flow("producer", store.put)
    world.may_cancel(first)
    world.may_hang(first, second)
    world.run()
    world.check("ok" in (first.outcome, second.outcome), "the item is taken")


@race("a group whose child failed aborts its body", shape="swallowed-cancellation", level=1)
def aborted(world: World) -> None:
    job = world.subject("Job", world.port("port", Fetching()))
    flow = world.flow("job", job.run)
    world.run()
    world.check(flow.outcome == "ExceptionGroup", "the group fails", flow.outcome)


RACES = {
    "gh-86296": (cancelled_worker("Worker"), "swallowed cancellation", (3, 12)),
    "gh-112202": (taken, "the item is taken", (3, 13)),
    "gh-116720": (aborted, "hang", (3, 13)),
}

INTERPRETERS = [pytest.param(found, id=str(found)) for minor in MINORS if (found := newest_of(minor)) is not None]


def explored(puppet: Puppet, judged: Race) -> Exploration:
    exploration = Exploration(Stage(judged, puppet, {}).run, Limits(20_000, 7))
    while not exploration.finished:
        exploration.advance(500)
    return exploration


@pytest.fixture(params=INTERPRETERS, scope="module")
def interpreter(request: pytest.FixtureRequest) -> Interpreter:
    return request.param


@pytest.fixture(scope="module")
def puppet(interpreter: Interpreter):
    found = Puppet(Bare(python=interpreter.path))
    yield found
    found.close()


@pytest.mark.parametrize("issue", RACES)
def test_a_fault_shows_on_the_releases_that_have_it(issue: str, interpreter: Interpreter, puppet: Puppet) -> None:
    judged, claim, fixed_in = RACES[issue]
    assert puppet.load(FILES, "subject") is None
    failing = explored(puppet, judged).failing
    if interpreter.version >= fixed_in:
        assert failing is None
    else:
        assert failing is not None
        assert failing.failure is not None
        assert failing.failure.claim == claim


@pytest.mark.parametrize("issue", RACES)
def test_no_schedule_shows_it_once_it_is_corrected(issue: str, puppet: Puppet) -> None:
    judged, _, _ = RACES[issue]
    assert puppet.load(FILES, "subject", corrected=[issue]) is None
    exploration = explored(puppet, judged)
    assert exploration.failing is None
    assert exploration.coverage().total > 1


@pytest.mark.parametrize("issue", RACES)
def test_the_other_corrections_leave_it_as_it_is(issue: str, interpreter: Interpreter, puppet: Puppet) -> None:
    judged, _, fixed_in = RACES[issue]
    assert puppet.load(FILES, "subject", corrected=[other for other in RACES if other != issue]) is None
    assert (explored(puppet, judged).failing is None) == (interpreter.version >= fixed_in)


@pytest.mark.parametrize("issue", RACES)
def test_the_blame_names_the_issue(issue: str, interpreter: Interpreter, puppet: Puppet) -> None:
    judged, _, fixed_in = RACES[issue]
    if interpreter.version >= fixed_in:
        pytest.skip("this release has the fix")
    puppet.load(FILES, "subject")
    failing = explored(puppet, judged).failing
    assert failing is not None
    blamed = blamed_for(puppet, judged, failing.schedule, interpreter)
    assert [correction.issue for correction in blamed] == [issue]
    assert blamed[0].words().endswith(f"({issue}, fixed in Python 3.{fixed_in[1]})")
    assert explored(puppet, judged).failing is None, "the puppet is left corrected"


def test_a_fault_of_the_learners_is_not_blamed_on_python(interpreter: Interpreter, puppet: Puppet) -> None:
    judged = cancelled_worker("Swallower")
    puppet.load(FILES, "subject")
    failing = explored(puppet, judged).failing
    assert failing is not None
    assert blamed_for(puppet, judged, failing.schedule, interpreter) == ()
    assert (explored(puppet, RACES["gh-86296"][0]).failing is None) == (interpreter.version >= (3, 12)), (
        "the puppet is left as stock"
    )


def blamed_for(puppet: Puppet, judged: Race, schedule: Schedule, interpreter: Interpreter):
    return blame(puppet, FILES, "subject", schedule, lambda: Stage(judged, puppet, {}), interpreter.version[:2])


def test_each_release_has_its_corrections() -> None:
    assert [one.issue for one in corrections((3, 11))] == ["gh-86296", "gh-112202", "gh-116720"]
    assert [one.issue for one in corrections((3, 12))] == ["gh-112202", "gh-116720"]
    assert corrections((3, 13)) == ()


UNLIKE_3_13 = {
    "uncancel_before_the_task_runs": "the flag that Task.uncancel resets since 3.13 is out of Python's reach",
    "a_future_set_twice_or_cancelled": "set_exception(StopIteration) was refused before 3.13",
    "a_condition_notifies_so_many_in_order": "gather of done futures took two more turns before 3.12",
    "a_queue_is_first_in_first_out_on_both_sides": "gather of done futures took two more turns before 3.12",
}
"""Programs of the fidelity suite in which releases differ for other reasons than the faults corrected."""


@pytest.mark.parametrize("minor", [11, 12])
def test_corrected_primitives_have_the_effects_of_3_13(minor: int) -> None:
    older, newest = newest_of(minor), newest_of(13)
    if older is None or newest is None:
        pytest.skip(f"NOT CHECKED: needs CPython 3.{minor} and 3.13 on this machine")
    puppet = Puppet(Bare(python=older.path))
    puppet.load(sources(), "every", corrected=True)
    for name, program in programs().items():
        if program.since <= older.version and not program.exception and name not in UNLIKE_3_13:
            assert Play(puppet, name, program.script).run() == stock(newest)[name], name
    puppet.close()
