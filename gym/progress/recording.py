"""The store's statements: what one transaction writes, and what the readers ask."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gym.progress.attempts import KataState

if TYPE_CHECKING:
    # Listing katas must not load the judge.
    from gym.judge.verdict import CheckVerdict, KataVerdict
    from gym.prove import ProofVerdict

TOKENS_KEPT = 5
"""Failing schedules remembered for each check: the newest, since they are tried before anything else."""

# The last attempt of each kata about which a word could be given: not the gym's own fault.
_LAST_JUDGED = """
    WITH last_judged AS (
        SELECT kata, max(id) AS id, points FROM attempts
        WHERE verdict NOT IN ('not judged', 'not deterministic') GROUP BY kata
    )
"""
PROGRESS = f"""{_LAST_JUDGED}
    SELECT katas.kata, katas.state, count(attempts.id), max(attempts.points), max(attempts.max_points),
           katas.touched_at, katas.accepted_at, katas.given_up_at,
           (SELECT count(*) FROM hints WHERE hints.kata = katas.kata),
           (SELECT points FROM last_judged WHERE last_judged.kata = katas.kata),
           (SELECT min(at) FROM proofs WHERE proofs.kata = katas.kata AND proofs.accepted)
    FROM katas LEFT JOIN attempts ON attempts.kata = katas.kata
    GROUP BY katas.kata ORDER BY katas.kata
"""
FAULTS_GONE = f"""{_LAST_JUDGED}
    SELECT kata, fault FROM last_judged JOIN results ON results.attempt = last_judged.id
    WHERE fault IS NOT NULL GROUP BY kata, fault HAVING sum(verdict <> 'accepted') = 0
"""
RESULTS = f"""{_LAST_JUDGED}
    SELECT check_id, fault, verdict, results.points, max_points
    FROM last_judged JOIN results ON results.attempt = last_judged.id WHERE kata = :kata ORDER BY check_id
"""
LATEST = "SELECT kata FROM katas ORDER BY touched_at DESC, kata LIMIT 1"
TOKENS = """
    SELECT check_id, token FROM tokens
    WHERE substr(check_id, 1, length(:kata) + 1) = :kata || '#' ORDER BY check_id, attempt DESC
"""

MOMENTS = """
    SELECT kata, at FROM attempts UNION ALL SELECT kata, at FROM hints UNION ALL SELECT kata, at FROM proofs
    UNION ALL SELECT kata, started_at FROM katas UNION ALL SELECT kata, accepted_at FROM katas WHERE accepted_at IS NOT NULL
"""
HINTS = "SELECT tier FROM hints WHERE kata = :kata ORDER BY tier"
HANDED_OUT = "SELECT file, content FROM handed_out WHERE kata = :kata"

_HAND_OUT = "INSERT INTO handed_out VALUES (?, ?, ?)"
_TAKE_BACK = "DELETE FROM handed_out WHERE kata = ?"
_HINT = "INSERT INTO hints VALUES (?, ?, ?) ON CONFLICT (kata, tier) DO NOTHING"
_GIVE_UP = "UPDATE katas SET given_up_at = coalesce(given_up_at, ?) WHERE kata = ?"
_BEGIN = """
    INSERT INTO katas (kata, state, started_at, touched_at) VALUES (:kata, :state, :now, :now)
    ON CONFLICT (kata) DO UPDATE SET touched_at = excluded.touched_at
"""
_ATTEMPT = """
    INSERT INTO attempts (kata, at, content_version, files_hash, verdict, points, max_points, near_miss)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
"""
_RESULT = "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TOKEN = """
    INSERT INTO tokens VALUES (?, ?, ?) ON CONFLICT (check_id, token) DO UPDATE SET attempt = excluded.attempt
"""
_FORGET_TOKENS = """
    DELETE FROM tokens WHERE check_id = :check AND token NOT IN
        (SELECT token FROM tokens WHERE check_id = :check ORDER BY attempt DESC LIMIT :most)
"""
_PROOF = "INSERT INTO proofs (kata, at, file_hash, accepted, caught, asked) VALUES (?, ?, ?, ?, ?, ?)"
_STATE = "UPDATE katas SET state = :state, accepted_at = coalesce(accepted_at, :accepted_at) WHERE kata = :kata"


def begin(database: sqlite3.Connection, kata: str, now: str) -> None:
    """Note that a kata was begun, or touched again."""
    database.execute(_BEGIN, {"kata": kata, "state": KataState.STARTED, "now": now})


def keep(database: sqlite3.Connection, verdict: KataVerdict, files_hash: str, version: str, now: str) -> None:
    """Write an attempt with its results, tokens and the state that follows from it."""
    begin(database, verdict.kata, now)
    row = (verdict.kata, now, version, files_hash, verdict.verdict, verdict.points, verdict.max_points)
    attempt = database.execute(_ATTEMPT, (*row, verdict.near_miss)).fetchone()[0]
    for check in verdict.checks:
        database.execute(_RESULT, _result(attempt, check))
        if check.token is not None and check.verdict.exit_status == 1:
            database.execute(_TOKEN, (check.id, check.token, attempt))
            database.execute(_FORGET_TOKENS, {"check": check.id, "most": TOKENS_KEPT})
    state = _state(verdict)
    if state is not None:
        accepted_at = now if state is KataState.ACCEPTED else None
        database.execute(_STATE, {"kata": verdict.kata, "state": state, "accepted_at": accepted_at})


def keep_token(database: sqlite3.Connection, check_id: str, token: str) -> None:
    """Remember a failing schedule that no attempt found; it counts as found by the last attempt there was."""
    attempt = database.execute("SELECT coalesce(max(id), 0) FROM attempts").fetchone()[0]
    database.execute(_TOKEN, (check_id, token, attempt))
    database.execute(_FORGET_TOKENS, {"check": check_id, "most": TOKENS_KEPT})


def show_hint(database: sqlite3.Connection, kata: str, tier: int, now: str) -> None:
    """Note that a hint was shown; again is no second hint."""
    begin(database, kata, now)
    database.execute(_HINT, (kata, tier, now))


def hand_out(database: sqlite3.Connection, kata: str, files: Mapping[str, bytes]) -> None:
    """Keep the files as they are handed out, in place of those of an earlier time."""
    database.execute(_TAKE_BACK, (kata,))
    database.executemany(_HAND_OUT, [(kata, name, content) for name, content in files.items()])


def give_up(database: sqlite3.Connection, kata: str, now: str) -> None:
    """Note that the learner chose to see the answer."""
    begin(database, kata, now)
    database.execute(_GIVE_UP, (now, kata))


def keep_proof(database: sqlite3.Connection, verdict: ProofVerdict, file_hash: str, now: str) -> None:
    """Write the word on a learner's own race test."""
    begin(database, verdict.task, now)
    database.execute(_PROOF, (verdict.task, now, file_hash, int(verdict.accepted), verdict.caught, verdict.asked))


def _result(attempt: int, check: CheckVerdict) -> tuple[object, ...]:
    word = (
        check.id,
        check.fault,
        check.verdict,
        check.points,
        check.max_points,
        check.schedules,
        check.coverage,
    )
    return (attempt, *word, check.token, check.claim, check.message)


def _state(verdict: KataVerdict) -> KataState | None:
    """The state that a verdict leads to; None where it says nothing about the learner's code."""
    return {0: KataState.ACCEPTED, 1: KataState.REJECTED}.get(verdict.verdict.exit_status)
