"""All simulations, and finding one by what a person types."""

from __future__ import annotations

from gym.curriculum.named import one_named
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
    slugs = [each.slug for each in SIMS]
    return SIMS[slugs.index(one_named(name, slugs, "simulation", "gym sim --list"))]
