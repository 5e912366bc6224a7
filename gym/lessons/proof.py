"""A race on a listing that stands in a text: it proves the bug, and that the fix holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from gym.engine.trace import Trace
from gym.judge import Attempt, Judge, JudgeOptions, KataVerdict
from gym.judge.attempt import NearMissLike

LISTING = "listing.py"


@dataclass(frozen=True, slots=True)
class Proof:
    """A listing with its race, as the judge takes it (see gym.judge.attempt.KataLike)."""

    id: str
    folder: Path
    races: tuple[Path, ...]
    entry: str = LISTING
    files: tuple[str, ...] = (LISTING,)
    given: tuple[str, ...] = ()
    near_misses: tuple[NearMissLike, ...] = ()
    refuses: tuple[str, ...] = ()


def judge_listing(
    judge: Judge,
    name: str,
    listing: str,
    race: str,
    folder: Path,
    options: JudgeOptions | None = None,
    listen: Callable[[object], None] | None = None,
) -> KataVerdict:
    """What the races in the text `race` say of the text `listing`.

    Both are written into `folder`, which must be empty, and stay there: the judge reads them again when it likes.
    Raises ContentError for a race that cannot be loaded.
    """
    path = folder / f"race_{name.replace('-', '_')}.py"
    path.write_text(race, encoding="utf-8")
    (folder / LISTING).write_text(listing, encoding="utf-8")
    proof = Proof(name, folder, (path,))
    return judge.judge(proof, Attempt.from_folder(folder), options, listen)


def failing_trace(name: str, listing: str, race: str) -> Trace | None:
    """A schedule that breaks the listing, with as few switches as there are; None where none was found."""
    with TemporaryDirectory() as folder, Judge() as judge:
        verdict = judge_listing(judge, name, listing, race, Path(folder))
    return next((check.trace for check in verdict.checks if check.trace is not None), None)
