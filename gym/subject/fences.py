"""What a subject may not do: block the loop, touch the machine, or find real randomness.

This is for honest learners, who get a sentence and a line. It is no security boundary; the sandbox is.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

Place = list[Any]
"""[file, line]"""

CPU_ALLOWANCE_S = 1.0
LIBRARIES_ALLOWANCE_S = 60.0
"""To import all libraries of a subject, which compiles them too."""
C_ALLOWANCE_S = 1.0
"""So much later a subject is ended that does not even answer its own watchdog."""

_WRITES = ("w", "a", "x", "+")
_REFUSED = {
    "socket.__new__": "opens a real socket",
    "socket.connect": "opens a real socket",
    "socket.bind": "opens a real socket",
    "socket.getaddrinfo": "looks a name up on the network",
    "subprocess.Popen": "starts a process",
    "os.system": "starts a process",
    "os.exec": "starts a process",
    "os.fork": "starts a process",
    "os.forkpty": "starts a process",
    "os.posix_spawn": "starts a process",
    "os.kill": "sends a signal",
    "os.remove": "changes files",
    "os.rename": "changes files",
    "os.mkdir": "changes files",
    "os.rmdir": "changes files",
    "os.truncate": "changes files",
    "os.chmod": "changes files",
    "os.link": "changes files",
    "os.symlink": "changes files",
    "shutil.rmtree": "changes files",
    "ctypes.dlopen": "loads a native library",
}


def learner_place(files: frozenset[str], frame: FrameType | None) -> Place | None:
    """[file, line] of the innermost frame in one of the learner's files, or None."""
    while frame is not None:
        if frame.f_code.co_filename in files:
            return [frame.f_code.co_filename, frame.f_lineno]
        frame = frame.f_back
    return None


class Fences:
    """Refusals that end a check at once. `refuse(sentence, place)` must not return."""

    def __init__(self, refuse: Callable[[str, Place | None], None]) -> None:
        self._refuse = refuse
        self.files: frozenset[str] = frozenset()
        self._lifted = False

    @property
    def are_lifted(self) -> bool:
        return self._lifted

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Let everything through meanwhile: what a library does while it is imported is nobody's mistake."""
        before, self._lifted = self._lifted, True
        try:
            yield
        finally:
            self._lifted = before

    def stop(self, sentence: str) -> None:
        self._refuse(sentence, learner_place(self.files, sys._getframe(1)))

    def install(self) -> None:
        import time

        stock = time.sleep

        def sleep(seconds: Any) -> None:
            stock(seconds) if self._lifted else self.stop(f"blocks the event loop for {seconds:g} s")

        time.sleep = sleep
        self._refuse_threads()
        self._refuse_exits()
        seed_urandom()
        sys.addaudithook(self._audit)

    def _refuse_threads(self) -> None:
        """By hand: the audit event for a new thread came with 3.12 only."""
        import _thread
        import threading

        def fenced(stock: Callable[..., Any]) -> Callable[..., Any]:
            def start(*args: Any, **kwargs: Any) -> Any:
                return stock(*args, **kwargs) if self._lifted else self.stop("starts a thread")

            return start

        for module in (_thread, threading):
            for name in ("start_new_thread", "start_joinable_thread", "_start_new_thread", "_start_joinable_thread"):
                if hasattr(module, name):
                    setattr(module, name, fenced(getattr(module, name)))

    def _refuse_exits(self) -> None:
        """A process that is gone can tell no line: leave it in a way that can."""

        def fenced(name: str, stock: Callable[..., Any]) -> Callable[..., Any]:
            def leave(*args: Any) -> Any:
                if sys._getframe(1).f_code.co_filename in self.files:
                    raise SystemExit(f"os.{name}({', '.join(map(repr, args))})")
                return stock(*args)

            return leave

        os._exit = fenced("_exit", os._exit)
        os.abort = fenced("abort", os.abort)

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if self._lifted:
            return
        if event == "open":
            self._audit_open(*args)
        elif event == "sqlite3.connect" and args[0] != ":memory:" and self._by_learner():
            self.stop(f"opens a database file ({args[0]!r})")
        elif event in _REFUSED and self._by_learner():
            self.stop(_REFUSED[event])

    def _audit_open(self, path: object, mode: str | None, flags: int) -> None:
        writes = any(sign in mode for sign in _WRITES) if mode else flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if writes and self._by_learner():
            self.stop(f"writes a file ({path!r})")

    def _by_learner(self) -> bool:
        return learner_place(self.files, sys._getframe(2)) is not None


