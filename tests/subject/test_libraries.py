"""A subject may import libraries where its sandbox was given their folders, and no world sees what another did to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.verdict import Verdict
from gym.race import Fault, World, race
from tests.race.arena import Arena
from tests.subject.asking import Asker

LIBRARY = """
import signal, threading, time

class Registry:
    seen = {}

class Node:
    pass

thread = threading.Thread(target=Registry.seen.clear)
thread.start()
thread.join()
time.sleep(0)

def nap():
    time.sleep(3)

def die():
    signal.raise_signal(signal.SIGTERM)

def spin():
    while True:
        pass
"""

SUBJECT = """
import shelf

async def count(db):
    await db.ping()
    shelf.Registry.seen[len(shelf.Registry.seen)] = True
    return len(shelf.Registry.seen)

async def ages(db):
    nodes = {shelf.Node(): number for number in range(40)}
    return [nodes[node] for node in set(nodes)] == list(range(40))

async def block(db):
    shelf.nap()

async def die(db):
    await db.ping()
    shelf.die()

async def spin(db):
    await db.ping()
    shelf.spin()

async def quiet(db):
    await db.ping()
    return shelf.__file__
"""


class Db:
    async def ping(self) -> None:
        pass


def race_of(function: str, expected: object):  # type: ignore[no-untyped-def]
    @race("two callers", shape="control")
    def two_callers(world: World) -> None:
        db = world.port("db", Db())
        flows = [world.flow(name, world.function(function), db) for name in ("one", "two")]
        world.run()
        world.check(sorted(map(repr, [flow.value for flow in flows])) == expected, "as expected", repr(flows[0].value))

    return two_callers


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    (tmp_path / "shelf.py").write_text(LIBRARY)
    arena = Arena(Puppet(Bare(libraries=[tmp_path])))
    yield arena
    arena.puppet.close()


def test_what_a_library_keeps_ends_with_its_world(arena: Arena) -> None:
    verdict = arena.judge(SUBJECT, race_of("count", ["1", "2"]))
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "all 6 schedules (L0)"), verdict.message


def test_sets_of_a_librarys_objects_iterate_by_age(arena: Arena) -> None:
    verdict = arena.judge(SUBJECT, race_of("ages", ["True", "True"]))
    assert verdict.verdict is Verdict.ACCEPTED, verdict.message


def test_a_library_that_blocks_in_a_flow_is_refused_at_the_line_that_called_it(arena: Arena) -> None:
    verdict = arena.judge(SUBJECT, race_of("block", []))
    assert (verdict.verdict, verdict.message) == (Verdict.BLOCKED, "blocks the event loop for 3 s (subject.py:14)")


def test_an_endless_loop_in_a_library_ends_its_world_and_names_the_line_that_called_it(arena: Arena) -> None:
    verdict = arena.judge(SUBJECT, race_of("spin", []))
    assert verdict.verdict is Verdict.RUNAWAY
    assert verdict.message is not None and "(subject.py:22)" in verdict.message


def test_a_world_that_is_killed_ends_its_process_the_same_way(arena: Arena) -> None:
    verdict = arena.judge(SUBJECT, race_of("die", []))
    message = "the process of your code was ended by SIGTERM in mid-check"
    assert (verdict.verdict, verdict.message) == (Verdict.CRASHED, message)


def test_libraries_may_take_longer_to_import_than_a_step_may_take(tmp_path: Path) -> None:
    (tmp_path / "heavy.py").write_text("import os\nwhile os.times().user < 1.5:\n    pass\nweight = 7\n")
    arena = Arena(Puppet(Bare(libraries=[tmp_path])))
    verdict = arena.judge("import heavy\n\nasync def quiet(db):\n    return heavy.weight\n", race_of("quiet", ["7", "7"]))
    arena.puppet.close()
    assert verdict.verdict is Verdict.ACCEPTED, verdict.message


LATE = """
import os, random, threading, time
thread = threading.Thread(target=print)
thread.start()
thread.join()
time.sleep(0)
while sum(os.times()[0:3:2]) < 1.5:  # user time of this process and of the world that it waited for
    pass
chance = random.random()
"""

LATE_SUBJECT = """
import importlib, random, sys

async def draw(db):
    await db.ping()
    late = importlib.import_module("late")
    return [late.chance, random.random()]

def take():
    importlib.import_module("late")
    return is_imported()

def is_imported():
    return "late" in sys.modules
"""


def test_what_a_function_imports_at_its_first_call_is_as_if_it_had_been_imported_ahead(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(LATE)
    arena = Arena(Puppet(Bare(libraries=[tmp_path])))
    seen = []

    @race("drawn", shape="control")
    def drawn(world: World) -> None:
        flow = world.flow("draw", world.function("draw"), world.port("db", Db()))
        world.run()
        seen.append(flow.value)

    verdict = arena.judge(LATE_SUBJECT, drawn)
    arena.puppet.close()
    assert verdict.verdict is Verdict.ACCEPTED, verdict.message
    assert len(seen) > 1
    assert seen == [seen[0]] * len(seen)


def test_it_is_imported_once_for_all_worlds_after(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text("")
    with Asker() as asker:
        asker.puppet = Puppet(Bare(libraries=[tmp_path]))
        asker.load(LATE_SUBJECT)
        assert [asker.call(name) for name in ("is_imported", "take", "is_imported")] == [False, True, True]


def test_a_fault_may_be_an_exception_of_a_librarys(tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "__init__.py").write_text("from .errors import Empty as _\n")
    (tmp_path / "shelf" / "errors.py").write_text("class Lost(Exception): pass\nclass Empty(Lost): pass\n")
    source = """
        import shelf.errors

        async def read(db):
            try:
                await db.ping()
            except shelf.errors.Lost as error:
                return f"{type(error).__name__}: {error}"
    """
    arena = Arena(Puppet(Bare(libraries=[tmp_path])))

    def read_with(fault: str) -> list[object]:
        seen: list[object] = []

        @race("read", shape="control")
        def read(world: World) -> None:
            db = world.port("db", Db())
            world.may_fail(db.ping, Fault(fault, "nothing there"))
            flow = world.flow("reader", world.function("read"), db)
            world.run()
            seen.append(flow.value if flow.outcome == "ok" else flow.outcome)

        arena.judge(source, read)
        return seen

    assert read_with("shelf.errors.Empty") == [None, None, "Empty: nothing there"]
    assert read_with("shelf.errors.Full") == [None, None, "shelf.errors.Full"]
    arena.puppet.close()


def test_without_its_folder_a_library_cannot_be_imported() -> None:
    arena = Arena(Puppet(Bare()))
    verdict = arena.judge(SUBJECT, race_of("quiet", []))
    arena.puppet.close()
    assert verdict.verdict is Verdict.CRASHED
    assert verdict.message == (
        "quiet could not be made: ModuleNotFoundError: No module named 'shelf'; the files judged are "
        "subject.py (subject.py:2)"
    )
