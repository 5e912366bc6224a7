"""What a test can do with gates, and what it is told where it goes wrong: each case is a test file of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FAKE = """
import asyncio
from contextlib import asynccontextmanager

import pytest

pytestmark = pytest.mark.asyncio


class Fake:
    def __init__(self):
        self.done = []
        self.down = False

    async def call(self, *args, **kwargs):
        await asyncio.sleep(0)
        self.done.append(args)
        return len(self.done)

    @asynccontextmanager
    async def block(self):
        self.done.append("in")
        yield self
        self.done.append("out")

    def plain(self):
        return self.done
"""


Outcomes = dict[str, str]
"""What each test of a run failed with; nothing for one that passed."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """pytest in a process of its own, as a learner's is."""
    beside = [f"-pno:{name}" for name in ("anyio", "hypothesispytest", "xdist", "cacheprovider")]
    command = [sys.executable, "-m", "pytest", "-q", *beside, "-oasyncio_default_fixture_loop_scope=function", *arguments]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def outcomes(folder: Path, cases: Mapping[str, str]) -> Outcomes:
    """All cases as the tests of one file, in one run."""
    tests = [
        f"async def test_{number}(gates):\n    fake = Fake()\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
        for number, body in enumerate(cases.values())
    ]
    (folder / "test_it.py").write_text("\n\n".join([FAKE, *tests]), encoding="utf-8")
    done = run(folder, "--junitxml=junit.xml")
    found = ET.parse(folder / "junit.xml").getroot().iter("testcase")
    told = {test.get("name"): "".join(part.text or "" for part in test) for test in found}
    assert len(told) == len(cases), done.stdout
    return {case: told[f"test_{number}"] for number, case in enumerate(cases)}