class _Stream:
    """A small xorshift generator in place of the system's randomness; the same numbers in every run."""

    def __init__(self) -> None:
        self.state = 0

    def seed(self, number: int) -> None:
        self.state = (number * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF

    def take(self, size: int) -> bytes:
        words = []
        for _ in range((size + 7) // 8):
            state = self.state
            state ^= (state << 13) & 0xFFFFFFFFFFFFFFFF
            state ^= state >> 7
            state ^= (state << 17) & 0xFFFFFFFFFFFFFFFF
            self.state = state
            words.append(state.to_bytes(8, "little"))
        return b"".join(words)[:size]


_stream = _Stream()


def seed_urandom() -> None:
    """Replace os.urandom before random, uuid and secrets take it: they are all fed by it."""
    _stream.seed(1)
    os.urandom = _stream.take
    os.getrandom = lambda size, flags=0: _stream.take(size)
    # Made in C, from the real clock and the machine's address.
    sys.modules["_uuid"] = None  # type: ignore[assignment]


def prepare_randomness(sources: Iterable[str]) -> None:
    """Import what the sources may ask for chance, before the first world: importing draws, which later worlds would not."""
    for name in ("random", "uuid", "secrets"):
        if any(name in source for source in sources):
            __import__(name)
    random: Any = sys.modules.get("random")
    uuid: Any = sys.modules.get("uuid")
    if random is not None and not hasattr(random.Random.seed, "_gym_stock"):
        random.Random.seed = _seed_without_chance(random.Random.seed)
        random.seed = random._inst.seed
    if uuid is not None:
        uuid._node = 0x0242AC110002


def _seed_without_chance(stock: Callable[..., None]) -> Any:
    def seed(self: Any, a: Any = None, version: int = 2) -> None:
        """A generator seeded with nothing would take the system's randomness, past os.urandom."""
        stock(self, int.from_bytes(_stream.take(32), "little") if a is None else a, version)

    seed._gym_stock = stock  # type: ignore[attr-defined]
    return seed


@contextmanager
def chance_of_its_own(seed: int) -> Iterator[None]:
    """Draw meanwhile from other randomness, which leaves the world's where it was."""
    random: Any = sys.modules.get("random")
    drawn, state = _stream.state, random and random.getstate()
    _stream.seed(seed)
    if random is not None:
        random.seed(seed)
    try:
        yield
    finally:
        _stream.state = drawn
        if random is not None and state is not None:
            random.setstate(state)


def reseed(number: int) -> None:
    """Start all randomness of a fresh world from one number."""
    _stream.seed(number)
    random: Any = sys.modules.get("random")
    uuid: Any = sys.modules.get("uuid")
    if random is not None:
        random.seed(number)
    if uuid is not None:
        uuid._last_timestamp = None


class Watchdog:
    """Calls `bark(frame)` when the process has used its CPU allowance, and up to half of it more, with no progress.

    `progress` is a number that grows with every frame: looking at it now and then costs less than a timer for each.
    """

    def __init__(self, bark: Callable[[FrameType | None], None], progress: Callable[[], int]) -> None:
        self._bark = bark
        self._progress = progress
        self._seen = -1
        self._looks = 0
        self._seconds = 0.0
        self._armed = hasattr(signal, "setitimer")
        if self._armed:
            signal.signal(signal.SIGPROF, self._look)

    def watch(self, seconds: float = CPU_ALLOWANCE_S) -> None:
        """Begin anew, with that allowance in seconds."""
        self._seen = -1
        if seconds != self._seconds and self._armed:
            self._seconds = seconds
            signal.setitimer(signal.ITIMER_PROF, seconds / 2, seconds / 2)
            self._hold_off()

    @property
    def seconds(self) -> float:
        """The allowance now."""
        return self._seconds

    def watch_a_fork(self) -> None:
        """A fork inherits no timers."""
        self._seconds = 0.0
        self.watch()

    def _hold_off(self) -> None:
        # One endless call into C never comes to the handler below: the kernel ends that, whether or not a judge is left.
        signal.setitimer(signal.ITIMER_VIRTUAL, 1.5 * self._seconds + C_ALLOWANCE_S)

    def _look(self, number: int, frame: FrameType | None) -> None:
        progress = self._progress()
        if progress != self._seen:
            self._seen, self._looks = progress, 0
            self._hold_off()
            return
        self._looks += 1
        if self._looks == 2:
            self._bark(frame)


def limit_resources(memory_bytes: int) -> None:
    """Cap memory, file sizes and core dumps where the system can. RLIMIT_NPROC does nothing for root."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    if hasattr(signal, "SIGXFSZ"):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
