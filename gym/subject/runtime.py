"""One world of the subject after another: a fresh loop, fresh namespaces, and the judge's decisions delivered in it."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import inspect
from asyncio.events import Handle
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from . import fences
from .book import Book
from .builder import Builder
from .calls import Calls, WorldOver
from .clock import VirtualClock
from .corrected import use_corrected
from .deliveries import Deliveries
from .flows import Flow
from .here import HERE
from .loop import VirtualLoop
from .namespace import Code, Namespace
from .order import start_numbering
from .outside import Outside
from .pipe import Pipe
from .protocol import BUSY_POLLS
from .telling import Telling

_COLLECT_EVERY = 16


class Runtime:
    """Everything that the world under way consists of. One lives as long as the process.

    `turn` counts polls since the last delivery, `items` is what the next report will tell, `flows` are those that arrived
    and `unbegun` those whose tasks have not run yet.
    """

    loop: VirtualLoop
    book: Book
    builder: Builder
    calls: Calls
    turn: int

    def __init__(self, pipe: Pipe, clock: VirtualClock) -> None:
        self._pipe = pipe
        self.clock = clock
        self._code: Code
        self._outside: Outside
        self._spare_namespaces: list[Namespace] = []
        self._worlds = 0
        self._after: list[Any] | None = None
        self.files: frozenset[str] = frozenset()
        self.nonce = 0
        self.ended = True
        self.verbose = False
        self.items: list[Any] = []
        self.telling = Telling(self)
        self.watchdog: fences.Watchdog

    # -- what a frame asks for

    def load(self, code: Code, corrected: bool | list[str]) -> None:
        self._code = code
        self.files = code.files
        self._spare_namespaces = []
        if not self._worlds:
            self._outside = Outside()
        use_corrected(corrected)

    def run(self, frame: list[Any]) -> list[Any]:
        """Run one world; returns the frame that ended it."""
        _, options, set_up, self.nonce = frame
        self._fresh(options)
        self.loop.call_soon(self.builder.set_up, set_up, context=contextvars.Context())
        try:
            with self.telling.watch_locks() if self.verbose else nullcontext():
                self.loop.run_forever()
        except WorldOver as over:
            return over.frame
        finally:
            self._abandon()
        raise SystemExit("the loop was stopped")

    def _fresh(self, options: dict[str, Any]) -> None:
        self._worlds += 1
        if self._worlds % _COLLECT_EVERY == 0:
            gc.collect()
        self.clock.ns = 0
        self._outside.restore()
        fences.reseed(options.get("seed", 0))
        start_numbering()
        self.watchdog.watch(options.get("cpu_s", fences.CPU_ALLOWANCE_S))
        self.verbose = options.get("verbose", False)
        self.ended = False
        self._after = None
        self.items = []
        self.turn = 0
        self._timer_turn = -1
        self._stop_turn = BUSY_POLLS
        self.flows: dict[str, Flow] = {}
        self.unbegun: list[Flow] = []
        self.book = Book(self)
        self.telling = Telling(self)
        self._deliveries = Deliveries(self)
        self.builder = Builder(self, self._code, self._spare_namespaces)
        self.calls = Calls(self, self.builder.add_process("main"))
        self.loop = VirtualLoop(self.clock, self.poll, self.turns, HERE)
        self.loop.executor_call = self.calls.run_inline
        self.loop.timer_made = self._note_timer
        self.loop.set_exception_handler(self.telling.loop_error)

    def _abandon(self) -> None:
        """Drop the world. Nothing of it may be heard again, whatever its finalizers do."""
        self.ended = True
        self.builder.keep_namespaces()
        cut_short = False
        task: Any
        for task, _ in self.loop.living_tasks():
            if not task.done():
                cut_short = True
                task._log_destroy_pending = False
                coroutine = task.get_coro()
                if inspect.iscoroutine(coroutine) and inspect.getcoroutinestate(coroutine) == "CORO_CREATED":
                    coroutine.close()
        self.loop._ready.clear()
        self.loop._scheduled.clear()
        asyncio.events._set_running_loop(None)
        self.loop = self.book = self.calls = self.builder = self._deliveries = None  # type: ignore[assignment]
        self.flows, self.unbegun = {}, []
        self.telling = Telling(self)
        if cut_short:
            # What was cut off in mid-flight must be gone before the next world listens for leftovers.
            task = coroutine = None
            gc.collect()

    # -- the selector

    def turns(self) -> Sequence[Handle]:
        """One poll with work ready."""
        self.turn += 1
        if self.turn != self._stop_turn:
            return ()
        return self.poll("busy" if self.turn >= BUSY_POLLS else "paused")

    def poll(self, kind: str) -> list[Handle]:
        """Report to the judge, wait for its decision, and give the handles to run next."""
        if self._after is not None:
            raise WorldOver(self._after)
        frame = self._report(kind)
        while frame[0] == "finish":
            self.send(["claims", self.nonce, self.items, self.telling.leftovers()])
            frame = self.receive()
        self.turn = 0
        if frame[0] == "go":
            self._stop_turn = frame[1] or BUSY_POLLS
            return [handle for handle in map(self._deliveries.handle, frame[2]) if handle is not None]
        raise WorldOver(self.drift(frame))

    def _report(self, kind: str) -> list[Any]:
        if self.unbegun:
            for flow in self.unbegun:
                flow.end_unbegun()
            self.unbegun = [flow for flow in self.unbegun if not flow.begun]
        if self.verbose:
            self.telling.places()
        deadline = self.loop.next_deadline_ns()
        if self._timer_turn >= 0:
            if deadline < 0:
                self.items.append(["timer", self._timer_turn])
            self._timer_turn = -1
        left = self.telling.leftovers() if deadline < 0 and kind == "idle" and self._is_over() else None
        self.send(["report", self.nonce, kind, self.turn, self.clock.ns, deadline, self.items, left])
        return self.receive()

    def _is_over(self) -> bool:
        """Whether every flow has ended and nothing is under way: what is left then will probably be asked for."""
        return bool(self.flows) and not self.calls.open and all(flow.ended for flow in self.flows.values())

    def _note_timer(self) -> None:
        if self._timer_turn < 0:
            self._timer_turn = self.turn

    def send(self, frame: list[Any]) -> None:
        """A frame to the judge; it told all items."""
        self._pipe.write(frame)
        self.items = []

    def receive(self) -> list[Any]:
        """The judge's next frame."""
        frame = self._pipe.read()
        self.nonce = frame[-1]
        return frame

    def drift(self, frame: list[Any]) -> list[Any]:
        """A guess of the judge's was wrong: what it sends is for no world until it begins another. Gives that frame."""
        while frame[0] not in ("begin", "load"):
            self.send(["adrift", self.nonce])
            frame = self.receive()
        self.ended, self._after = True, frame
        return frame
