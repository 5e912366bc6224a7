"""The world of one execution as an author sees it: what is handed to the subject, who calls it, what may go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from gym.errors import ContentError
from gym.race.conductor import Conductor
from gym.race.events import Event
from gym.race.failure import ClaimFailed
from gym.race.faults import Fault
from gym.race.flow import Flow, Script
from gym.race.ops import Op
from gym.race.ports import FakePort, PortMethod, PortThing
from gym.race.rules import FaultRule, KillRule
from gym.race.sql import Sql
from gym.race.state import MAIN
from gym.race.steps import Step
from gym.race.things import (
    AsyncItems,
    CallbackThing,
    IterableThing,
    Outcome,
    StreamThing,
    scripted,
)
from gym.race.values import Handle, Method


class Process:
    """One instance of the service with its own memory."""

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self.name = name

    def subject(self, name: str, *args: object, **kwargs: object) -> Handle:
        """Construct (or call) a name of the learner's entry module in this process, or of another: `clients:Old`."""
        return self._world.make(self.name, name, args, kwargs)

    def function(self, name: str) -> Handle:
        """A name of the learner's entry module in this process, not called: a function for flows to call."""
        return self._world.take_name(self.name, name)

    def event(self, name: str = "event") -> Handle:
        """An asyncio.Event of this process, which a flow may set."""
        return self._world.make_event(self.name, name)


