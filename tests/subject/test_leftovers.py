"""What is left over at the end of a world is told with its line; what a world cut short left is not."""

from __future__ import annotations

from typing import Any

import pytest

from gym.race.frames import Left, WarnItem
from tests.subject.asking import PORT, Asker, World

SOURCE = """
import asyncio

kept = []

async def background(port):
    await port.fetch()  # background waits

async def leaks(port):
    kept.append(asyncio.create_task(background(port)))

async def leaks_unheld(port):
    asyncio.create_task(background(port))

async def leaks_a_sleep(port):
    kept.append(asyncio.create_task(asyncio.sleep(1000)))

async def fails():
    raise ValueError("nobody looks")  # fails here

async def loses(port):
    asyncio.create_task(fails())
    await asyncio.sleep(0)

async def loses_held(port):
    kept.append(asyncio.create_task(fails()))
    await asyncio.sleep(0)

async def loses_in_a_circle(port):
    task = asyncio.create_task(fails())
    task.me = task
    await asyncio.sleep(0)

async def looks_at_what_is_held(port):
    kept[-1].exception()

async def looks(port):
    task = asyncio.create_task(fails())
    await asyncio.wait([task])
    task.exception()

async def looks_by_gather(port):
    await asyncio.gather(fails(), fails(), return_exceptions=True)

async def cancels(port):
    task = asyncio.create_task(background(port))
    await asyncio.sleep(0)
    task.cancel()

async def forgets(port):
    background(port)  # forgotten here

async def forgets_in_a_callback(port):
    asyncio.get_running_loop().call_soon(forgets_now, port)

def forgets_now(port):
    asyncio.sleep(1)  # forgotten in a callback

async def forgets_in_a_circle(port):
    circle = [background(port)]
    circle.append(circle)

async def callback_fails(port):
    asyncio.get_running_loop().call_soon(lambda: {}["missing"])  # callback fails

async def leaves_a_generator(port):
    async def items():
        yield 1
    async for _ in items():
        break

async def ends_well(port):
    task = asyncio.create_task(asyncio.sleep(0))
    await task
"""


def line_of(mark: str) -> int:
    return SOURCE[: SOURCE.index(f"# {mark}")].count("\n") + 1


@pytest.fixture(scope="module")
def leaving(asker: Asker) -> Asker:
    asker.load(SOURCE)
    return asker


def run(leaving: Asker, name: str) -> World:
    world = leaving.world()
    world.arrive("flow", name, PORT)
    assert world.ended["flow"].status == "ok"
    return world


def left(world: World) -> tuple[list[Any], list[Any], list[Any]]:
    """Pending tasks, lost exceptions, and warnings, each with its place."""
    claims = world.finish()
    warned = [(item.kind, str(item.message), item.place) for item in world.items if isinstance(item, WarnItem)]
    lost = [(str(error), error.place) for error in map(world.codec.decode_error, claims.left.lost)]
    return [(name, place) for name, place, *_ in claims.left.pending], lost, warned


@pytest.mark.parametrize("name", ["ends_well", "looks", "looks_by_gather", "cancels", "leaves_a_generator"])
def test_who_ends_well_leaves_nothing(name: str, leaving: Asker) -> None:
    assert left(run(leaving, name)) == ([], [], [])


@pytest.mark.parametrize("name", ["leaks", "leaks_unheld"])
def test_a_leaked_task_is_told_with_the_line_it_waits_at(name: str, leaving: Asker) -> None:
    place = ("subject.py", line_of("background waits"))
    assert left(run(leaving, name)) == ([("background", place)], [], [])


def test_a_leaked_sleep_has_no_line_of_the_learners(leaving: Asker) -> None:
    assert left(run(leaving, "leaks_a_sleep")) == ([("sleep", None)], [], [])


def test_an_exception_lost_with_its_task_is_told_as_it_is_dropped(leaving: Asker) -> None:
    place = ("subject.py", line_of("fails here"))
    assert left(run(leaving, "loses")) == ([], [], [("lost exception", "ValueError: nobody looks", place)])


@pytest.mark.parametrize("name", ["loses_held", "loses_in_a_circle"])
def test_an_exception_in_a_task_that_is_still_held_is_told_at_the_end(name: str, leaving: Asker) -> None:
    place = ("subject.py", line_of("fails here"))
    assert left(run(leaving, name)) == ([], [("ValueError: nobody looks", place)], [])


def test_it_is_one_exception_and_no_warning_however_often_it_is_asked_for(leaving: Asker) -> None:
    world = run(leaving, "loses_held")
    assert [len(found) for found in left(world)] == [0, 1, 0]
    assert [len(found) for found in left(world)] == [0, 1, 0]


def test_an_exception_that_a_later_flow_looks_at_is_not_lost(leaving: Asker) -> None:
    world = run(leaving, "loses_held")
    assert world.report is not None and world.report.left is not None
    assert len(world.report.left.lost) == 1
    world.arrive("later", "looks_at_what_is_held", PORT)
    assert world.ended["later"].status == "ok"
    assert left(world) == ([], [], [])


def test_what_is_left_is_told_unasked_once_all_flows_have_ended(leaving: Asker) -> None:
    world = run(leaving, "loses_held")
    assert world.report is not None
    assert world.report.left == world.finish().left
    assert run(leaving, "ends_well").report.left == Left([], [])  # type: ignore[union-attr]


def test_a_coroutine_that_is_never_awaited_is_told_with_the_line_that_made_it(leaving: Asker) -> None:
    place = ("subject.py", line_of("forgotten here"))
    assert left(run(leaving, "forgets")) == ([], [], [("never awaited", "background", place)])
    place = ("subject.py", line_of("forgotten in a callback"))
    assert left(run(leaving, "forgets_in_a_callback")) == ([], [], [("never awaited", "sleep", place)])


def test_a_failing_callback_is_a_lost_exception(leaving: Asker) -> None:
    place = ("subject.py", line_of("callback fails"))
    assert left(run(leaving, "callback_fails")) == ([], [], [("lost exception", "KeyError: 'missing'", place)])


@pytest.mark.parametrize(
    "name", [name for name in SOURCE.split() if name.startswith(("leaks", "loses", "forgets")) and "(port)" in name]
)
@pytest.mark.parametrize("worlds_later", [1, 20])
def test_a_world_cut_short_leaves_nothing_to_the_next(name: str, worlds_later: int, leaving: Asker) -> None:
    run(leaving, name.removesuffix("(port):"))
    for _ in range(worlds_later):
        assert left(run(leaving, "ends_well")) == ([], [], [])


def test_a_flow_cut_off_before_it_began_is_not_told(leaving: Asker) -> None:
    for pause in (0, 1):
        world = leaving.world()
        world.go(["setup", [["name", "main", -1, "leaks"]]])
        world.go(["arrive", "one", "main", ["call", ["h", -1], None, [PORT], {}, "await"], True], pause=pause)
        world.go(["cancel", "one"])
        assert left(run(leaving, "ends_well")) == ([], [], [])


def test_a_flow_cancelled_before_its_first_step_ends_cancelled_and_is_not_told(leaving: Asker) -> None:
    world = leaving.world()
    world.go(["setup", [["name", "main", -1, "leaks"]]])
    arrive = ["arrive", "one", "main", ["call", ["h", -1], None, [PORT], {}, "await"], True]
    world.go(arrive, ["cancel", "one"])
    assert world.ended["one"].status == "cancelled"
    assert left(world) == ([], [], [])
