"""Small random programs: a service with one method for each caller, and the world in which they are called."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.completeness.spec import Caller, Small

Lines = list[str]

HEAD = """\
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.count = 0
        self.lock = asyncio.Lock()
        self.room = asyncio.Semaphore(2)
        self.event = asyncio.Event()
        self.queue = asyncio.Queue()
    async def helper(self, tag):
        self.count += 1
        return await self.net.ask(tag)
    async def busy(self, rounds):
        for _ in range(rounds):
            await asyncio.sleep(0)
            self.count += 1
"""

_METHODS = ("get", "add", "take", "read", "surely", "atomic", "slowly")
_CALLS = [f"await self.net.{method}('n')" for method in _METHODS]
_CALLS += ["await self.net.put('n', self.count)", "await self.net.write('n', self.count)", "await self.net.ask('q')"]

_PLAIN = [
    "self.count += 1",
    "await asyncio.sleep(0)",
    "self.event.set()",
    "self.queue.put_nowait(self.count)",
    "result = self.count",
]
_WAITS = [
    "await asyncio.sleep(0.1)",
    "await self.event.wait()",
    "result = await self.queue.get()",
    "result = await asyncio.gather(self.helper(1), self.helper(2))",
    "result = await asyncio.gather(self.helper(1), self.busy(2), return_exceptions=True)",
    "result = await asyncio.shield(self.helper('s'))",
    "result = await asyncio.wait_for(self.helper('w'), 0.3)",
    "await asyncio.create_task(self.busy(1))",
    "result = [item async for item in self.net.items()]",
    "result = await asyncio.to_thread(sum, [1, 2])",
]


def _indented(lines: Lines) -> Lines:
    return ["    " + line for line in lines]


def _call() -> st.SearchStrategy[Lines]:
    return st.sampled_from(_CALLS).map(lambda line: [line.replace("await", "result = await", 1)])


def _one_line() -> st.SearchStrategy[Lines]:
    return st.one_of(
        _call(), _call(), st.sampled_from(_PLAIN).map(lambda line: [line]), st.sampled_from(_WAITS).map(lambda line: [line])
    )


def _block(inner: st.SearchStrategy[Lines], most: int = 2) -> st.SearchStrategy[Lines]:
    return st.lists(inner, min_size=1, max_size=most).map(lambda parts: [line for part in parts for line in part])


def _guarded(inner: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    """A block under a lock, a timeout, a task group, or with what to do when it is left."""
    heads = st.sampled_from(["async with self.lock:", "async with self.room:"])
    under = st.tuples(heads, _block(inner)).map(lambda found: [found[0], *_indented(found[1])])
    ends = st.sampled_from(["except asyncio.CancelledError:", "except (ConnectionError, ValueError):", "finally:"])
    return st.one_of(under, st.tuples(_block(inner), ends, _block(inner, 1)).map(_tried), _task_around(inner), _timed(inner))


def _tried(found: tuple[Lines, str, Lines]) -> Lines:
    body, end, last = found
    again = ["raise"] if "Cancelled" in end else []
    return ["try:", *_indented(body), end, *_indented([*last, *again])]


def _timed(inner: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    def write(body: Lines) -> Lines:
        head = ["try:", "    async with asyncio.timeout(0.15):"]
        return [*head, *_indented(_indented(body)), "except TimeoutError:", "    self.count += 10"]

    return _block(inner, 1).map(write)


def _task_around(inner: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    """Something goes on beside the block."""

    def write(found: tuple[str, Lines]) -> Lines:
        beside, body = found
        if beside == "group":
            return ["async with asyncio.TaskGroup() as group:", "    group.create_task(self.helper('g'))", *_indented(body)]
        after = "await task" if beside == "task" else "task.cancel()"
        return ["task = asyncio.create_task(self.helper('t'))", *body, after]

    return st.tuples(st.sampled_from(["group", "task", "dropped"]), _block(inner)).map(write)


def bodies(most: int) -> st.SearchStrategy[Lines]:
    """The body of one method: so many statements."""
    line = _one_line()
    statement = st.one_of(line, line, _guarded(line), _guarded(st.one_of(line, _guarded(line))))
    return _block(statement, most)


def _source(methods: list[Lines]) -> str:
    text = HEAD
    for number, lines in enumerate(methods):
        body = _indented(_indented(["result = None", *lines, "return result"]))
        text += f"    async def m{number}(self):\n" + "\n".join(body) + "\n"
    return text


@st.composite
def _caller(draw: st.DrawFn, number: int) -> Caller:
    """Mostly a single call in the first process; seldom a script, or one of another process."""
    method = f"m{number}"
    after = ("f0",) if number == 2 and draw(st.booleans()) else ()
    process = "B" if number == 1 and draw(st.integers(0, 4)) == 0 else "main"
    again, beside = ("call", "helper", 9), ("together", ("call", method), ("call", "busy", 1))
    steps = draw(st.sampled_from([(), (), (), (), (), (("call", method), again), (beside,)]))
    return Caller(f"f{number}", method, after=after, process=process, steps=steps, cancel=draw(st.booleans()))


@st.composite
def worlds(draw: st.DrawFn, *, larger: bool = False) -> Small:
    """A service of one to three methods, and a caller for each. Above level 0 they are smaller, if not `larger`."""
    level = draw(st.sampled_from([0, 1, 1, 2, 2]))
    large = larger or level == 0
    methods = draw(st.lists(bodies(2 if large else 1), min_size=1, max_size=3 if large else 2))
    callers = [draw(_caller(number)) for number in range(len(methods))]
    kill = draw(st.sampled_from(["", "", "", "", "main"]))
    which: Any = st.sampled_from(["any", "any", "cancel", "none"])
    return Small(
        "generated",
        0,
        _source(methods),
        tuple(callers),
        level=level,
        ties=draw(which),
        early=draw(which),
        max_ties=draw(st.sampled_from([None, None, 1])),
        max_early=draw(st.sampled_from([None, 1, 1])),
        max_cancels=draw(st.sampled_from([1, 1, 2])),
        timers=draw(st.sampled_from(["idle", "any", "any", "last"])),
        max_ticks=draw(st.integers(1, 2)),
        store={"n": draw(st.integers(0, 2))},
        fails=draw(st.sampled_from([{}, {}, {"ask": ()}, {"add": ("f0",)}])),
        kill=kill,
        successor=Caller("next", "m0", process="main #2") if kill and draw(st.booleans()) else None,
        loses=draw(st.sampled_from([{}, {}, {"put": ()}, {"write": ()}, {"add": ("f0",)}])),
    )


@st.composite
def alike_worlds(draw: st.DrawFn) -> Small:
    """One method, and two callers of it that nobody can tell apart."""
    world = draw(worlds())
    first = world.callers[0]
    callers = tuple(Caller(name, first.method) for name in "ab")
    # A fault that hits one of them by name would tell them apart.
    fails, loses = dict.fromkeys(world.fails, ()), dict.fromkeys(world.loses, ())
    return world.but(
        callers=callers, fails=fails, loses=loses, kill="", successor=None, alike=("a", "b"), max_ties=1, max_early=1
    )
