"""What picks the next decision. One strategy a file, all behind `Strategy`."""

from gym.engine.strategies.base import Divergence, Strategy
from gym.engine.strategies.by_hand import ByHand, YourMove
from gym.engine.strategies.directed import Directed
from gym.engine.strategies.random_walk import RandomWalk
from gym.engine.strategies.replay import Replay

__all__ = ["ByHand", "Directed", "Divergence", "RandomWalk", "Replay", "Strategy", "YourMove"]
