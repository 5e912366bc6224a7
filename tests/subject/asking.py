"""Asks a subject process for what a function of a throwaway attempt gives, with no race around it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.race import Raised
from gym.race.frames import Claims, EndItem, OpItem, PrintItem, RecordItem, Report, Sync
from gym.race.values import Codec

PORT = ["p", 1, "port", "port", {"fetch": "op"}]
LOG = ["p", 2, "recorder", "log", {}]
ASK = ["p", 3, "callback", "ask", {}]


@dataclass
class World:
    """One world: flows arrive, events are delivered, and all that was told is kept."""

    puppet: Puppet
    codec: Codec = field(default_factory=Codec)
    ended: dict[str, EndItem] = field(default_factory=dict)
    records: list[object] = field(default_factory=list)
    printed: str = ""
    ops: list[OpItem] = field(default_factory=list)
    items: list[Any] = field(default_factory=list)
    report: Report | None = None
    _names: dict[tuple[str, str], int] = field(default_factory=dict)

    def begin(self, *processes: str, **options: object) -> None:
        self._take_in(self.puppet.begin(options, [["process", name] for name in processes], self._answer))

    def arrive(self, flow: str, name: str, *args: object, process: str = "main") -> None:
        """Let a flow call a name of the attempt; the arguments are in the form of the wire."""
        number = self._names.get((process, name))
        if number is None:
            number = self._names[process, name] = -1 - len(self._names)
            self.go(["setup", [["name", process, number, name]]])
        self.go(["arrive", flow, process, ["call", ["h", number], None, [*args], {}, "await"], True])

    def go(self, *events: list[Any], pause: int = 0) -> None:
        self._take_in(self.puppet.go(pause, events))

    def result(self, flow: str) -> object:
        """What a flow returned; raises what it raised."""
        item = self.ended[flow]
        if item.status == "error":
            raise self.codec.decode_error(item.value)
        return item.status if item.status == "cancelled" else self.codec.decode(item.value)

    def finish(self) -> Claims:
        claims = self.puppet.finish()
        self._take(claims.items)
        return claims

    def _answer(self, frame: Sync) -> tuple[bool, Any]:
        self._take(frame.items)
        return True, frame.args[0] if frame.args else None

    def _take_in(self, report: Report) -> None:
        self.report = report
        self._take(report.items)

    def _take(self, items: list[Any]) -> None:
        self.items += items
        for item in items:
            match item:
                case EndItem(flow=flow):
                    self.ended[flow] = item
                case RecordItem(args=[value]):
                    self.records.append(self.codec.decode(value))
                case PrintItem(text=text):
                    self.printed += str(self.codec.decode(text))
                case OpItem():
                    self.ops.append(item)


class Asker:
    """One subject process, used by one test after another."""

    def __init__(self, python: str | None = None) -> None:
        self.puppet = Puppet(Bare(python=python) if python else Bare())

    def load(self, source: str | Mapping[str, str], entry: str = "subject") -> None:
        files = {"subject.py": source} if isinstance(source, str) else source
        problem = self.puppet.load({file: textwrap.dedent(text) for file, text in files.items()}, entry)
        assert problem is None, problem

    def world(self, *processes: str, **options: object) -> World:
        """A fresh world of what was loaded."""
        world = World(self.puppet)
        world.begin(*processes, **options)
        return world

    def call(self, name: str, *args: object) -> object:
        """What a function gives in a fresh world, once its timers have run."""
        world = self.world()
        world.arrive("flow", name, *args)
        while "flow" not in world.ended and world.report is not None and world.report.deadline >= 0:
            world.go(["tick", None])
        return world.result("flow")

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *error: object) -> None:
        self.puppet.close()


__all__ = ["ASK", "LOG", "PORT", "Asker", "Raised", "World"]
