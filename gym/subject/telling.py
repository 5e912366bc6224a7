"""What a world tells beside its calls: prints, warnings, where its flows wait, and what is left when all is over."""

from __future__ import annotations

import asyncio
import sys
import warnings
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from .book import waiting_place
from .fences import Place, learner_place
from .here import HERE, NOBODY
from .holders import Holders, Holding, kind_of, waited_for, watched
from .values import encode, encode_exception, encode_text, words_of

if TYPE_CHECKING:
    from .runtime import Runtime

_PRINT_CAP = 20_000
_PENDING_CAP = 1_000


class Telling:
    """Adds to the items of the next report."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._printed = 0
        self._holders = Holders(self._who)

    def watch_locks(self) -> AbstractContextManager[None]:
        """Take note of who holds which lock, until the end of the block."""
        return watched(self._holders)

    def say(self, text: str) -> None:
        """Something was printed."""
        runtime = self._runtime
        if runtime.ended or not runtime.verbose or self._printed >= _PRINT_CAP:
            return
        text = text[: _PRINT_CAP - self._printed]
        self._printed += len(text)
        _, flow = HERE.get(NOBODY)
        runtime.items.append(["print", runtime.turn, flow, encode(text, runtime.book)])

    def warn(self, kind: str, message: str, place: Place | None) -> None:
        runtime = self._runtime
        if not runtime.ended:
            runtime.items.append(["warn", runtime.turn, kind, encode_text(message[:500]), place])

    def loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The loop's exception handler."""
        error = context.get("exception")
        if self._runtime.ended or error is None or loop is not self._runtime.loop:
            return
        self.warn("lost exception", words_of(error), self._runtime.book.place_of_error(error))

    def unawaited(self, coroutine: Any) -> None:
        """A coroutine was dropped before it began."""
        if getattr(coroutine, "cr_code", None) is None:
            return
        origin = [[file, line] for file, line, _ in coroutine.cr_origin or () if file in self._runtime.files]
        self.warn("never awaited", coroutine.__qualname__, origin[0] if origin else None)

    def places(self) -> None:
        """Where each flow waits, for what, and who holds that."""
        runtime = self._runtime
        for name, flow in runtime.flows.items():
            if flow.task is None or flow.ended:
                continue
            coroutine = flow.task.get_coro()
            place = waiting_place(runtime.files, coroutine)
            if place:
                thing = waited_for(coroutine)
                what = None if thing is None else kind_of(thing)
                runtime.items.append(["wait", name, place, what, [[*held] for held in self._holders.of(thing)]])

    def _who(self) -> Holding:
        """Whose work is running, and the learner's line: a flow, or else the coroutine of its task."""
        _, flow = HERE.get(NOBODY)
        task = asyncio.current_task(self._runtime.loop)
        if flow is None or task is not self._runtime.flows[flow].task:
            flow = getattr(task.get_coro() if task is not None else None, "__qualname__", "nobody")
        return flow, learner_place(self._runtime.files, sys._getframe(2))

    def leftovers(self) -> list[list[list[Any]]]:
        """[pending tasks, exceptions that nobody looked at], those of flows and of dead processes left out."""
        runtime = self._runtime
        mine = {id(flow.task) for flow in runtime.flows.values()}
        pending: list[list[Any]] = []
        lost: list[list[Any]] = []
        task: Any
        for task, (process, flow) in runtime.loop.living_tasks():
            if id(task) in mine or (process is not None and process.dead):
                continue
            if not task.done():
                if len(pending) == _PENDING_CAP:
                    continue
                coroutine = task.get_coro()  # of an eager task that is done, CPython 3.12.1 crashes here
                name = getattr(coroutine, "__qualname__", "?")[:200]
                pending.append([name, waiting_place(runtime.files, coroutine), flow])
            elif task._log_traceback and not task.cancelled():
                # The mark stays: a flow that is still to come may look at it.
                lost.append(encode_exception(task._exception, runtime.book))
        return [pending, lost]


def install_hooks(runtime: Runtime) -> None:
    """Route what the interpreter would print or log to the world under way."""
    sys.set_coroutine_origin_tracking_depth(2)
    warnings._warn_unawaited_coroutine = lambda coroutine: runtime.telling.unawaited(coroutine)  # type: ignore[attr-defined]
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda unraisable: None
