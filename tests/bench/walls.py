"""What the tiers of the sandbox ladder cost: starting a subject, and judging in it, against limits alone (tier F)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack, closing

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.sandboxes import AnySandbox, Bubble, Locked
from gym.judge.sandboxes.probing import probe
from tests.bench.measure import Row

KATA = "01"


def wall_rows(rounds: int) -> list[Row]:
    """Ratios of medians, the tiers taking turns in every round; without the tiers that this machine does not have."""
    tiers = [Bare(), *(sandbox for sandbox in (Bubble(), Locked()) if probe(sandbox).holds)]
    starts = _medians({sandbox.tier: _starting(sandbox) for sandbox in tiers}, rounds)
    with ExitStack() as stack:
        judging = _medians({sandbox.tier: _judging(sandbox, stack) for sandbox in tiers}, rounds)
    walled = [sandbox.tier for sandbox in tiers[1:]]
    return [
        *(
            Row(f"starting a subject in tier {tier} against tier F", starts[tier] / starts["F"], "x", "<= 2x")
            for tier in walled
        ),
        *(
            Row(
                f"judging the reference of {KATA} in tier {tier} against tier F",
                judging[tier] / judging["F"],
                "x",
                "<= 1.2x",
            )
            for tier in walled
        ),
    ]


def _starting(sandbox: AnySandbox) -> Callable[[], object]:
    def start() -> None:
        with closing(Puppet(sandbox)) as puppet:
            puppet.load({"subject.py": "word = 1"}, "subject")

    return start


def _judging(sandbox: AnySandbox, stack: ExitStack) -> Callable[[], object]:
    kata = find_kata(KATA)
    judge = stack.enter_context(Judge(sandbox, helpers=0))
    attempt = Attempt.from_paths(kata.reference.files)
    return lambda: judge.judge(kata, attempt)


def _medians(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of each, after one turn that warms it up."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            if turn:
                taken[name].append(time.perf_counter() - began)
    return {name: statistics.median(each) for name, each in taken.items()}
