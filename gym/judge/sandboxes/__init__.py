"""The sandbox ladder: bubblewrap (tier A), Landlock (tier B), limits alone (tier F). `ladder` says which holds here."""

from gym.judge.sandbox import Bare
from gym.judge.sandboxes.bubble import Bubble
from gym.judge.sandboxes.locked import Locked

__all__ = ["AnySandbox", "Bubble", "Locked"]

AnySandbox = Bare | Bubble | Locked
