"""The learner's workspace and what it remembers: attempts, failing schedules, each kata's state."""

from gym.progress.attempts import CheckResult, KataProgress, KataState
from gym.progress.store import Store, open_store
from gym.progress.workspace import Started, Workspace

__all__ = ["CheckResult", "KataProgress", "KataState", "Started", "Store", "Workspace", "open_store"]
