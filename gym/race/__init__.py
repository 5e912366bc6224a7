"""What an author writes races with."""

from gym.race.definition import Race, Space, race
from gym.race.faults import Fault, Raised, StopStream
from gym.race.flow import Flow, outcomes
from gym.race.ops import Op
from gym.race.ports import op
from gym.race.sql import Sql
from gym.race.steps import Step, call, enter, leave, send, step_next, together, wait_for
from gym.race.values import Handle, Method, Record, Subclassed
from gym.race.world import Process, World

__all__ = [
    "Fault",
    "Flow",
    "Handle",
    "Method",
    "Op",
    "Process",
    "Race",
    "Raised",
    "Record",
    "Space",
    "Sql",
    "Step",
    "StopStream",
    "Subclassed",
    "World",
    "call",
    "enter",
    "leave",
    "op",
    "outcomes",
    "race",
    "send",
    "step_next",
    "together",
    "wait_for",
]
