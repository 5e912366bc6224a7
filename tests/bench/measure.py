"""What is measured, and how."""

from __future__ import annotations

import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from gym.curriculum import Kata, all_katas, find_kata
from gym.judge import Attempt, CheckDone, Judge, Provisional, Verdict
from gym.judge.cores import cores
from gym.judge.puppet import Puppet
from gym.race.execution import Stage
from gym.watch import Inbox, Saved, Watcher
from tests.bench.textbook import Textbook


@dataclass(frozen=True)
class Row:
    """One measured thing: `value` in `unit`, the `target` in words if there is one."""

    what: str
    value: float
    unit: str
    target: str = ""

    def text(self) -> str:
        digits = f"{self.value:,.0f}" if self.value >= 10 else f"{self.value:.1f}"
        return f"{digits} {self.unit}".strip()


def machine() -> str:
    """One line on where the numbers come from."""
    return f"{len(cores())} cores, {platform.system()} {platform.machine()}, CPython {platform.python_version()}"


# -- from a save to the word


class SaveToWord:
    """Saves a file as an editor does and waits for the judge's words, through the real watcher and a warm judge."""

    def __init__(self, kata: Kata, folder: Path) -> None:
        self._kata = kata
        self._folder = folder
        for name in (*kata.files, *kata.given):
            shutil.copy(kata.folder / name, folder / name)
        self._inbox = Inbox()
        self._stop = threading.Event()
        watcher = Watcher(folder, kata.files, self._inbox.put)
        threading.Thread(target=watcher.run, args=(self._stop,), daemon=True).start()
        self._judge = Judge()
        self._judge.judge(kata, Attempt.from_folder(folder))
        self._saves = 0
        self.schedules = 0

    def close(self) -> None:
        self._stop.set()
        self._judge.close()

    def save(self, source: Path) -> dict[str, float]:
        """Milliseconds from the save to each word: "first failure", "quick", "full"."""
        self._saves += 1
        beside = self._folder / "saved.tmp"
        beside.write_text(source.read_text() + f"\n# save {self._saves}\n")
        began = time.perf_counter()
        beside.replace(self._folder / self._kata.entry)
        self._wait_for_save()
        told: dict[str, float] = {}

        def listen(event: object) -> None:
            now = (time.perf_counter() - began) * 1000
            if isinstance(event, Provisional):
                told.setdefault("quick", now)
            elif isinstance(event, CheckDone) and event.check.verdict is not Verdict.ACCEPTED:
                told.setdefault("first failure", now)

        verdict = self._judge.judge(self._kata, Attempt.from_folder(self._folder), None, listen)
        self.schedules = sum(check.schedules for check in verdict.checks)
        told["full"] = (time.perf_counter() - began) * 1000
        told.setdefault("quick", told["full"])
        return told

    def _wait_for_save(self) -> None:
        while not isinstance(self._inbox.get(), Saved):
            pass


def save_rows(rounds: int) -> list[Row]:
    """Medians over so many saves of kata 02's starter and reference."""
    kata = find_kata("02")
    starter, reference = kata.folder / kata.entry, kata.reference.files[kata.entry]
    with tempfile.TemporaryDirectory() as folder:
        bench = SaveToWord(kata, Path(folder))
        try:
            failing = [bench.save(starter)["first failure"] for _ in range(rounds)]
            passing = [bench.save(reference) for _ in range(rounds)]
        finally:
            bench.close()
    return [
        Row("save to the first failing check (starter of 02)", statistics.median(failing), "ms", "<= 100 ms"),
        Row("save to the quick pass's word (reference of 02)", median_of(passing, "quick"), "ms", "<= 200 ms"),
        Row("save to *accepted* (reference of 02)", median_of(passing, "full"), "ms", "<= 3,000 ms"),
    ]


@dataclass(frozen=True)
class KataRow:
    """From a save of a kata's reference to the quick pass's word and to *accepted*: milliseconds, and schedules in all."""

    kata: str
    quick: float
    full: float
    schedules: int

    def text(self) -> str:
        """A line of the table; what is over its aim is marked."""
        quick = f"{self.quick:,.0f} ms" + (" (over)" if self.quick > QUICK_MS else "")
        full = f"{self.full:,.0f} ms" + (" (over)" if self.full > FULL_MS else "")
        return f"| {self.kata} | {quick} | {full} | {self.schedules:,} |"


QUICK_MS, FULL_MS = 200, 3_000


def kata_rows(rounds: int) -> list[KataRow]:
    """The words on every kata's reference; each part of a ladder is a kata."""
    rows = []
    for kata in all_katas():
        with tempfile.TemporaryDirectory() as folder:
            bench = SaveToWord(kata, Path(folder))
            try:
                told = [bench.save(kata.reference.files[kata.entry]) for _ in range(rounds)]
            finally:
                bench.close()
        schedules = bench.schedules
        rows.append(KataRow(kata.id, median_of(told, "quick"), median_of(told, "full"), schedules))
    return rows


def pytest_row(rounds: int, quick_ms: float) -> Row:
    """The quick pass's word on 02 against pytest on its visible tests, cold, in one run."""
    kata = find_kata("02")
    with tempfile.TemporaryDirectory() as folder:
        for name in kata.handed_out:
            shutil.copy(kata.folder / name, Path(folder) / name)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", kata.tests]
        taken = _median_seconds(lambda: subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL), rounds)
    return Row(
        "the quick pass's word on 02 against a cold pytest of its visible tests", quick_ms / 1000 / taken, "x", "<= 0.5x"
    )


def median_of(told: list[dict[str, float]], word: str) -> float:
    """The median of one of the words."""
    return statistics.median(each[word] for each in told)


# -- the engine


def stage_for(puppet: Puppet, textbook: Textbook, source: str) -> Stage:
    """The race of a textbook bug on one version of its subject."""
    puppet.load({"subject.py": source}, "subject")
    return Stage(textbook.race, puppet, {})


# -- starting


def start_rows(rounds: int) -> list[Row]:
    """How much longer `gym --version` takes than `python -c pass`, in one run."""
    gym = shutil.which("gym", path=str(Path(sys.executable).parent))
    assert gym is not None, "install the project first: pip install -e ."
    bare = _median_seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), rounds)
    ours = _median_seconds(lambda: subprocess.run([gym, "--version"], check=True, stdout=subprocess.DEVNULL), rounds)
    return [Row("`gym --version` against `python -c pass`", ours / bare, "x", "<= 6x")]


def _median_seconds(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def measure(rounds: int = 20) -> list[Row]:
    """All rows, medians of so many rounds."""
    saves = save_rows(rounds)
    return [*saves, pytest_row(rounds, saves[1].value), *start_rows(rounds)]


def as_data(rows: list[Row]) -> dict[str, object]:
    """The rows with the machine, for --json."""
    return {"machine": machine(), "rows": [asdict(row) for row in rows]}
