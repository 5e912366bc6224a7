"""Whether a failure is the learner's or CPython's: a failing schedule judged again with asyncio's own faults mended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gym.engine.schedule import Schedule
from gym.engine.strategies import Directed
from gym.judge.puppet import Puppet
from gym.race.execution import Stage
from gym.subject.protocol import CORRECTIONS


@dataclass(frozen=True, slots=True)
class Correction:
    """A fault of CPython's that was mended: `gh-86296`, what goes wrong, the first release without it."""

    issue: str
    what: str
    fixed_in: tuple[int, int]

    def words(self) -> str:
        """The sentence of a report."""
        major, minor = self.fixed_in
        return f"{self.what} ({self.issue}, fixed in Python {major}.{minor})"


def corrections(version: tuple[int, int]) -> tuple[Correction, ...]:
    """What can be mended on that release of CPython."""
    return tuple(Correction(*known) for known in CORRECTIONS if version < known[2])


def blame(
    puppet: Puppet,
    files: Mapping[str, str],
    entry: str,
    schedule: Schedule,
    stage: Callable[[], Stage],
    version: tuple[int, int] = sys.version_info[:2],
) -> tuple[Correction, ...]:
    """The faults of CPython's without which the failing schedule passes. Empty: it fails all the same.

    One correction alone is named where one is enough. The puppet is left with the attempt loaded and everything
    corrected where the schedule passes, for exploration to go on so, and as stock where it fails. `version` is the
    release that the subject runs on.
    """
    known = corrections(version)
    if not known:
        return ()
    if _fails(puppet, files, entry, schedule, stage, known):
        puppet.load(files, entry)
        return ()
    guilty = known
    if len(known) > 1:
        alone = [one for one in known if not _fails(puppet, files, entry, schedule, stage, (one,))]
        guilty = tuple(alone[:1]) or known
    puppet.load(files, entry, corrected=True)
    return guilty


def _fails(
    puppet: Puppet,
    files: Mapping[str, str],
    entry: str,
    schedule: Schedule,
    stage: Callable[[], Stage],
    mended: tuple[Correction, ...],
) -> bool:
    puppet.load(files, entry, corrected=[one.issue for one in mended])
    execution = stage().run(Directed(schedule, lenient=True))
    return execution.failure is not None or execution.void