class World:
    """Handed to the race's function; `run` drives the subject until nothing is left to decide."""

    def __init__(self, conductor: Conductor) -> None:
        self._conductor = conductor
        self._state = conductor.state
        self._state.on_start = self._start_successor
        self._next_handle = 0
        self._main = Process(self, MAIN)
        self._databases: list[Sql] = []
        self._closed: set[int] = set()

    # -- the subject and its processes

    def subject(self, name: str, *args: object, **kwargs: object) -> Handle:
        """Construct (or call) a name of the learner's entry module in the first process."""
        return self._main.subject(name, *args, **kwargs)

    def process(self, name: str) -> Process:
        """A further instance: the same code with memory of its own."""
        if name in self._state.processes:
            raise ContentError(f"there is already a process {name!r}")
        self._state.processes[name] = len(self._state.processes)
        self._state.setup.append(["process", name])
        return Process(self, name)

    def make(self, process: str, name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> Handle:
        """What `Process.subject` does."""
        codec = self._state.codec
        handle = self._new_handle(process, name)
        sent = [codec.encode(arg) for arg in args]
        named = {key: codec.encode(arg) for key, arg in kwargs.items()}
        self._state.setup.append(["new", process, handle.number, name, sent, named])
        return handle

    def _new_handle(self, process: str, name: str) -> Handle:
        self._next_handle -= 1
        made = Handle(self._next_handle, name.rpartition(":")[2], process=process)
        handle = self._state.codec.handles[self._next_handle] = made
        return handle

    def make_event(self, process: str, name: str) -> Handle:
        """What `Process.event` does."""
        handle = self._new_handle(process, name)
        self._state.setup.append(["event", process, handle.number])
        return handle

    def take_name(self, process: str, name: str) -> Handle:
        """What `Process.function` does."""
        handle = self._new_handle(process, name)
        self._state.setup.append(["name", process, handle.number, name])
        return handle

    def function(self, name: str) -> Handle:
        """A name of the learner's entry module, not called: `world.flow("a", world.function("fetch"), 1)`."""
        return self._main.function(name)

    def event(self, name: str = "event") -> Handle:
        """An asyncio.Event of the subject; `world.flow("stop", stop.set)` sets it."""
        return self._main.event(name)

    # -- flows

    def flow(
        self,
        name: str,
        target: Method | Handle | Script,
        *args: object,
        after: Iterable[Flow] = (),
        process: Process | None = None,
        **kwargs: object,
    ) -> Flow:
        """One caller: a single call, or a script (a generator function without parameters that yields steps).

        It arrives once all flows in `after` have ended. A script belongs to `process`, by default the first.
        """
        state = self._state
        if name in state.by_name:
            raise ContentError(f"there is already a flow {name!r}")
        flow = Flow(name, len(state.flows), MAIN if process is None else process.name, tuple(after))
        if isinstance(target, Method | Handle):
            method = target if isinstance(target, Method) else Method(target, None)
            flow.single = Step("call", method.handle, method.name, args, kwargs)
            flow.process = method.handle.process
            self._note_close(flow.single)
        elif not callable(target):
            raise ContentError(f"a flow calls a handle or a method of one, or follows a script, not {target!r}")
        elif args or kwargs:
            raise ContentError(f"the script of {name!r} takes no arguments")
        else:
            flow.script = target
        state.flows.append(flow)
        state.by_name[name] = flow
        state.mandatory[f"a{flow.index}.1"] = Event(f"a{flow.index}.1", "arrive", flow.process, flow=flow)
        if state.recorder is not None:
            state.recorder.column(name)
        return flow

    def _note_close(self, step: Step) -> None:
        if step.method in ("close", "aclose") and step.target is not None:
            self._closed.add(step.target.number)

    def alike(self, *flows: Flow) -> None:
        """These differ by nothing that a check could tell: what one does in a schedule, another does in its double.

        Only one order of their first arrivals is explored then. It is the author's promise; flows of which one may be
        cancelled, may fail or is waited for by name are not alike.
        """
        self._state.uses_alike = True
        if self._state.reduce:
            for before, flow in pairwise(flows):
                flow.alike_before = before

    def may_hang(self, *flows: Flow) -> None:
        """These may wait for ever: consumers without an end."""
        for flow in flows:
            flow.may_hang = True

    def may_ignore_cancel(self, *flows: Flow) -> None:
        """These may return or fail though they were cancelled: what they were given is kept, by their author's intent."""
        for flow in flows:
            flow.may_ignore_cancel = True

    # -- ports and other things handed out

    def port(self, name: str, fake: object) -> PortThing:
        """A fake made of a class with async methods, or any object with the manners of `PortLike`."""
        port: Any = fake if hasattr(fake, "apply") and hasattr(fake, "methods") else FakePort(name, fake)
        return self._add_port(port)

    def _add_port(self, port: Any) -> PortThing:
        if port.name in self._state.ports:
            raise ContentError(f"there is already a port {port.name!r}")
        self._state.ports[port.name] = port
        return PortThing(self._number(), port)

    def _number(self) -> int:
        return self._state.codec.number()

    def sql(self, schema: str, *seeds: str, watch: str | Mapping[str, str] | None = None, name: str = "db") -> Sql:
        """A database with READ COMMITTED manners; `watch` is a query (or several by label) shown after every step."""
        database = Sql(name, schema, seeds, watch)
        if name in self._state.ports:
            raise ContentError(f"there is already a port {name!r}")
        self._state.ports[name] = database
        self._databases.append(database)
        return database

    def callback(self, name: str, function: Callable[..., object] | None = None) -> CallbackThing:
        """A synchronous function. Without `function` its calls are only recorded (see `.calls`)."""
        return CallbackThing(self._number(), name, function)

    def iterable(self, name: str, items: Iterable[object]) -> IterableThing:
        """An iterable whose items are pulled one by one."""
        return IterableThing(self._number(), name, iter(items))

    def async_iterable(self, name: str, items: Iterable[object]) -> StreamThing:
        """An async iterable whose items are ops; a `Fault` among the items is raised at its place."""
        return StreamThing(self._number(), "async iterable", AsyncItems(name, items))

    def stream(self, name: str, items: Iterable[object]) -> StreamThing:
        """The same, to be returned by a port: a stream of tokens, say."""
        return self.async_iterable(name, items)

    def awaitable(self, name: str, value: object = None, error: Fault | None = None) -> StreamThing:
        """An awaitable that gives the value or raises the error once the judge completes it."""
        return StreamThing(self._number(), "awaitable", Outcome(name, value, error))

    def clock(self, name: str, readings: Iterable[float] | Callable[[], float]) -> CallbackThing:
        """A function that tells scripted times."""
        return self.callback(name, scripted(name, readings))

    def random(self, values: Iterable[float] | Callable[[], float], name: str = "random") -> CallbackThing:
        """A function that gives scripted random numbers."""
        return self.callback(name, scripted(name, values))

    @property
    def now(self) -> float:
        """Virtual seconds since the world began."""
        return self._state.now_ns / 1e9

    # -- what may go wrong

    def may_fail(self, target: PortMethod | PortThing | Sql, fault: Fault, flows: Iterable[Flow] | None = None) -> None:
        """Calls may fail with no effect. Name the flows, else the retry may be hit too."""
        self._add_fault(target, fault, flows, lost=False)

    def may_lose(self, target: PortMethod | PortThing | Sql, fault: Fault, flows: Iterable[Flow] | None = None) -> None:
        """Calls may take effect and fail all the same: the reply is lost."""
        self._add_fault(target, fault, flows, lost=True)

    def _add_fault(
        self, target: PortMethod | PortThing | Sql, fault: Fault, flows: Iterable[Flow] | None, *, lost: bool
    ) -> None:
        named = None if flows is None else frozenset(flow.name for flow in flows)
        if isinstance(target, PortMethod):
            rule = FaultRule(target.thing.port.name, target.name, fault, named, lost)
        else:
            rule = FaultRule(target.port.name if isinstance(target, PortThing) else target.name, None, fault, named, lost)
        self._state.rules.faults.append(rule)

    def may_cancel(self, *flows: Flow) -> None:
        """The callers of these may go away at any time."""
        self._state.rules.cancels.extend(flows)

    def may_kill(self, process: Process | None = None, successor: Callable[[Process], None] | None = None) -> None:
        """The process may die while a flow of it is under way; `successor` sets up what is started in its place."""
        name = MAIN if process is None else process.name
        self._state.rules.kills.append(KillRule(name, successor))

    def _start_successor(self, rule: KillRule) -> None:
        assert rule.successor is not None
        count = sum(name.startswith(rule.process) for name in self._state.processes)
        rule.successor(self.process(f"{rule.process} #{count + 1}"))

    # -- looking

    def watch(self, label: str, show: Callable[[], str]) -> None:
        """A column of the trace, computed after every step."""
        self._state.watchers[label] = show

    def calls(self, port: str, method: str | None = None) -> list[Op]:
        """The ops on a port so far, in order; those on what it handed out, such as a transaction, are among them."""
        inner = port + "."
        return [op for op in self._state.ops.values() if (op.port + ".").startswith(inner) and method in (None, op.method)]

    # -- running and judging

    def always(self, claim: str, holds: Callable[[], bool]) -> None:
        """A claim that must hold after every step."""
        self._conductor.invariants.append((claim, holds))

    def run(self) -> None:
        """Deliver events, as the strategy picks them, until nothing must happen any more. Flows may be added after it."""
        self._conductor.run()

    def check(self, condition: bool, claim: str, found: str = "") -> None:
        """A claim about the end. `claim` names it and must not depend on the schedule; `found` may."""
        if not condition:
            raise ClaimFailed("rejected", claim, f"broken promise: {claim}" + (f" (found: {found})" if found else ""))

    def close_subjects(self) -> None:
        """Call `aclose` or `close` of every subject that has one and was not closed by the race."""
        state = self._state
        for number, words in state.closers.items():
            handle = state.codec.handles[number]
            if number in self._closed or handle.process in state.dead:
                continue
            flow = self.flow(f"close {handle.type_name} {-number}", Method(handle, words[0]))
            flow.may_hang = True

    def release(self) -> None:
        """Give databases back to their pool."""
        for database in self._databases:
            database.close()
