"""One world of the subject after another: a fresh loop, fresh namespaces, and the judge's decisions delivered in it."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import inspect
import sys
import warnings
from asyncio.events import Handle
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from . import fences
from .book import Book, calling_place, waiting_place
from .clock import VirtualClock
from .corrected import use_corrected
from .fences import Place
from .flows import Flow
from .holders import Holders, Holding, kind_of, waited_for, watched
from .loop import VirtualLoop
from .namespace import Code, Namespace
from .order import start_numbering
from .outside import Outside
from .pipe import Pipe
from .ports import new_event
from .protocol import BUSY_POLLS
from .values import Unsendable, decode, encode, encode_exception, encode_text, words_of

Here = tuple["Process", str | None]
"""Whose work is running: the process, and the flow where there is one."""

HERE: contextvars.ContextVar[Here] = contextvars.ContextVar("here")
_NOBODY: tuple[None, None] = (None, None)
_COLLECT_EVERY = 16
_PRINT_CAP = 20_000
_PENDING_CAP = 1_000


class WorldOver(BaseException):
    """The judge began something else: leave the loop as it stands."""

    def __init__(self, frame: list[Any]) -> None:
        self.frame = frame


class Process:
    """One instance of the service: its own memory, and whether it was killed."""

    def __init__(self, name: str, namespace: Namespace) -> None:
        self.name = name
        self.namespace = namespace
        self.dead = False


class Runtime:
    """Everything that the world under way consists of. One lives as long as the process."""

    loop: VirtualLoop
    book: Book
    turn: int

    def __init__(self, pipe: Pipe, clock: VirtualClock) -> None:
        self._pipe = pipe
        self._clock = clock
        self._code: Code
        self._outside: Outside
        self._spare_namespaces: list[Namespace] = []
        self._worlds = 0
        self.files: frozenset[str] = frozenset()
        self.nonce = 0
        self.ended = True
        self.verbose = False
        self.items: list[Any] = []
        self._empty_context = contextvars.Context()
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
        self.loop.call_soon(self._set_up, set_up, context=self._empty_context)
        try:
            with watched(self._holders) if self.verbose else nullcontext():
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
        self._clock.ns = 0
        self._outside.restore()
        fences.reseed(options.get("seed", 0))
        start_numbering()
        self.watchdog.watch(options.get("cpu_s", fences.CPU_ALLOWANCE_S))
        self.verbose = options.get("verbose", False)
        self.ended = False
        self._after: list[Any] | None = None
        self.items = []
        self.turn = 0
        self._timer_turn = -1
        self._stop_turn = BUSY_POLLS
        self._printed = 0
        self._tickets = 0
        self._op_count = 0
        self._ops: dict[int, tuple[asyncio.Future[Any], Process]] = {}
        self._local: dict[int, tuple[bool, Any]] = {}
        self._flows: dict[str, Flow] = {}
        self._unbegun: list[Flow] = []
        self._holders = Holders(self._who)
        self._processes: dict[str, Process] = {}
        self._buried: list[object] = []
        self.book = Book(self)
        self.loop = VirtualLoop(self._clock, self.poll, self.turns, HERE)
        self.loop.executor_call = self._run_inline
        self.loop.timer_made = self._note_timer
        self.loop.set_exception_handler(self._on_loop_error)
        self._nowhere: Here = (self._add_process("main"), None)

    def _abandon(self) -> None:
        """Drop the world. Nothing of it may be heard again, whatever its finalizers do."""
        self.ended = True
        self._keep_namespaces()
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
        self.loop = self.book = None  # type: ignore[assignment]
        self._ops, self._flows, self._local, self._processes, self._buried = {}, {}, {}, {}, []
        self._unbegun = []
        if cut_short:
            # What was cut off in mid-flight must be gone before the next world listens for leftovers.
            task = coroutine = None
            gc.collect()

    def _keep_namespaces(self) -> None:
        """For a later world. Whether they are unchanged is asked then: what is being abandoned may still run finalizers."""
        self._spare_namespaces += [process.namespace for process in self._processes.values() if not process.dead]

    # -- processes and names

    def _add_process(self, name: str) -> Process:
        process = Process(name, self._unchanged_namespace() or Namespace(self._code))
        self._processes[name] = process
        return process

    def _unchanged_namespace(self) -> Namespace | None:
        while self._spare_namespaces:
            namespace = self._spare_namespaces.pop()
            if namespace.unchanged():
                return namespace
        return None

    def context(self, process: Process, flow: str | None) -> contextvars.Context:
        """A context in which everything that is started belongs to this process and flow."""
        context = contextvars.Context()
        context.run(HERE.set, (process, flow))
        return context

    def exception_class(self, name: str) -> type[BaseException] | None:
        process, _ = HERE.get(_NOBODY)
        spaces = [process.namespace] if process else [found.namespace for found in self._processes.values()]
        for space in spaces:
            for module in list(space.modules.values()):
                found = vars(module).get(name)
                if isinstance(found, type) and issubclass(found, BaseException):
                    return found
        return None

    # -- set-up

    def _set_up(self, set_up: list[list[Any]]) -> None:
        for item in set_up:
            kind = item[0]
            if kind == "process":
                self._add_process(item[1])
            elif kind == "event":
                self.book.keep(item[2], new_event())
            elif kind == "name":
                self._construct(item[1], item[2], item[3], None, {})
            else:
                self._construct(*item[1:])

    def _construct(self, process_name: str, handle: int, name: str, args: list[Any] | None, kwargs: dict[str, Any]) -> None:
        process = self._processes[process_name]
        context = self.context(process, None)
        try:
            made = context.run(self._build, process, name, args, kwargs)
            self.book.keep(handle, made)
            closers = [word for word in ("aclose", "close") if callable(getattr(made, word, None))]
            if closers:
                self.items.append(["made", self.turn, handle, closers])
        except (SystemExit, KeyboardInterrupt, WorldOver):
            raise
        except BaseException as error:
            self.items.append(["broken", self.turn, name, encode_exception(error, self.book), None])

    def _build(self, process: Process, name: str, args: list[Any] | None, kwargs: dict[str, Any]) -> Any:
        namespace = process.namespace
        fresh = not namespace.modules
        if not fresh:
            namespace.publish()
        module = namespace.entry()
        if fresh:
            namespace.freeze()
        try:
            target = getattr(module, name)
        except AttributeError:
            raise AttributeError(f"{namespace.code.names[namespace.code.entry]} has no {name}") from None
        if args is None:
            return target
        decoded = [decode(arg, self.book) for arg in args]
        return target(*decoded, **{key: decode(arg, self.book) for key, arg in kwargs.items()})

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
        if self._unbegun:
            for flow in self._unbegun:
                flow.end_unbegun()
            self._unbegun = [flow for flow in self._unbegun if not flow.begun]
        if self.verbose:
            self._tell_places()
        deadline = self.loop.next_deadline_ns()
        if self._timer_turn >= 0:
            if deadline < 0:
                self.items.append(["timer", self._timer_turn])
            self._timer_turn = -1
        self._send(["report", self.nonce, kind, self.turn, self._clock.ns, deadline, self.items])
        frame = self._receive()
        while frame[0] == "finish":
            self._claims()
            frame = self._receive()
        self.turn = 0
        if frame[0] == "go":
            self._stop_turn = frame[1] or BUSY_POLLS
            return [handle for handle in map(self._event, frame[2]) if handle is not None]
        raise WorldOver(self._drift(frame))

    def _drift(self, frame: list[Any]) -> list[Any]:
        """A guess of the judge's was wrong: what it sends is for no world until it begins another. Gives that frame."""
        while frame[0] not in ("begin", "load"):
            self._send(["adrift", self.nonce])
            frame = self._receive()
        return frame

    def _note_timer(self) -> None:
        if self._timer_turn < 0:
            self._timer_turn = self.turn

    def _send(self, frame: list[Any]) -> None:
        self._pipe.write(frame)
        self.items = []

    def _receive(self) -> list[Any]:
        frame = self._pipe.read()
        self.nonce = frame[-1]
        return frame

    def _event(self, event: list[Any]) -> Handle | None:
        kind = event[0]
        if kind == "tick":
            deadline = self.loop.next_deadline_ns() if event[1] is None else event[1]
            self._clock.advance_to(deadline)
            return None
        if kind == "kill":
            # No event of the loop: what is ready to run does not run before it.
            self._kill(event[1])
            return None
        callback = getattr(self, "_deliver_" + kind)
        return self.loop.handle(callback, event[1:], self._empty_context)

    # -- deliveries, each a callback in the ready queue

    def _deliver_setup(self, set_up: list[list[Any]]) -> None:
        self._set_up(set_up)

    def _deliver_arrive(self, name: str, process: str, step: list[Any], last: bool) -> None:
        flow = self._flows.get(name)
        if flow is None:
            flow = self._flows[name] = Flow(self, name, self._processes[process])
            self._unbegun.append(flow)
        flow.arrive(step, last)

    def _deliver_cancel(self, name: str) -> None:
        self._flows[name].cancel()

    def _deliver_done(self, number: int, value: Any) -> None:
        future, _ = self._ops.pop(number, (None, None))
        if future is not None and not future.done():
            future.set_result(decode(value, self.book))

    def _deliver_failed(self, number: int, error: list[Any]) -> None:
        future, process = self._ops.pop(number, (None, None))
        if future is not None and process is not None and not future.done():
            future.set_exception(self.context(process, None).run(decode, error, self.book))

    def _deliver_local(self, number: int) -> None:
        future, _ = self._ops.pop(number, (None, None))
        ok, value = self._local.pop(number)
        if future is not None and not future.done():
            future.set_result(value) if ok else future.set_exception(value)

    def _kill(self, name: str) -> None:
        """Stop everything of a process: callbacks, timers, calls. Nothing is closed, so nothing of it runs again."""
        process = self._processes[name]
        process.dead = True
        loop = self.loop
        handle: Any
        for handle in [*loop._ready, *loop._scheduled]:
            if handle._context.get(HERE, (None, None))[0] is process:
                self._buried.append((handle._callback, handle._args))
                handle.cancel()
        for number in [number for number, (_, owner) in self._ops.items() if owner is process]:
            self._buried.append(self._ops.pop(number))
        self._buried += [task for task, (owner, _) in loop.living_tasks() if owner is process]
        for flow in self._flows.values():
            flow.ended = flow.ended or flow.process is process

    # -- calls on ports

    async def op(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """One port call: told to the judge with the next report, answered when the judge delivers its end."""
        if self.ended:
            raise RuntimeError("this world is over")
        process, flow = HERE.get(self._nowhere)
        self._op_count += 1
        number = self._op_count
        place = calling_place(self.files, sys._getframe(1)) if self.verbose else None
        sent = (
            [encode(arg, self.book) for arg in args],
            {key: encode(arg, self.book) for key, arg in kwargs.items()},
        )
        self.items.append(["op", self.turn, number, process.name, flow or process.name, port, method, *sent, place])
        future: asyncio.Future[Any] = asyncio.Future(loop=self.loop)
        self._ops[number] = (future, process)
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled() and not self.ended:
                self._ops.pop(number, None)
                self.items.append(["dropped", self.turn, number])
            raise

    async def enter(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, int]:
        """Enter an async context of a port: its value and the ticket to leave it with."""
        value, ticket = await self.op(port, method + ".enter", args, kwargs)
        return value, ticket

    def ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def ask(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A synchronous call: the judge answers at once."""
        if self.ended:
            return None
        process, flow = HERE.get(self._nowhere)
        sent = (
            [encode(arg, self.book) for arg in args],
            {key: encode(arg, self.book) for key, arg in kwargs.items()},
        )
        self._send(["sync", self.nonce, self.items, port, method, *sent, process.name, flow or process.name])
        frame = self._receive()
        if frame[0] != "return":
            self.ended, self._after = True, self._drift(frame)
            raise WorldOver(self._after)
        _, ok, value, _ = frame
        if ok:
            return decode(value, self.book)
        raise decode(value, self.book)

    def record(self, port: int, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """A synchronous call that wants no answer."""
        if self.ended:
            return
        process, flow = HERE.get(self._nowhere)
        sent = (
            [encode(arg, self.book) for arg in args],
            {key: encode(arg, self.book) for key, arg in kwargs.items()},
        )
        self.items.append(["record", self.turn, process.name, flow or process.name, port, method, *sent])

    def _run_inline(self, function: Callable[..., Any], args: tuple[Any, ...]) -> asyncio.Future[Any]:
        """run_in_executor: the work is done now, that it is done is an event."""
        process, flow = HERE.get(self._nowhere)
        self._op_count += 1
        number = self._op_count
        try:
            # A thread starts with no context variables of its caller's.
            self._local[number] = (True, self.context(process, flow).run(function, *args))
        except Exception as error:
            self._local[number] = (False, error)
        name = getattr(getattr(function, "func", function), "__name__", "call")
        future: asyncio.Future[Any] = asyncio.Future(loop=self.loop)
        self._ops[number] = (future, process)
        self.items.append(["op", self.turn, number, process.name, flow or process.name, 0, name, [], {}, None])
        return future

    # -- what is told besides

    def say(self, text: str) -> None:
        """Something was printed."""
        if self.ended or not self.verbose or self._printed >= _PRINT_CAP:
            return
        text = text[: _PRINT_CAP - self._printed]
        self._printed += len(text)
        _, flow = HERE.get(_NOBODY)
        self.items.append(["print", self.turn, flow, encode(text, self.book)])

    def warn(self, kind: str, message: str, place: Place | None) -> None:
        if not self.ended:
            self.items.append(["warn", self.turn, kind, encode_text(message[:500]), place])

    def _on_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if self.ended or error is None or loop is not self.loop:
            return
        self.warn("lost exception", words_of(error), self.book.place_of_error(error))

    def on_unawaited(self, coroutine: Any) -> None:
        code = getattr(coroutine, "cr_code", None)
        if code is None:
            return
        origin = coroutine.cr_origin
        place = None
        for file, line, _ in origin or ():
            if file in self.files:
                place = [file, line]
                break
        self.warn("never awaited", coroutine.__qualname__, place)

    def _tell_places(self) -> None:
        for name, flow in self._flows.items():
            if flow.task is not None and not flow.ended:
                place = waiting_place(self.files, flow.task.get_coro())
                if place:
                    thing = waited_for(flow.task.get_coro())
                    what = None if thing is None else kind_of(thing)
                    self.items.append(["wait", name, place, what, [[*held] for held in self._holders.of(thing)]])

    def _who(self) -> Holding:
        """Whose work is running, and the learner's line: a flow, or else the coroutine of its task."""
        _, flow = HERE.get(_NOBODY)
        task = asyncio.current_task(self.loop)
        if flow is None or task is not self._flows[flow].task:
            flow = getattr(task.get_coro() if task is not None else None, "__qualname__", "nobody")
        return flow, fences.learner_place(self.files, sys._getframe(2))

    def _claims(self) -> None:
        mine = {id(flow.task) for flow in self._flows.values()}
        pending: list[list[Any]] = []
        lost: list[list[Any]] = []
        task: Any
        for task, (process, flow) in self.loop.living_tasks():
            if id(task) in mine or (process is not None and process.dead):
                continue
            coroutine = task.get_coro()
            if not task.done():
                if len(pending) == _PENDING_CAP:
                    continue
                name = getattr(coroutine, "__qualname__", "?")[:200]
                pending.append([name, waiting_place(self.files, coroutine), flow])
            elif task._log_traceback and not task.cancelled():
                task._log_traceback = False
                lost.append(encode_exception(task._exception, self.book))
        self._send(["claims", self.nonce, self.items, pending, lost])


def install_hooks(runtime: Runtime) -> None:
    """Route what the interpreter would print or log to the runtime."""
    sys.set_coroutine_origin_tracking_depth(2)
    warnings._warn_unawaited_coroutine = runtime.on_unawaited  # type: ignore[attr-defined]
    warnings.simplefilter("ignore")
    sys.unraisablehook = lambda unraisable: None


__all__ = ["HERE", "Runtime", "Unsendable", "WorldOver", "install_hooks"]
