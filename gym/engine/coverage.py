"""Honest words about what was explored. Never "proved", and a budget that ran out is said."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many schedules were executed at each cost, how many at random, and what is left.

    `pending` is the cheapest cost at which schedules still wait, None when none do. `estimate` is the estimated
    size of the tree.
    """

    by_cost: tuple[int, ...]
    walks: int
    exhausted: bool
    failed: bool
    pending: int | None
    estimate: float | None
    seed: int

    @property
    def ordered(self) -> int:
        return sum(self.by_cost)

    @property
    def total(self) -> int:
        return self.ordered + self.walks

    def words(self, space: str) -> str:
        """One phrase; `space` names level and caps, as in `L1, no cancellation`."""
        if self.failed:
            return f"stopped at the first failure, schedule {self.total:,} ({space})"
        if self.exhausted:
            return f"all {self.ordered:,} schedules ({space})" if self.ordered != 1 else f"the only schedule ({space})"
        pending = 0 if self.pending is None else self.pending
        parts = []
        whole = sum(self.by_cost[:pending])
        if whole:
            parts.append(f"all {whole:,} with at most {_deviations(pending - 1)}" if pending > 1 else "the default one")
        beyond = self.ordered - whole
        if beyond:
            parts.append(f"{beyond:,} with {_deviations(pending)} or more" if whole else f"{beyond:,} in order of cost")
        of = f" of about {rounded(self.estimate)}" if self.estimate is not None else ""
        if self.walks:
            parts.append(f"{self.walks:,}{of} at random, seed {self.seed}")
        elif of:
            parts[-1] += of
        return f"{_listed(parts) or 'no schedule'} ({space})"


def _deviations(count: int) -> str:
    return "1 deviation" if count == 1 else f"{count} deviations"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + (" and " + parts[-1] if parts else "")


def rounded(number: float) -> str:
    """`37,000`, or `10^6` from a million on: an estimate must not look exact."""
    if number >= 1e6:
        return f"10^{round(log10(number))}"
    digits = max(0, int(log10(max(number, 1))) - 1)
    return f"{round(number / 10**digits) * 10**digits:,}"
