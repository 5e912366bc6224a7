"""The judge's events as they come into a world: each is a callback of the ready queue, as what a selector found."""

from __future__ import annotations

import contextvars
from asyncio.events import Handle
from typing import TYPE_CHECKING, Any

from .flows import Flow
from .here import HERE, NOBODY, context_of
from .values import decode

if TYPE_CHECKING:
    from .runtime import Runtime


class Deliveries:
    """Turns events into handles for the loop to run."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._empty_context = contextvars.Context()
        self._buried: list[object] = []

    def handle(self, event: list[Any]) -> Handle | None:
        """The callback that delivers an event. None where it is none of the loop's: time that passes, a death."""
        kind = event[0]
        if kind == "tick":
            runtime = self._runtime
            runtime.clock.advance_to(runtime.loop.next_deadline_ns() if event[1] is None else event[1])
            return None
        if kind == "kill":
            # What is ready to run does not run before it.
            self._kill(event[1])
            return None
        return self._runtime.loop.handle(getattr(self, "_" + kind), event[1:], self._empty_context)

    def _setup(self, set_up: list[list[Any]]) -> None:
        self._runtime.builder.set_up(set_up)

    def _arrive(self, name: str, process: str, step: list[Any], last: bool) -> None:
        runtime = self._runtime
        flow = runtime.flows.get(name)
        if flow is None:
            flow = runtime.flows[name] = Flow(runtime, name, runtime.builder.processes[process])
            runtime.unbegun.append(flow)
        flow.arrive(step, last)

    def _cancel(self, name: str) -> None:
        self._runtime.flows[name].cancel()

    def _done(self, number: int, value: Any) -> None:
        future, _ = self._runtime.calls.open.pop(number, NOBODY)
        if future is not None and not future.done():
            future.set_result(decode(value, self._runtime.book))

    def _failed(self, number: int, error: list[Any]) -> None:
        future, process = self._runtime.calls.open.pop(number, NOBODY)
        if future is not None and process is not None and not future.done():
            future.set_exception(context_of(process, None).run(decode, error, self._runtime.book))

    def _local(self, number: int) -> None:
        calls = self._runtime.calls
        future, _ = calls.open.pop(number, NOBODY)
        ok, value = calls.local.pop(number)
        if future is not None and not future.done():
            future.set_result(value) if ok else future.set_exception(value)

    def _kill(self, name: str) -> None:
        """Stop everything of a process: callbacks, timers, calls. Nothing is closed, so nothing of it runs again."""
        runtime = self._runtime
        process = runtime.builder.processes[name]
        process.dead = True
        loop, calls = runtime.loop, runtime.calls.open
        handle: Any
        for handle in [*loop._ready, *loop._scheduled]:
            if handle._context.get(HERE, NOBODY)[0] is process:
                self._buried.append((handle._callback, handle._args))
                handle.cancel()
        for number in [number for number, (_, owner) in calls.items() if owner is process]:
            self._buried.append(calls.pop(number))
        self._buried += [task for task, (owner, _) in loop.living_tasks() if owner is process]
        for flow in runtime.flows.values():
            flow.ended = flow.ended or flow.process is process
