"""Nothing of a killed process runs again: no callback, no finally, no collected generator."""

from __future__ import annotations

import pytest

from tests.subject.asking import LOG, PORT, Asker, World

SOURCE = """
import asyncio, contextlib, gc

class Guard:
    def __init__(self, log, name):
        self.log, self.name = log, name
    def __del__(self):
        self.log(f"{self.name} deleted")

@contextlib.asynccontextmanager
async def scope(log, name):
    try:
        yield
    finally:
        log(f"{name} left")

async def numbers(log, name):
    try:
        while True:
            yield 1
            await asyncio.sleep(1)
    finally:
        log(f"{name} generator closed")

async def waits_for_a_port(log, port):
    guard = Guard(log, "port")
    async with scope(log, "port"):
        await port.fetch()
    log("port went on")

async def sleeps(log, port):
    guard = Guard(log, "sleep")
    try:
        await asyncio.sleep(1)
    finally:
        log("sleep left")

async def waits_for_a_lock(log, port):
    lock = asyncio.Lock()
    await lock.acquire()
    asyncio.get_running_loop().call_later(1, lock.release)
    guard = Guard(log, "lock")
    async with scope(log, "lock"), lock:
        log("has the lock")

async def waits_for_nothing(log, port):
    guard = Guard(log, "nothing")
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        log("nothing left")

async def waits_for_a_task(log, port):
    guard = Guard(log, "group")
    async with asyncio.TaskGroup() as group:
        group.create_task(sleeps(log, port))
        group.create_task(waits_for_a_port(log, port))

async def drives_a_generator(log, port):
    guard = Guard(log, "generator")
    async for _ in numbers(log, "driven"):
        log("item")

async def keeps_a_generator(log, port):
    generator = numbers(log, "kept")
    await anext(generator)
    task = asyncio.create_task(port.fetch())
    await task
    log("kept went on")

async def is_in_a_timeout(log, port):
    guard = Guard(log, "timeout")
    try:
        async with asyncio.timeout(1):
            await port.fetch()
    except TimeoutError:
        log("timed out")

async def has_callbacks(log, port):
    loop = asyncio.get_running_loop()
    loop.call_later(1, log, "timer")
    loop.call_at(loop.time() + 2, log, "other timer")
    task = asyncio.create_task(port.fetch())
    task.add_done_callback(lambda task: log("done callback"))
    await asyncio.Event().wait()

async def works_in_a_thread(log, port):
    await asyncio.to_thread(int, "5")
    log("thread done")

async def is_shielded(log, port):
    try:
        await asyncio.shield(asyncio.create_task(sleeps(log, port)))
    finally:
        log("shield left")

async def collects(log, port):
    gc.collect()
    await asyncio.sleep(5)
    gc.collect()
    return "alive"
"""

WAITING = [
    "waits_for_a_port",
    "sleeps",
    "waits_for_a_lock",
    "waits_for_nothing",
    "waits_for_a_task",
    "drives_a_generator",
    "keeps_a_generator",
    "is_in_a_timeout",
    "has_callbacks",
    "works_in_a_thread",
    "is_shielded",
]


@pytest.fixture(scope="module")
def killing(asker: Asker) -> Asker:
    asker.load(SOURCE)
    return asker


def started(killing: Asker, name: str) -> World:
    """A world whose process B waits in that flow, with what B did so far forgotten."""
    world = killing.world("B")
    world.arrive("victim", name, LOG, PORT, process="B")
    assert "victim" not in world.ended
    world.records.clear()
    return world


def run_on(world: World) -> None:
    """Let the survivor collect garbage, and time pass until no timer is left."""
    world.arrive("survivor", "collects", LOG, PORT)
    while world.report is not None and world.report.deadline >= 0:
        world.go(["tick", None])


@pytest.mark.parametrize("name", WAITING)
def test_nothing_of_it_is_heard_again(name: str, killing: Asker) -> None:
    world = started(killing, name)
    world.go(["kill", "B"])
    for op in world.ops:
        world.go(["local" if op.port == 0 else "done", op.number, *([] if op.port == 0 else [1])])
    run_on(world)
    assert world.records == []
    assert world.result("survivor") == "alive"
    assert list(world.ended) == ["survivor"]


@pytest.mark.parametrize("name", WAITING)
def test_it_leaves_nothing_behind_to_be_claimed(name: str, killing: Asker) -> None:
    world = started(killing, name)
    world.go(["kill", "B"])
    run_on(world)
    claims = world.finish()
    assert (claims.left.pending, claims.left.lost) == ([], [])
    assert [item for item in world.items if type(item).__name__ == "WarnItem"] == []


@pytest.mark.parametrize("name", WAITING)
def test_the_next_world_does_not_hear_of_it(name: str, killing: Asker) -> None:
    started(killing, name).go(["kill", "B"])
    for _ in range(3):
        world = killing.world()
        run_on(world)
        assert world.records == []
        claims = world.finish()
        assert (claims.left.pending, claims.left.lost) == ([], [])


@pytest.mark.parametrize("name", WAITING)
def test_a_killed_process_runs_to_the_end_when_it_is_left_alive(name: str, killing: Asker) -> None:
    world = started(killing, name)
    world.go(*[["local", op.number] if op.port == 0 else ["done", op.number, 1] for op in world.ops])
    if world.report is not None and world.report.deadline >= 0:
        world.go(["tick", None])
    assert (world.records == []) == (name == "waits_for_nothing")


def test_a_kill_and_what_is_ready_in_the_same_poll(killing: Asker) -> None:
    world = started(killing, "waits_for_a_port")
    world.go(["done", world.ops[0].number, 1], ["kill", "B"])
    assert world.records == []
    world = started(killing, "waits_for_a_port")
    world.go(["kill", "B"], ["done", world.ops[0].number, 1])
    assert world.records == []


def test_a_kill_while_its_callbacks_are_ready_to_run(killing: Asker) -> None:
    world = started(killing, "waits_for_a_port")
    world.go(["done", world.ops[0].number, 1], pause=1)
    assert world.report is not None
    assert world.report.kind == "paused"
    world.go(["kill", "B"])
    assert world.records == []


def test_its_successor_starts_with_memory_of_its_own(asker: Asker) -> None:
    asker.load("""
        seen = []
        async def remember(port):
            seen.append(1)
            await port.fetch()
        def count():
            return len(seen)
    """)
    world = asker.world("B")
    world.arrive("victim", "remember", PORT, process="B")
    world.go(["kill", "B"])
    world.go(["setup", [["process", "B2"]]])
    world.arrive("successor", "count", process="B2")
    assert world.result("successor") == 0


def test_a_finalizer_of_an_abandoned_world_cannot_reach_the_next(asker: Asker) -> None:
    asker.load("""
        import asyncio
        count = 0
        async def leaves(port):
            global count
            try:
                await port.fetch()
            finally:
                count = 5
        def probe():
            return count
    """)
    for _ in range(3):
        world = asker.world()
        world.arrive("cut", "leaves", PORT)
        assert asker.call("probe") == 0
