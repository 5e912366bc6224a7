"""The same small worlds as races: what the engine's explorer finds in them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import AsyncIterator, Callable, Generator
from dataclasses import dataclass
from typing import Any

from gym.engine.exploration import Exploration, Limits
from gym.engine.schedule import Execution
from gym.engine.strategies import Directed, Strategy
from gym.judge.puppet import Puppet
from gym.race import Fault, Flow, Process, Race, Raised, World, call, op, race, together
from gym.race.execution import Stage
from gym.race.steps import Step
from gym.race.values import Handle
from tests.completeness.port import METHODS, STREAM, Method, Refused, Store
from tests.completeness.spec import Caller, Outcome, Small


@dataclass(frozen=True)
class Explored:
    """How many schedules ended how, and what was said of the coverage."""

    outcomes: Counter[Outcome]
    exhausted: bool
    words: str


def explore(world: Small, puppet: Puppet, *, reduce: bool = True, budget: int = 20_000) -> Explored:
    """Every schedule; what the default checks say is part of the outcome and ends nothing."""
    problem = puppet.load({"subject.py": world.source}, "subject")
    assert problem is None, problem
    seen: list[Outcome] = []
    stage = Stage(as_race(world, seen.append), puppet, {}, reduce=reduce)
    found: Counter[Outcome] = Counter()

    def run(strategy: Strategy) -> Execution:
        seen.clear()
        execution = stage.run(strategy)
        # Random walks estimate the size of a tree; what they run is run again in its turn.
        if isinstance(strategy, Directed) and not execution.void:
            claim = None if execution.failure is None else execution.failure.claim
            assert seen, execution.failure
            found[dataclasses.replace(seen[-1], claim=claim)] += 1
        return dataclasses.replace(execution, failure=None)

    exploration = Exploration(run, Limits(budget))
    exploration.advance(budget)
    return Explored(found, exploration.exhausted, exploration.coverage().words(stage.space_words()))


def as_race(world: Small, tell: Callable[[Outcome], None]) -> Race:
    """The race that `world` describes. `tell` hears how a schedule ended, before the default checks."""

    @race(
        world.name,
        shape="control",
        level=world.level,
        ties=world.ties,
        early=world.early,
        max_ties=world.max_ties,
        max_early=world.max_early,
        max_faults=world.max_faults,
        max_cancels=world.max_cancels,
        timers=world.timers,
        max_ticks=world.max_ticks,
    )
    def small(arena: World) -> None:
        built = _Built(world, arena)
        try:
            arena.run()
            if world.probe is not None:
                built.add(world.probe)
                arena.run()
        finally:
            tell(built.outcome())

    return small


class _Built:
    """The world of one execution, and what is told of it."""

    def __init__(self, world: Small, arena: World) -> None:
        self._arena = arena
        self._effects: list[str] = []
        self._store: Store = dict(world.store)
        self._fake = _fake(self._store, self._effects)
        self._net = arena.port("net", self._fake)
        self._services: dict[str, Handle] = {"main": arena.subject("Service", self._net)}
        self._processes: dict[str, Process | None] = {"main": None}
        for name in world.processes[1:]:
            process = self._processes[name] = arena.process(name)
            self._services[name] = process.subject("Service", self._net)
        self._flows: dict[str, Flow] = {}
        for caller in world.callers:
            self.add(caller)
        self._declare(world)

    def add(self, caller: Caller) -> None:
        service = self._services[caller.process]
        after = [self._flows[name] for name in caller.after]
        if caller.steps:
            process = self._processes[caller.process]
            flow = self._arena.flow(caller.name, _script(service, caller.steps), after=after, process=process)
        else:
            flow = self._arena.flow(caller.name, getattr(service, caller.method), *caller.args, after=after)
        self._flows[caller.name] = flow
        if caller.cancel:
            self._arena.may_cancel(flow)
        if caller.may_hang:
            self._arena.may_hang(flow)

    def _declare(self, world: Small) -> None:
        down = Fault("ConnectionError", "down")
        for declare, hit in ((self._arena.may_fail, world.fails), (self._arena.may_lose, world.loses)):
            for method, names in hit.items():
                declare(getattr(self._net, method), down, flows=[self._flows[name] for name in names] or None)
        if world.alike:
            self._arena.alike(*(self._flows[name] for name in world.alike))
        successor = world.successor
        if successor is not None:

            def start(process: Process) -> None:
                self._services[successor.process] = process.subject("Service", self._net)
                self.add(successor)

            self._arena.may_kill(successor=start)
        elif world.kill:
            self._arena.may_kill()

    def outcome(self) -> Outcome:
        flows = self._flows.values()
        return Outcome(
            tuple((flow.name, flow.outcome, repr(_plain(flow.value))) for flow in flows),
            tuple((op.flow, op.method, _args(op.method, op.args), op.state, op.effected) for op in self._arena.calls("net")),
            tuple(self._effects),
            repr(sorted(self._store.items())),
            round(self._arena.now * 1e3),
            None,
        )


def _args(method: str, args: tuple[object, ...]) -> str:
    return "()" if method.startswith("items.") else repr(args)


def _script(service: Handle, steps: tuple[tuple[Any, ...], ...]) -> Callable[[], Generator[Step, object, object]]:
    def script() -> Generator[Step, object, object]:
        results = []
        for step in steps:
            try:
                results.append(_plain((yield _step(service, step))))
            except Raised as raised:
                results.append(f"!{raised.name}")
        return results

    return script


def _plain(result: object) -> object:
    if isinstance(result, list):
        return [_plain(each) for each in result]
    return f"!{result.name}" if isinstance(result, Raised) else result


def _step(service: Handle, step: tuple[Any, ...]) -> Step:
    if step[0] == "call":
        return call(getattr(service, step[1]), *step[2:])
    return together(*(_step(service, part) for part in step[1:]))


def _fake(store: Store, effects: list[str]) -> object:
    """An author's fake class with all methods of the port, made anew for a store."""
    members: dict[str, Any] = {name: _member(name, method, store, effects) for name, method in METHODS.items()}

    async def items(self: object) -> AsyncIterator[str]:
        for letter in STREAM[1]:
            effects.append(f"item {letter!r}")
            yield letter
        effects.append("item None")

    def ready(self: object, call: Any) -> bool:
        gate = METHODS[call.method].gate if call.method in METHODS else ""
        return not gate or bool(store.get(gate))

    members["items"] = op(on_cancel="drops")(items)
    members["_ready"] = ready
    return type("Net", (), members)()


def _member(name: str, method: Method, store: Store, effects: list[str]) -> Any:
    def affect(args: tuple[Any, ...]) -> Any:
        try:
            reply = method.effect(store, *args)
        except Refused:
            effects.append(f"{name}{args!r} refused")
            raise Fault("ValueError", "refused") from None
        effects.append(f"{name}{args!r} -> {reply!r}")
        return reply

    async def at_once(self: object, *args: Any) -> Any:
        return affect(args)

    def split(self: object, *args: Any) -> Generator[None, None, Any]:
        reply = affect(args)
        yield
        return reply

    return op(on_cancel=method.on_cancel, latency=method.latency)(split if method.split else at_once)
