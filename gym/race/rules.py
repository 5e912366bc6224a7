"""What may go wrong in a race, as its author declared it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gym.race.faults import Fault
from gym.race.flow import Flow
from gym.race.ops import Op

if TYPE_CHECKING:
    from gym.race.world import Process


@dataclass(frozen=True, slots=True)
class FaultRule:
    """Calls of one port (or one method of it) may fail; with `lost` they take effect and fail all the same."""

    port: str
    method: str | None
    fault: Fault
    flows: frozenset[str] | None
    lost: bool

    def hits(self, op: Op) -> bool:
        if not (op.port == self.port or op.port.startswith(self.port + ".")) or (
            self.flows is not None and op.flow not in self.flows
        ):
            return False
        return self.method is None or op.method == self.method or op.method.startswith(self.method + ".")


@dataclass(frozen=True, slots=True)
class KillRule:
    """A process may die; `successor` builds what is started in its place."""

    process: str
    successor: Callable[[Process], None] | None


@dataclass(slots=True)
class Rules:
    """All that was declared, and how often it was used in this execution."""

    faults: list[FaultRule]
    cancels: list[Flow]
    kills: list[KillRule]
    faults_used: int = 0
    cancels_used: int = 0
    kills_used: int = 0
    ties_used: int = 0
    early_used: int = 0
    pending_ticks: int = 0
    hasty_ticks: int = 0
