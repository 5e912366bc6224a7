"""The workspace's memory: one SQLite file, safe against crashes and against a second gym.

WAL with synchronous=NORMAL: a killed process loses nothing that was committed, and a power cut may lose the
last attempts but cannot tear the file. FULL would keep those too, at the price of an fsync in every save
that a learner waits for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gym.progress import recording
from gym.progress.attempts import CheckResult, KataProgress, KataState
from gym.progress.interviews import INTERVIEWS, Interview, begin_interview, interview_of, keep_interview
from gym.progress.opening import naming_damage, open_copy, open_for_writing, why_not_kept
from gym.progress.practice import PRACTICE, Practised, keep_practice, practised_of
from gym.progress.timing import worked_seconds

if TYPE_CHECKING:
    from gym.judge.verdict import KataVerdict
    from gym.prove import ProofVerdict


def utc_now() -> str:
    """The wall clock, UTC, ISO 8601; fine enough for two writes one after the other to differ."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def open_store(path: Path, now: Callable[[], str] = utc_now) -> Store:
    """The store at `path`, made when it is not there.

    Where nothing can be written it opens all the same, on a copy in memory, and `forgetful` says why
    nothing is kept. Raises UsageError when a newer gym wrote it or it is no store.
    """
    try:
        return Store(open_for_writing(path), now, path=path)
    except sqlite3.Error as error:
        reason = why_not_kept(error) if path.parent.is_dir() else f"the folder {path.parent.name} is not there"
        if reason is None:
            raise
        return Store(open_copy(path), now, reason, path)


class Store:
    """What a workspace remembers. Use as a context manager, or call `close`.

    `forgetful` is why nothing is kept, as the end of a sentence; None while all is well.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        now: Callable[[], str] = utc_now,
        forgetful: str | None = None,
        path: Path = Path("progress.db"),
    ) -> None:
        self._database = database
        self._now = now
        self.forgetful = forgetful
        self.path = path

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go. Closing twice is allowed."""
        self._database.close()

    def start(self, kata: str) -> None:
        """Note that the learner began; a kata that was begun before only moves to the front."""
        self._write(lambda: recording.begin(self._database, kata, self._now()))

    def record(self, verdict: KataVerdict, *, files_hash: str, content_version: str) -> None:
        """Keep a final verdict, its failing schedules and the kata's state: all of it or nothing."""
        self._write(lambda: recording.keep(self._database, verdict, files_hash, content_version, self._now()))

    def record_proof(self, verdict: ProofVerdict, *, file_hash: str) -> None:
        """Keep the word on a learner's own race test."""
        self._write(lambda: recording.keep_proof(self._database, verdict, file_hash, self._now()))

    def keep_token(self, check_id: str, token: str) -> None:
        """Remember a failing schedule that was found by hand: it is tried first from now on."""
        self._write(lambda: recording.keep_token(self._database, check_id, token))

    def show_hint(self, kata: str, tier: int) -> None:
        """Count a hint, by its tier from 1; the same one again is not counted twice."""
        self._write(lambda: recording.show_hint(self._database, kata, tier, self._now()))

    def hints(self, kata: str) -> tuple[int, ...]:
        """The tiers that were shown, from 1."""
        return tuple(tier for (tier,) in self._ask(recording.HINTS, {"kata": kata}))

    def give_up(self, kata: str) -> None:
        """Note that the learner chose to see the answer."""
        self._write(lambda: recording.give_up(self._database, kata, self._now()))

    def practise(self, kind: str, piece: str, shapes: Sequence[str], score: float, seconds: float) -> None:
        """Remember an answer to a piece of practice: `score` from 0 to 1."""
        practised = Practised(self._now(), kind, piece, tuple(shapes), score, seconds)
        self._write(lambda: keep_practice(self._database, practised))

    def practised(self) -> list[Practised]:
        """Every answer so far, the oldest first."""
        return practised_of(self._ask(PRACTICE))

    def begin_interview(self, kata: str, seed: int, minutes: int) -> Interview:
        """Note that an interview begins now."""
        now, begun = self._now(), [0]

        def begin() -> None:
            begun[0] = begin_interview(self._database, kata, seed, minutes, now)

        self._write(begin)
        return Interview(begun[0], kata, seed, minutes, now)

    def keep_interview(self, interview: Interview) -> None:
        """Remember how an interview stands."""
        self._write(lambda: keep_interview(self._database, interview))

    def interviews(self) -> list[Interview]:
        """All interviews, the oldest first."""
        return [interview_of(row) for row in self._ask(INTERVIEWS)]

    def hand_out(self, kata: str, files: Mapping[str, bytes]) -> None:
        """Remember the kata's files as the learner has been given them."""
        self._write(lambda: recording.hand_out(self._database, kata, files))

    def handed_out(self, kata: str) -> dict[str, bytes]:
        """The files as the learner was given them; empty where that was before it was remembered."""
        return dict(self._ask(recording.HANDED_OUT, {"kata": kata}))

    def progress(self) -> dict[str, KataProgress]:
        """Every kata that was begun, by id."""
        gone: dict[str, set[str]] = {}
        for kata, fault in self._ask(recording.FAULTS_GONE):
            gone.setdefault(kata, set()).add(fault)
        rows = self._ask(recording.PROGRESS)
        return {row[0]: _progress(row, frozenset(gone.get(row[0], ()))) for row in rows}

    def worked_seconds(self) -> dict[str, int]:
        """How long was worked on each kata that was begun, by id, without long pauses."""
        moments: dict[str, list[str]] = {}
        for kata, moment in self._ask(recording.MOMENTS):
            moments.setdefault(kata, []).append(moment)
        return {kata: worked_seconds(each) for kata, each in moments.items()}

    def results(self, kata: str) -> tuple[CheckResult, ...]:
        """Each check's word in the last attempt that was judged, by id; empty before there is one."""
        return tuple(CheckResult(*row) for row in self._ask(recording.RESULTS, {"kata": kata}))

    def latest(self) -> str | None:
        """The kata that was begun or judged last."""
        rows = self._ask(recording.LATEST)
        return str(rows[0][0]) if rows else None

    def tokens(self, kata: str) -> dict[str, list[str]]:
        """Failing schedules of earlier attempts for each of the kata's checks, the newest first."""
        found: dict[str, list[str]] = {}
        for check, token in self._ask(recording.TOKENS, {"kata": kata}):
            found.setdefault(check, []).append(token)
        return found

    def _ask(self, question: str, values: Mapping[str, str] | None = None) -> list[tuple[Any, ...]]:
        """The rows of a query. Raises UsageError when the file turns out to be damaged."""
        with naming_damage(self.path):
            return self._database.execute(question, values or {}).fetchall()

    def _write(self, change: Callable[[], None]) -> None:
        """One transaction, locked from its start: a later upgrade could not wait for another gym.

        Where the surroundings forbid it nothing is written and `forgetful` says why.
        """
        try:
            self._database.execute("BEGIN IMMEDIATE")
            change()
            self._database.execute("COMMIT")
        except BaseException as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            reason = why_not_kept(error) if isinstance(error, sqlite3.Error) else None
            if reason is None:
                with naming_damage(self.path):
                    raise
            self.forgetful = reason


def _progress(row: tuple[Any, ...], gone: frozenset[str]) -> KataProgress:
    kata, state, *rest, proved_at = row
    return replace(KataProgress(kata, KataState(state), *rest), gone=gone, proved_at=proved_at)
