"""Every legal schedule of a small world, by the rules and by nothing of the engine's.

A schedule is one way through these choices. The subject runs on a stock asyncio loop of this folder's own; it is run
anew for every way (odometer.py).

**When the loop is idle** one event is delivered. What *must* come some time: the arrival of a caller whose predecessors
have all ended (each later step of a script arrives anew), the completion of a call, the reply of a split call, the
landing of a cancelled call that `lands`, the start of a killed process's successor, a tick. What *may* come: the late
landing of a cancelled call that `may` land, the failure or loss of a call that could complete, a cancellation of a caller
that was started and has not ended (once each), the same with its calls in flight that take effect `at once`, a kill of a
process with a running caller, with any of its calls in flight (three at most) taking effect. While something must come,
anything in both lists is a choice of its own; once nothing must, the schedule may end, or something that may come does.
Faults, cancellations, kills, ties and early events have their caps.

**A completion** has its effect and its reply in one event, except for a split call, whose effect the subject does not
see. Nor does it see a landing. Such silent events take no poll: they tie with nothing.

**A tie** (from level 1): what was delivered may be joined by one more event of the same process, chosen among those that
are enabled then; the order counts, so that two events make two ties. Ticks, kills, starts and silent events do not
join, but a tick joins as the second where timers come at any time. What is due later than a call with a latency does not
join it. With `ties="cancel"` one of both is a cancellation.

**An early event** (level 2): at any poll before idle at which work is ready, anything enabled may come, except kills and
landings that need not be; with `early="cancel"` only cancellations. That nothing comes early is the choice that idle is.
What comes early may be joined as any other event, and is followed by polls of its own. A silent event that comes early
is followed by another one in that same poll, if any is enabled: on its own it would not differ from one at idle.
Nothing comes early while a world or a successor is set up.

**A tick** moves the clock to the next timer, and 1 us further; a timer that is gone by the time the loop is idle may
still fall due before. It comes only while no call is pending, or, where timers come at any time, `max_ticks` times while
one is; with `timers="last"` not while anything else must come. Calls with a latency are timers: only what is due first,
within 1 us, may complete, and they hold no tick back. At most 6 ticks of a schedule come ahead of something else that
must come and could. After all callers ended, ticks end after 30 in a row.

**A cancelled caller** gets `task.cancel()`; if its task had not begun, it counts as cancelled. A call whose waiter is
cancelled stays in flight until its task has noticed. What took effect stays; what did not lands surely, maybe, or never.

**A kill** ends all callers of the process, begun or not, and drops what its loop had to do. Its calls are abandoned.

**Callers that are alike** begin in one order only.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.completeness.odometer import Odometer, every
from tests.completeness.run import Run
from tests.completeness.spec import Outcome, Small


def run_once(world: Small, odometer: Odometer) -> Outcome:
    """One schedule: the one that the odometer stands at."""
    return Run(world, odometer.choose).play()


class TooMany(Exception):
    """There are more schedules than were asked for."""


def all_outcomes(world: Small, most: int = 20_000) -> Counter[Outcome]:
    """How every schedule ends, and how many end so. Raises TooMany."""
    found: Counter[Outcome] = Counter()
    with unheard():
        for number, outcome in enumerate(every(lambda odometer: run_once(world, odometer))):
            if number == most:
                raise TooMany
            found[outcome] += 1
    return found


@contextmanager
def unheard() -> Iterator[None]:
    """What programs that would not end raise when they are collected is no failure of the test that ran them."""
    hook, sys.unraisablehook = sys.unraisablehook, lambda unraisable: None
    try:
        yield
    finally:
        gc.collect()
        sys.unraisablehook = hook
