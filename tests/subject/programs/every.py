"""All programs of the suite, and how one is started."""

import callbacks
import cancelling
import generators
import groups
import locks
import polls
import timers
from stage import PROGRAMS, Started

__all__ = ["PROGRAMS", "Started", "callbacks", "cancelling", "generators", "groups", "locks", "polls", "timers"]
