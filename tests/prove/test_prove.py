"""A whole judgement, on a counter."""

from __future__ import annotations

import pytest

from gym.errors import JudgeError
from gym.prove import ProofTask, Version, prove
from gym.prove.hosts import Host

BODY = "class Counter:\n    def __init__(self, store):\n        self._store = store\n\n    async def click(self):\n"
WRONG = BODY + "        await self._store.set(await self._store.get() + 1)\n"
RIGHT = BODY + "        await self._store.add(1)\n"
FAKES = """\
class Store:
    def __init__(self):
        self.count = 0

    async def get(self):
        return self.count

    async def set(self, count):
        self.count = count

    async def add(self, count):
        self.count += count
"""
TASK = ProofTask(
    "pack:07-counter",
    "Two clicks count twice.",
    "test_counter_race.py",
    {"fakes.py": FAKES},
    (
        Version("starter", "starter", {"counter.py": WRONG}),
        Version("solution", "solution", {"counter.py": RIGHT}),
        Version("near miss", "lock", {"counter.py": "import asyncio\n\n\n" + WRONG}, "the lock fix", "Tempting."),
    ),
)
PROOF = """\
from counter import Counter
from fakes import Store


async def test_two_clicks_count_twice(gates):
    store = Store()
    clicks = [gates.start(name, Counter(gates.guard(store)).click()) for name in "AB"]
    while await gates.settle():
        gates.open(*gates.waiting)
    assert store.count == 2
"""


def test_a_proof_is_accepted_and_every_run_is_counted() -> None:
    heard: list[tuple[int, int]] = []
    verdict = prove(TASK, PROOF, lambda done, of: heard.append((done, of)), hosts=1)
    assert [(row.version.name, row.word, row.line) for row in verdict.rows] == [
        ("starter", "caught", 10),
        ("solution", "passes", 0),
        ("lock", "caught", 10),
    ]
    assert verdict.accepted
    assert heard == [(number, 6) for number in range(1, 7)]


def test_windows_line_ends_and_no_last_one_change_nothing() -> None:
    assert prove(TASK, PROOF.rstrip().replace("\n", "\r\n"), hosts=1).accepted


def test_the_word_is_the_same_on_one_host_and_on_two() -> None:
    empty = "def test_it():\n    pass\n"
    assert prove(TASK, empty, hosts=1) == prove(TASK, empty, hosts=2)


def test_chance_is_found_out() -> None:
    chance = (
        'import os\nimport pytest\n\n\n@pytest.mark.parametrize("x", [os.urandom(8).hex()])\ndef test_it(x):\n    pass\n'
    )
    verdict = prove(TASK, chance, hosts=1)
    assert not verdict.accepted
    assert "] is not deterministic: run twice on the code as you got it, it ended in two ways." in verdict.message


def test_a_host_that_dies_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gym.prove.hosts.sys.executable", "/bin/false")
    with pytest.raises(JudgeError, match="this is no word on your test"):
        prove(TASK, PROOF, hosts=1)


def test_no_process_is_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    close = Host.close

    def watched(host: Host) -> None:
        close(host)
        closed.append(host._process.poll() or 0)

    monkeypatch.setattr(Host, "close", watched)
    prove(TASK, PROOF, hosts=2)
    assert closed == [-9, -9]
