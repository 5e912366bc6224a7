"""The subject's side of a brute-force run: its processes, its port, its calls, on one scripted loop."""

from __future__ import annotations

import asyncio
import functools
import types
from asyncio.events import Handle
from collections.abc import Callable
from contextvars import Context
from typing import Any

from tests.completeness.actors import Actor, Call
from tests.completeness.port import METHODS, STREAM, Method
from tests.completeness.scripted_loop import HERE, ScriptedLoop
from tests.completeness.spec import Caller, Small


@functools.cache
def compiled(source: str) -> types.CodeType:
    return compile(source, "subject.py", "exec", dont_inherit=True)


class Net:
    """The port as the service sees it: any method is a call; `items()` is a stream of calls."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def __getattr__(self, method: str) -> Callable[..., Any]:
        async def call(*args: Any) -> Any:
            return await self._stage.call(method, args, METHODS[method])

        return call

    def items(self) -> Items:
        return Items(self._stage)


class Items:
    """An async iterator each of whose items is a call."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._left = iter([*STREAM[1], None])
        self._asked = "open"

    def __aiter__(self) -> Items:
        return self

    async def __anext__(self) -> Any:
        manners = Method(lambda store: next(self._left), on_cancel="drops")
        method, self._asked = f"items.{self._asked}", "next"
        item = await self._stage.call(method, (), manners)
        if item is None:
            raise StopAsyncIteration
        return item


class Stage:
    """Everything that a schedule changes."""

    def __init__(self, world: Small, poll: Callable[[bool], list[Handle]]) -> None:
        self.loop = ScriptedLoop(poll)
        self.loop.in_thread = self._in_thread
        self._code = compiled(world.source)
        self.store = dict(world.store)
        self.effects: list[str] = []
        self.actors: list[Actor] = []
        self.calls: list[Call] = []
        self.services: dict[str, Any] = {}
        self.dead: set[str] = set()
        self._buried: list[Any] = []
        self._over = False

    # -- setting up

    def start_process(self, process: str) -> None:
        """Its own namespace, and the service in it."""
        namespace: dict[str, Any] = {"__name__": "subject"}
        context = Context()
        context.run(HERE.set, (process, process))
        context.run(exec, self._code, namespace)
        self.services[process] = context.run(namespace["Service"], Net(self))

    def add(self, caller: Caller) -> None:
        self.actors.append(Actor(caller, lambda: self.services[caller.process]))

    def named(self, name: str) -> Actor:
        return next(actor for actor in self.actors if actor.caller.name == name)

    def arrival(self, actor: Actor) -> Handle:
        """What the selector returns for it."""
        context = Context()
        context.run(HERE.set, (actor.caller.process, actor.caller.name))
        return self.loop.event(actor.arrive, self.loop, context=context)

    # -- calls

    async def call(self, method: str, args: tuple[Any, ...], manners: Method) -> Any:
        """One call of the port: out until the judge says otherwise."""
        if self._over:
            return None
        call = self._new_call(method, args, manners)
        try:
            return await call.future
        except asyncio.CancelledError:
            if call.future.cancelled() and call.pending:
                call.state = "cancelled"
                call.phase = "gone" if call.effected or manners.on_cancel in ("drops", "at once") else "late"
            raise

    def _new_call(self, method: str, args: tuple[Any, ...], manners: Method) -> Call:
        process, caller = HERE.get()
        call = Call(caller, process, method, args, manners, self.loop.create_future())
        if manners.latency is not None:
            call.due_ns = self.loop.ns + round(manners.latency * 1e9)
        self.calls.append(call)
        return call

    def _in_thread(self, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """The work is done now; that it is done is a call like any other, which nobody can take back."""
        value = function(*args)
        call = self._new_call("thread", (), Method(lambda store: value, on_cancel="drops"))
        call.in_thread, call.reply = True, value
        return call.future

    def pending(self) -> list[Call]:
        return [call for call in self.calls if call.pending]

    # -- the end

    def kill(self, process: str) -> None:
        """Nothing of it runs again, not even what cleans up."""
        self.dead.add(process)
        for timer in self.loop._scheduled:
            if timer._context.get(HERE, ("", ""))[0] == process:
                self._buried.append((timer._callback, timer._args))
                timer.cancel()
        for call in self.pending():
            if call.process == process:
                call.phase, call.state = "gone", "killed"
        for actor in self.actors:
            if actor.caller.process == process:
                actor.end("killed")

    def leftovers(self) -> list[str]:
        """What the default checks say of tasks, worst first."""
        own = [actor.task for actor in self.actors]
        tasks = [(task, born) for task, born in ((found(), born) for found, born in self.loop.tasks)]
        living = [task for task, born in tasks if task is not None and task not in own and born[0] not in self.dead]
        said = ["lost exception"] if self.loop.unheard else []
        for task in living:
            if task.done() and not task.cancelled() and task._log_traceback:
                said.append("lost exception")
                task._log_traceback = False
        return said + ["leaked task" for task in living if not task.done()]

    def clear(self) -> None:
        self._over = True
        self.loop.clear()
