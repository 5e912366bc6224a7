"""Which tier of the ladder holds on this machine: each is tried out, from the strongest down."""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass

from gym.judge.sandbox import Bare
from gym.judge.sandboxes import AnySandbox, Bubble, Locked
from gym.judge.sandboxes.probing import Probe, probe

WORDS = {
    "A": "bubblewrap, seccomp and limits",
    "B": "Landlock, seccomp and limits",
    "F": "limits on CPU and memory alone",
}
"""What each tier is made of."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The strongest sandbox that holds, and the probe of each tier down to it (not of F: it promises nothing)."""

    sandbox: AnySandbox
    probes: tuple[Probe, ...]

    @property
    def tier(self) -> str:
        """The tier that was reached."""
        return self.sandbox.tier

    @property
    def sentence(self) -> str:
        """The tier and what it is made of, then why none above it, on one line."""
        above = [f"not {each.tier}: {each.why_not}" for each in self.probes if not each.holds]
        return "; ".join([f"tier {self.tier} ({WORDS[self.tier]})", *(" ".join(each.split()) for each in above)])


def best_sandbox(python: str = sys.executable, version: tuple[int, int] = sys.version_info[:2]) -> Ladder:
    """The strongest sandbox for an interpreter of that release. Tried once in a process, then remembered."""
    return _climb(python, version)


@functools.lru_cache(maxsize=8)
def _climb(python: str, version: tuple[int, int]) -> Ladder:
    probes: list[Probe] = []
    for sandbox in (Bubble(python, version), Locked(python, version)):
        probes.append(probe(sandbox))
        if probes[-1].holds:
            return Ladder(sandbox, tuple(probes))
    return Ladder(Bare(python, version=version), tuple(probes))
