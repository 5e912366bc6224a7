"""Everything one execution knows: flows, ops, pending events, processes, time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gym.race.definition import Space
from gym.race.events import Event
from gym.race.flow import Flow
from gym.race.ops import Op
from gym.race.ports import PortLike
from gym.race.recorder import TraceRecorder
from gym.race.rules import KillRule, Rules
from gym.race.values import Codec

MAIN = "main"


class State:
    """The judge's book of one execution. Times are virtual nanoseconds."""

    def __init__(self, space: Space, recorder: TraceRecorder | None) -> None:
        self.space = space
        self.recorder = recorder
        self.codec = Codec()
        self.setup: list[list[Any]] = []
        self.flows: list[Flow] = []
        self.by_name: dict[str, Flow] = {}
        self.ops: dict[int, Op] = {}
        self.pending: dict[int, Op] = {}
        # Pending events, oldest first: insertion order is the default order.
        self.mandatory: dict[str, Event] = {}
        self.late_effects: dict[str, Event] = {}
        # What the choice at hand is between, in a recorded execution.
        self.offered: list[Event] = []
        # Whether alike flows are taken in one order only, and whether there are any.
        self.reduce = True
        self.uses_alike = False
        self.rules = Rules([], [], [])
        self.processes: dict[str, int] = {MAIN: 0}
        self.dead: set[str] = set()
        self.to_start: list[KillRule] = []
        self.on_start: Callable[[KillRule], None] | None = None
        self.ports: dict[str, PortLike] = {}
        self.watchers: dict[str, Callable[[], str]] = {}
        self.background_ops: dict[str, int] = {}
        self.replies: dict[int, Any] = {}
        self.tickets: dict[int, object] = {}
        self.next_ticket = 0
        self.closers: dict[int, list[str]] = {}
        self.warnings: list[tuple[str, str, tuple[str, int] | None]] = []
        self.broken: list[tuple[str, Any]] = []
        # A running checksum of all that the subject reported, where two executions are to be compared.
        self.fingerprint: int | None = None
        self.now_ns = 0
        self.deadline_ns = -1
        # Ticks on end; since a flow last got on; and since anything last came from outside.
        self.idle_ticks = self.quiet_ticks = self.ticks_alone = 0
        # Whether a tick now would come ahead of something else that could.
        self.tick_ahead = False
        self.hasty_cap_met = False
        self.untimed_pending = 0

    def may_go_wrong(self) -> bool:
        """Whether any fault, cancellation, kill or late effect was declared or waits."""
        rules = self.rules
        return bool(rules.cancels or rules.faults or rules.kills or self.late_effects)

    def watched(self) -> dict[str, str]:
        shown: dict[str, str] = {}
        for port in self.ports.values():
            shown.update(port.watched())
        for label, show in self.watchers.items():
            shown[label] = show()
        return shown