GOOD = {
    "a call waits at its gate and says who made it and with what": """
        a = gates.start("A", gates.guard(fake).call(1, key="k"))
        (call,) = await gates.settle()
        assert (call.caller, call.name, call.args, call.kwargs, call.state) == ("A", "call", (1,), {"key": "k"}, "waiting")
        assert repr(call) == "A: call(1, key='k')"
        assert fake.done == []
        assert await gates.open(call) == []
        assert (call.state, a.result(), fake.done) == ("done", 1, [(1,)])
        assert gates.calls == [call]
    """,
    "two gates opened without await are let through together, in that order": """
        a, b = (gates.start(name, gates.guard(fake).call(name)) for name in "AB")
        first, second = await gates.settle()
        gates.open(second, first)
        assert (await a, await b) == (2, 1)
        assert fake.done == [("B",), ("A",)]
    """,
    "a call can be made to fail, and then had no effect": """
        a = gates.start("A", gates.guard(fake).call())
        (call,) = await gates.settle()
        await gates.fail(call, OSError("down"))
        with pytest.raises(OSError, match="down"):
            await a
        assert (call.state, fake.done) == ("failed", [])
    """,
    "a caller that goes away takes its waiting call along": """
        a = gates.start("A", gates.guard(fake).call())
        (call,) = await gates.settle()
        a.cancel()
        assert await gates.settle() == []
        assert (call.state, a.cancelled(), fake.done) == ("cancelled", True, [])
    """,
    "what a caller's own task calls is the caller's": """
        async def work():
            return await asyncio.create_task(gates.guard(fake).call())
        gates.start("A", work())
        assert [call.caller for call in await gates.settle()] == ["A"]
    """,
    "plain methods and attributes are the fake's own": """
        guarded = gates.guard(fake)
        guarded.down = True
        assert fake.down and guarded.plain() is fake.done
    """,
    "calls within an async with meet gates, its ends do not": """
        async def work():
            async with gates.guard(fake).block() as block:
                await block.call(1)
        gates.start("A", work())
        (call,) = await gates.settle()
        assert fake.done == ["in"]
        await gates.open(call)
        assert fake.done == ["in", (1,), "out"]
    """,
    "time passes by hand, timer by timer, and gates stay closed": """
        seen = []
        async def work():
            await asyncio.sleep(0.25)
            seen.append("woke")
            await gates.guard(fake).call()
        gates.start("A", work())
        await gates.settle()
        assert await gates.pass_time(0.2) == [] and seen == []
        (call,) = await gates.pass_time(0.05)
        assert seen == ["woke"] and call.state == "waiting"
    """,
    "an hour passes at once": """
        async def work():
            await asyncio.sleep(3600)
            return await gates.guard(fake).call()
        a = gates.start("A", work())
        await gates.open_all()
        assert a.result() == 1
    """,
    "open_all takes the oldest first, and later calls meet closed gates again": """
        a, b = (gates.start(name, gates.guard(fake).call(name)) for name in "AB")
        await gates.open_all()
        assert fake.done == [("A",), ("B",)]
        c = gates.start("C", gates.guard(fake).call("C"))
        assert [call.caller for call in await gates.settle()] == ["C"]
    """,
    "tasks that nobody ends, and one that will not go, hold nothing up": """
        async def stay():
            while True:
                try:
                    await asyncio.sleep(1)
                except asyncio.CancelledError:
                    pass
        gates.start("A", stay())
        gates.start("B", gates.guard(fake).call())
        await gates.settle()
    """,
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    return outcomes(tmp_path_factory.mktemp("good"), GOOD)


@pytest.mark.parametrize("case", GOOD)
def test_it_holds_that(good: Outcomes, case: str) -> None:
    assert good[case] == ""


BAD = {
    "closed gates": (
        'a = gates.start("A", gates.guard(fake).call(1))\nawait a',
        "the test waits here for what closed gates hold back: A: call(1). Open them first: await gates.open(call), or "
        "await gates.open_all().",
        "await a",
    ),
    "the test's own call": (
        "await gates.guard(fake).call(1)",
        "the test waits here for what closed gates hold back: the test: call(1). Open them first: await gates.open(call), "
        "or await gates.open_all().",
        "await gates.guard(fake).call(1)",
    ),
    "time": (
        'a = gates.start("A", asyncio.sleep(0.25))\nawait a',
        "the test waits here while time stands still; the next timer is due in 0.25 s. Let it pass first: "
        "await gates.pass_time(0.25).",
        "await a",
    ),
    "never": (
        'a = gates.start("A", asyncio.Event().wait())\nawait gates.open_all()\nawait a',
        "A never returns, though no gate is closed and no timer runs.",
        "await a",
    ),
    "polls for ever": (
        "async def poll():\n    while True:\n        await asyncio.sleep(1)\n"
        'a = gates.start("A", poll())\nawait gates.open_all()\nawait a',
        "A never returns, after 1,000 timers.",
        "await a",
    ),
    "the test's own event": (
        "gates.start('A', gates.guard(fake).call())\nawait gates.open_all()\nawait asyncio.Event().wait()",
        "what the test waits for here never comes, and every caller is back.",
        "await asyncio.Event().wait()",
    ),
    "no rest": (
        "gates.start('A', asyncio.Event().wait())\nwhile not gates.waiting:\n    await asyncio.sleep(0)",
        "the loop went round 10,000 times and never came to rest: somebody asks again and again without waiting.",
        "await asyncio.sleep(0)",
    ),
    "opened twice": (
        'gates.start("A", gates.guard(fake).call())\n(call,) = await gates.settle()\ngates.open(call)\ngates.open(call)',
        "A: call() does not wait at a gate: it is under way.",
        "gates.open(call)",
    ),
    "no call": (
        'gates.open("A")',
        "'A' is no call; those that wait at a gate are in gates.waiting.",
        'gates.open("A")',
    ),
    "no coroutine": (
        'gates.start("A", fake.call)',
        'start takes a name and a coroutine, as in start("first", box.call()), and not <bound method',
        'gates.start("A", fake.call)',
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    return outcomes(tmp_path_factory.mktemp("bad"), {case: body for case, (body, _, _) in BAD.items()})


@pytest.mark.parametrize("case", BAD)
def test_it_is_told_of(bad: Outcomes, case: str) -> None:
    _, sentence, source = BAD[case]
    told, shown = bad[case].splitlines()
    assert told.startswith(sentence)
    name, _, line = shown.partition("  ")
    assert name.startswith("test_it.py:")
    assert line == source


def test_a_test_that_is_not_async_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it(gates):\n    gates.start('A', 1)\n", encoding="utf-8")
    assert "gates need an async test: async def, and pytestmark = pytest.mark.asyncio." in run(tmp_path).stdout


def test_a_test_without_gates_imports_none_of_it(tmp_path: Path) -> None:
    text = "import sys\ndef test_it():\n    assert not [name for name in sys.modules if name.startswith('gym.gates')]\n"
    (tmp_path / "test_it.py").write_text(text, encoding="utf-8")
    assert run(tmp_path).returncode == 0


def test_gates_need_nothing_but_the_standard_library() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import gym.gates\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['__main__', 'gym']\n"
