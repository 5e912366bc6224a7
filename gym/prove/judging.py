"""Judging a proof: every version twice, in a random-looking order that is the same for the same test."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from gym.errors import JudgeError
from gym.prove.hosts import run_all
from gym.prove.task import ProofTask
from gym.prove.verdict import ProofVerdict
from gym.prove.wire import Job
from gym.prove.wording import verdict_of

Progress = Callable[[int, int], None]
"""Hears how many runs are done, and of how many."""


def prove(task: ProofTask, text: str, progress: Progress | None = None, hosts: int | None = None) -> ProofVerdict:
    """Whether the test file `text` proves the task's promise. Raises JudgeError when no word can be given."""
    with tempfile.TemporaryDirectory(prefix="gym-proof-") as scratch:
        folder = Path(scratch) / task.id.rpartition(":")[2]
        _lay_out(folder, task, text)
        jobs = [Job(str(folder), task.file, dict(version.modules)) for version in task.versions] * 2
        order = _order(len(jobs), text)

        def done(count: int) -> None:
            if progress is not None:
                progress(count, len(jobs))

        runs = run_all([jobs[at] for at in order], folder, hosts or _cores(), done)
    found = [run for _, run in sorted(zip(order, runs, strict=True), key=lambda each: each[0])]
    return verdict_of(task, found)


def _lay_out(folder: Path, task: ProofTask, text: str) -> None:
    """The test and what is given beside the code; the code itself comes from memory."""
    try:
        folder.mkdir()
        for name, content in {**task.given, task.file: text}.items():
            (folder / name).write_text(content, encoding="utf-8", newline="")
    except OSError as error:
        raise JudgeError(f"{folder}: cannot be written ({error.strerror or error}).") from error


def _order(count: int, text: str) -> list[int]:
    order = list(range(count))
    Random(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()).shuffle(order)
    return order


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
