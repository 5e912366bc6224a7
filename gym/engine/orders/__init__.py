"""In which order the schedules of a tree are run. One order a file, all behind `Order`."""

from gym.engine.orders.base import Order
from gym.engine.orders.by_cost import ByCost
from gym.engine.orders.depth_first import DepthFirst

__all__ = ["ByCost", "DepthFirst", "Order"]
