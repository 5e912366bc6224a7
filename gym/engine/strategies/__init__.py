"""What picks the next decision. One strategy a file, all behind `Strategy`."""

from gym.engine.strategies.base import Divergence, Strategy
from gym.engine.strategies.directed import Directed
from gym.engine.strategies.random_walk import RandomWalk

__all__ = ["Directed", "Divergence", "RandomWalk", "Strategy"]
