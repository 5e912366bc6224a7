"""The sandbox ladder: bubblewrap (tier A), Landlock (tier B), limits alone (tier F), and what of them holds here."""

from gym.judge.sandboxes.bubble import Bubble
from gym.judge.sandboxes.ladder import Ladder, best_sandbox
from gym.judge.sandboxes.locked import Locked
from gym.judge.sandboxes.probing import Probe, Try, probe

__all__ = ["Bubble", "Ladder", "Locked", "Probe", "Try", "best_sandbox", "probe"]
