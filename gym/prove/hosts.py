"""The hosts of one judgement: a process a core, each of which runs one version after another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import msgspec

from gym.errors import JudgeError
from gym.prove.wire import Job, Run, read_frame, write_frame

MOST_HOSTS = 4
DECISIVE = frozenset({"foul", "endless", "too slow"})
"""Endings after which no proof can be accepted, and that it would take long to see again and again."""


class Host:
    """One host, in a process group of its own with all that it starts."""

    def __init__(self, folder: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV_"))}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-B", "-m", "gym.prove.host"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=folder,
            env={
                **kept,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "PYTHONHASHSEED": "0",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs = self._process.stdin.fileno()
        self._runs = self._process.stdout.fileno()

    def run(self, job: Job) -> Run:
        """Raises JudgeError when the host is gone."""
        try:
            write_frame(self._jobs, job)
            return msgspec.json.decode(read_frame(self._runs), type=Run)
        except (OSError, msgspec.DecodeError) as error:
            raise JudgeError("the process in which tests run has ended; this is no word on your test.") from error

    def close(self) -> None:
        """End it, and what runs in it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()


def run_all(jobs: Sequence[Job], folder: Path, count: int, done: Callable[[int], None]) -> list[Run | None]:
    """The jobs' runs in the same order, on `count` hosts at most; `done` hears how many there are. Raises JudgeError.

    After a run that decides everything those that have not begun are left out, as None.
    """
    hosts = [Host(folder) for _ in range(max(1, min(count, len(jobs), MOST_HOSTS)))]
    free: SimpleQueue[Host] = SimpleQueue()
    for host in hosts:
        free.put(host)
    finished, lock, decided = 0, threading.Lock(), threading.Event()

    def run(job: Job) -> Run | None:
        nonlocal finished
        if decided.is_set():
            return None
        host = free.get()
        try:
            found = host.run(job)
        finally:
            free.put(host)
        if found.ending in DECISIVE:
            decided.set()
        with lock:
            finished += 1
            done(finished)
        return found

    pool = ThreadPoolExecutor(len(hosts), "proof")
    try:
        return list(pool.map(run, jobs))
    finally:
        # In this order: a thread that waits for a host hears of its end.
        pool.shutdown(wait=False, cancel_futures=True)
        for host in hosts:
            host.close()
