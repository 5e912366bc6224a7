"""How long somebody worked, from the moments at which something of theirs was remembered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise

LONGEST_PAUSE_S = 15 * 60
"""Whoever does nothing that is remembered for longer was away, and that pause does not count."""


def worked_seconds(moments: Iterable[str]) -> int:
    """Seconds between the moments (ISO 8601, in any order), without the pauses."""
    times = sorted(datetime.fromisoformat(moment) for moment in moments)
    gaps = ((after - before).total_seconds() for before, after in pairwise(times))
    return round(sum(gap for gap in gaps if gap <= LONGEST_PAUSE_S))
