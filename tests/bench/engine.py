"""`python -m tests.bench.engine [--json] [--fast-check FOLDER]`: the engine beside other ways to find the textbook bugs.

One machine, one run: our engine with the judge apart, the same scenarios in one process under the same exploration, random
sleeps on the stock loop, and fast-check's scheduler on Node (`npm install fast-check` in FOLDER; left out without it).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gym.engine.exploration import Exploration, Limits, Runner
from gym.engine.orders import DepthFirst
from gym.engine.schedule import Execution
from gym.engine.strategies import Strategy
from gym.judge.cores import cores, pin, pinned
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from tests.bench.measure import Row, machine, stage_for
from tests.bench.plain import OneProcess, RandomSleeps
from tests.bench.textbook import TEXTBOOK, Textbook

RUNS = 200
"""So many runs are given to those that draw at random."""

_SCHEDULES = 2_000
_MEMORY_STEPS = 10


@dataclass(frozen=True)
class Found:
    """How one way fares with one bug: runs to the first failure (median), the share of tries that missed it, and time."""

    way: str
    bug: str
    runs: float | None
    missed: float
    ms: float


def _explored(run: Runner, depth_first: bool = False) -> tuple[int, float]:
    began = time.perf_counter()
    exploration = Exploration(run, Limits(), DepthFirst() if depth_first else None)
    exploration.advance(20_000)
    assert exploration.failing is not None
    return exploration.runs, (time.perf_counter() - began) * 1000


def ours(puppet: Puppet) -> list[Found]:
    """The engine, cheapest first and depth first: one try each, since it finds the same every time."""
    told = []
    for bug in TEXTBOOK:
        for depth_first in (False, True):
            runs, ms = _explored(stage_for(puppet, bug, bug.buggy).run, depth_first)
            told.append(Found("gym, depth first" if depth_first else "gym", bug.name, runs, 0.0, ms))
    return told


def one_process() -> list[Found]:
    """The same exploration with nothing apart."""
    told = []
    for bug in TEXTBOOK:
        with closing(OneProcess(bug.name, bug.buggy)) as world:
            runs, ms = _explored(world.run)
        told.append(Found("one process", bug.name, runs, 0.0, ms))
    return told


def random_sleeps(tries: int) -> list[Found]:
    """So many tries of RUNS runs each."""
    return [
        _drawn("random sleeps", bug.name, [_timed(RandomSleeps(bug.name, bug.buggy, seed), RUNS) for seed in range(tries)])
        for bug in TEXTBOOK
    ]


def _timed(way: RandomSleeps, runs: int) -> tuple[int | None, float]:
    began = time.perf_counter()
    return way.first_failure(runs), (time.perf_counter() - began) * 1000


def _drawn(way: str, bug: str, tries: list[tuple[int | None, float]]) -> Found:
    found = [runs for runs, _ in tries if runs is not None]
    median = statistics.median(found) if found else None
    return Found(way, bug, median, 1 - len(found) / len(tries), statistics.median(ms for _, ms in tries))


def fast_check(folder: Path | None, tries: int) -> list[Found]:
    """fast-check's scheduler; nothing where Node or the library is not there."""
    node = shutil.which("node")
    if node is None or folder is None or not (folder / "node_modules" / "fast-check").is_dir():
        return []
    script = Path(__file__).with_name("fast_check.mjs")
    command = [node, str(script), str(folder), str(RUNS), str(tries)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return [_drawn("fast-check", bug, [(runs, one["ms"] / tries) for runs in one["found"]]) for bug, one in told.items()]


# -- speed


@dataclass(frozen=True)
class Rate:
    """Schedules and decisions a second."""

    schedules: float
    decisions: float


def rate(run: Callable[[], Runner]) -> Rate:
    """Over whole spaces, each from its beginning, until there were enough."""
    count, decisions, began = 0, 0, time.perf_counter()

    def counted(runner: Runner, strategy: Strategy) -> Execution:
        nonlocal decisions
        execution = runner(strategy)
        decisions += execution.length
        return execution

    while count < _SCHEDULES:
        exploration = Exploration(partial(counted, run()), Limits(_SCHEDULES - count))
        exploration.advance(_SCHEDULES)
        assert exploration.failing is None, "a false alarm"
        count += exploration.runs
    seconds = time.perf_counter() - began
    return Rate(count / seconds, decisions / seconds)


def pair_rates(core: int | None) -> dict[str, Rate]:
    """Of one pair of judge and subject on one core, for each correct twin."""
    if core is not None:
        pin(core)
    with pinned(None), closing(Puppet(Bare())) as puppet:
        return {bug.name: rate(lambda bug=bug: stage_for(puppet, bug, bug.fixed).run) for bug in TEXTBOOK}  # type: ignore[misc]


def two_pairs() -> dict[str, Rate]:
    """Of two pairs at the same time, each on a core of its own: the sum."""
    where = cores()[:2]
    if len(where) < 2:
        return {}
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        one, other = pool.map(pair_rates, where)
    return {
        name: Rate(one[name].schedules + other[name].schedules, one[name].decisions + other[name].decisions) for name in one
    }


def one_process_rates() -> dict[str, Rate]:
    """Of the yardstick."""
    rates = {}
    for bug in TEXTBOOK:
        with closing(OneProcess(bug.name, bug.fixed)) as world:
            rates[bug.name] = rate(lambda world=world: world.run)  # type: ignore[misc]
    return rates


def false_alarms(puppet: Puppet) -> int:
    """Over the whole spaces of the correct twins, as far as 20,000 schedules go."""
    alarms = 0
    for bug in TEXTBOOK:
        exploration = Exploration(stage_for(puppet, bug, bug.fixed).run, Limits())
        exploration.advance(20_000)
        alarms += exploration.failing is not None
    return alarms


def memory(schedules: int) -> list[tuple[int, float]]:
    """(schedules, MB of judge and subject) at equal steps of one long exploration."""
    bug: Textbook = TEXTBOOK[-1]
    told = []
    with pinned(None), closing(Puppet(Bare())) as puppet:
        stage = stage_for(puppet, bug, bug.fixed)
        exploration = Exploration(stage.run, Limits(schedules))
        for _ in range(_MEMORY_STEPS):
            exploration.advance(schedules // _MEMORY_STEPS)
            told.append((exploration.runs, _megabytes(puppet.pid)))
    return told


def _megabytes(pid: int | None) -> float:
    page = resource.getpagesize()
    pages = [Path(f"/proc/{which}/statm").read_text().split()[1] for which in ("self", str(pid))]
    return sum(map(int, pages)) * page / 1e6


# -- all of it


def measure(fast_check_folder: Path | None, tries: int, schedules: int) -> dict[str, Any]:
    """Everything, as data."""
    with pinned(None), closing(Puppet(Bare())) as puppet:
        found = [*ours(puppet), *one_process(), *random_sleeps(tries), *fast_check(fast_check_folder, tries)]
        alarms = false_alarms(puppet)
    return {
        "machine": machine(),
        "runs": RUNS,
        "found": [asdict(one) for one in found],
        "rates": {
            "one pair": _data(pair_rates(None)),
            "two pairs": _data(two_pairs()),
            "one process": _data(one_process_rates()),
        },
        "false alarms": alarms,
        "memory": memory(schedules) if schedules else [],
    }


def _data(rates: dict[str, Rate]) -> dict[str, dict[str, float]]:
    return {name: asdict(one) for name, one in rates.items()}


def rows(told: dict[str, Any]) -> list[Row]:
    """The figures that the README shows, from one `measure`."""
    pair, pairs, single = (told["rates"][who] for who in ("one pair", "two pairs", "one process"))
    per_second = {name: one["schedules"] for name, one in pair.items()}
    slowest, fastest = sorted(per_second, key=lambda name: per_second[name])[:: len(per_second) - 1]
    shown = [
        Row("schedules a second, one pair, median of the four bugs", _median(per_second.values()), "/s", ">= 1,700 /s"),
        Row(f"the same, {slowest} to {fastest}", per_second[slowest], f"to {per_second[fastest]:,.0f} /s"),
    ]
    if pairs:
        both = _median(one["schedules"] for one in pairs.values())
        shown.append(Row("schedules a second, two pairs, median", both, "/s", ">= 3,500 /s"))
    cost = _median(1e6 / one["decisions"] for one in pair.values())
    ratio = _median(single[name]["decisions"] / pair[name]["decisions"] for name in pair)
    shown.append(Row("cost of a decision over the pipe, median", cost, "us", "<= 50 us"))
    shown.append(Row("of that, as a multiple of one process", ratio, "x", "<= 3x"))
    shown.append(Row("false alarms on the correct twins", told["false alarms"], "", "0"))
    if told["memory"]:
        (_, first), (count, last) = told["memory"][0], told["memory"][-1]
        shown.append(Row(f"memory of judge and subject after {count:,} schedules", last, "MB", "<= 150 MB"))
        shown.append(Row("of that, since the first tenth", last - first, "MB", "flat"))
    return shown


def _median(figures: Iterable[float]) -> float:
    return statistics.median(figures)


def found_table(told: dict[str, Any]) -> str:
    """Who finds what after how many runs, as Markdown."""
    ways = list(dict.fromkeys(one["way"] for one in told["found"]))
    bugs = [bug.name for bug in TEXTBOOK]
    cell = {(one["way"], one["bug"]): _cell(one) for one in told["found"]}
    lines = [f"| runs to the first failure | {' | '.join(bugs)} |", "|---" * (len(bugs) + 1) + "|"]
    lines += [f"| {way} | {' | '.join(cell[way, bug] for bug in bugs)} |" for way in ways]
    return "\n".join(lines)


def _cell(one: dict[str, Any]) -> str:
    runs = "never" if one["runs"] is None else f"{one['runs']:g}"
    missed = f", missed in {one['missed']:.0%} of tries" if one["missed"] else ""
    return f"{runs} ({one['ms']:.0f} ms){missed}"


def main() -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(prog="python -m tests.bench.engine", description="The engine beside other ways.")
    ask.add_argument("--json", action="store_true", help="print the figures as JSON")
    ask.add_argument("--fast-check", type=Path, metavar="FOLDER", help="where `npm install fast-check` was run")
    ask.add_argument("--tries", type=int, default=20, help="how often those that draw at random are tried")
    ask.add_argument("--memory", type=int, default=100_000, help="schedules over which memory is watched; 0 for none")
    said = ask.parse_args()
    told = measure(said.fast_check, said.tries, said.memory)
    if said.json:
        print(json.dumps(told, indent=2))
        return
    print(found_table(told), "", *(f"{row.what}: {row.text()}  {row.target}" for row in rows(told)), sep="\n")


if __name__ == "__main__":
    main()
