"""The events that may be delivered, with their stable ids.

`a0.1` arrival of flow 0's first step, `c0.1` completion of its first op, `r0.1` its reply, `f0.1` and `l0.1` its failure or
lost reply, `n0.1` the late effect of a cancelled call, `x0` cancellation of flow 0, `y0` the same with the call in flight
taking effect, `t` tick, `k1` kill of process 1 (`k1+0.2` with that call taking effect), `s1` start of its successor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gym.race.flow import Flow
from gym.race.ops import Op
from gym.race.rules import FaultRule, KillRule

EventKind = Literal[
    "arrive", "complete", "reply", "fail", "lose", "land", "cancel", "cancel+land", "tick", "kill", "start"
]  # fmt: skip

CANCELLATIONS = frozenset({"cancel", "cancel+land"})


@dataclass(slots=True, eq=False)
class Event:
    """Something that may be delivered. `process` is where it arrives: events of different processes never tie.

    `free` tells that it may happen at any time from now on, whatever else does.
    """

    id: str
    kind: EventKind
    process: str
    flow: Flow | None = None
    op: Op | None = None
    rule: FaultRule | KillRule | None = None
    landing: tuple[Op, ...] = ()
    free: bool = False

    @property
    def is_cancellation(self) -> bool:
        return self.kind in CANCELLATIONS


TICK = Event("t", "tick", "")
END = "end"
CLOSE = "|"
