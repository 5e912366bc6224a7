"""The small worlds, by what they are about."""

from tests.completeness.worlds.locks import LOCKS
from tests.completeness.worlds.ports import PORTS
from tests.completeness.worlds.processes import PROCESSES
from tests.completeness.worlds.tasks import TASKS
from tests.completeness.worlds.timers import TIMERS

WORLDS = (*LOCKS, *TASKS, *PORTS, *TIMERS, *PROCESSES)
