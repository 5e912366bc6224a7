"""All simulations, and finding one by what a person types."""

from __future__ import annotations

import difflib

from gym.errors import UsageError
from gym.sims.bursts import DEBOUNCE, THROTTLE
from gym.sims.circuit import BREAKER
from gym.sims.fan_out import BATCHES, FAN_OUT
from gym.sims.layers import RETRY_BUDGET, RETRY_LAYERS
from gym.sims.outcome import Sim
from gym.sims.pool import POOL_LIMIT
from gym.sims.search import STALE_SEARCH
from gym.sims.storm import RETRY_STORM
from gym.sims.wallet import DOUBLE_SUBMIT, LOST_UPDATE, WALLET_RACE

SIMS = (
    POOL_LIMIT,
    FAN_OUT,
    BATCHES,
    RETRY_STORM,
    RETRY_LAYERS,
    RETRY_BUDGET,
    BREAKER,
    DEBOUNCE,
    THROTTLE,
    WALLET_RACE,
    STALE_SEARCH,
    LOST_UPDATE,
    DOUBLE_SUBMIT,
)


def find_sim(name: str) -> Sim:
    """The simulation that `name` means: its name, its beginning, or a bit that only one has. Raises UsageError."""
    wanted, slugs = name.strip().lower(), [each.slug for each in SIMS]
    fits = [each for each in slugs if each == wanted] or [each for each in slugs if each.startswith(wanted)]
    fits = (fits or [each for each in slugs if wanted in each]) if wanted else []
    if len(fits) == 1:
        return SIMS[slugs.index(fits[0])]
    if fits:
        raise UsageError(f"{name!r} may mean {', '.join(fits[:-1])} or {fits[-1]}; write more of its name.")
    near = difflib.get_close_matches(wanted, slugs, n=1)
    nearest = f"; the nearest is {near[0]}" if near else ""
    raise UsageError(f"there is no simulation {name!r}{nearest}. See them all: gym sim --list")
