"""What a workspace remembers, and what it says when it cannot."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gym.errors import UsageError
from gym.judge.verdict import Verdict
from gym.progress import CheckResult, KataProgress, KataState, Store, open_store
from gym.progress.migrations import STEPS, VERSION
from gym.prove import ProofVerdict, Row, Version, Word
from tests.support.judges import TOKEN, failing, kata_verdict, passing

KATA = "07-counter"
ACCEPTED = kata_verdict(passing())
REJECTED = kata_verdict(failing())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    ticks = (f"2026-01-01T00:00:{second:02d}+00:00" for second in itertools.count())
    with open_store(path, lambda: next(ticks)) as store:
        yield store


def record(store: Store, *verdicts: object) -> None:
    for verdict in verdicts:
        store.record(verdict, files_hash="f" * 16, content_version="c" * 16)  # type: ignore[arg-type]


def test_a_new_store_remembers_nothing(store: Store) -> None:
    assert store.progress() == {}
    assert store.tokens(KATA) == {}
    assert store.latest() is None
    assert store.forgetful is None


def test_a_kata_that_was_begun_is_started(store: Store) -> None:
    store.start(KATA)
    assert store.progress() == {KATA: KataProgress(KATA, KataState.STARTED, 0, None, None, "2026-01-01T00:00:00+00:00")}


def test_a_rejection_and_then_an_acceptance_are_both_remembered(store: Store) -> None:
    record(store, REJECTED, ACCEPTED)
    assert store.progress()[KATA] == KataProgress(
        KATA, KataState.ACCEPTED, 2, 2, 2, "2026-01-01T00:00:01+00:00", "2026-01-01T00:00:01+00:00", points=2
    )


def test_a_later_rejection_leaves_the_first_acceptance_in_place(store: Store) -> None:
    record(store, ACCEPTED, REJECTED, ACCEPTED, REJECTED)
    progress = store.progress()[KATA]
    assert (progress.state, progress.accepted_at, progress.best) == (
        KataState.REJECTED,
        "2026-01-01T00:00:00+00:00",
        2,
    )


@pytest.mark.parametrize("verdict", [Verdict.NOT_JUDGED, Verdict.NOT_DETERMINISTIC])
def test_a_fault_of_ours_is_no_rejection(store: Store, verdict: Verdict) -> None:
    store.start(KATA)
    record(store, replace(REJECTED, verdict=verdict))
    assert store.progress()[KATA].state is KataState.STARTED
    assert store.progress()[KATA].attempts == 1


@pytest.mark.parametrize("verdict", [Verdict.HUNG, Verdict.CRASHED, Verdict.BLOCKED, Verdict.RUNAWAY, Verdict.PROTOCOL])
def test_whatever_else_is_wrong_with_the_code_is_a_rejection(store: Store, verdict: Verdict) -> None:
    record(store, replace(REJECTED, verdict=verdict))
    assert store.progress()[KATA].state is KataState.REJECTED


def test_the_kata_touched_last_is_the_latest(store: Store) -> None:
    store.start("02-credit-wallet")
    store.start(KATA)
    assert store.latest() == KATA
    store.start("02-credit-wallet")
    assert store.latest() == "02-credit-wallet"


def test_failing_schedules_are_kept_for_each_check_newest_first_and_five_at_most(store: Store) -> None:
    for number in range(7):
        record(store, kata_verdict(failing(token=f"t{number}"), failing("other", token="same")))
    record(store, kata_verdict(failing(token="t3"), passing("other")))
    assert store.tokens(KATA) == {
        f"{KATA}#both-count": ["t3", "t6", "t5", "t4", "t2"],
        f"{KATA}#other": ["same"],
    }


def test_failing_schedules_of_a_kata_with_a_longer_name_are_not_mixed_in(store: Store) -> None:
    record(store, kata_verdict(failing(kata="07-counter-two"), kata="07-counter-two"))
    assert store.tokens(KATA) == {}
    assert store.tokens("07-counter-two") == {"07-counter-two#both-count": [TOKEN]}


def test_every_result_of_an_attempt_is_kept(store: Store, path: Path) -> None:
    record(store, kata_verdict(passing("first"), failing(fault="stale-count")))
    with sqlite3.connect(path) as reader:
        rows = reader.execute("SELECT check_id, fault, verdict, points, schedules, claim FROM results").fetchall()
    reader.close()
    assert sorted(rows) == [
        (f"{KATA}#both-count", "stale-count", "rejected", 0, 3, "total is 2"),
        (f"{KATA}#first", None, "accepted", 2, 6, None),
    ]


def test_a_store_that_was_closed_and_opened_again_remembers(path: Path) -> None:
    with open_store(path) as first:
        record(first, REJECTED)
    with open_store(path) as second:
        assert second.progress()[KATA].state is KataState.REJECTED


def test_the_store_is_a_wal_database_of_this_version(store: Store, path: Path) -> None:
    reader = sqlite3.connect(path)
    assert reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert reader.execute("PRAGMA user_version").fetchone() == (VERSION,)
    reader.close()


def test_a_store_from_a_newer_gym_is_left_alone_and_says_so(path: Path) -> None:
    open_store(path).close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = path.read_bytes()
    told = rf"newer gym \(its progress has format 99, this one knows {VERSION}\); update with: pip"
    with pytest.raises(UsageError, match=told):
        open_store(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone_and_says_so(path: Path) -> None:
    path.write_bytes(b"not a database, but long enough to look at" * 30)
    with pytest.raises(UsageError, match=r"progress\.db is damaged or is no database; move it away"):
        open_store(path)


def test_what_fails_in_the_middle_is_undone_whole(store: Store) -> None:
    broken = kata_verdict(passing("first"), passing("first"))
    with pytest.raises(sqlite3.IntegrityError):
        record(store, broken)
    assert store.progress() == {}
    record(store, ACCEPTED)
    assert store.progress()[KATA].attempts == 1


def test_a_store_that_another_gym_keeps_locked_is_forgetful_and_not_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gym.progress.opening.BUSY_S", 0.0)
    with open_store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        record(store, ACCEPTED)
        assert store.forgetful == "another gym holds its progress locked"
        other.close()
        assert store.progress() == {}


def test_where_no_file_can_be_made_the_store_works_in_memory_and_says_why(tmp_path: Path) -> None:
    with open_store(tmp_path / "missing" / "progress.db") as store:
        record(store, REJECTED)
        assert store.forgetful == "the folder missing is not there"
        assert store.progress()[KATA].state is KataState.REJECTED
        assert store.tokens(KATA) == {f"{KATA}#both-count": [TOKEN]}


def test_hints_are_counted_once_each(store: Store) -> None:
    for tier in (1, 2, 1):
        store.show_hint(KATA, tier)
    assert store.hints(KATA) == (1, 2)
    assert store.hints("02-credit-wallet") == ()
    assert (store.progress()[KATA].state, store.progress()[KATA].hints) == (KataState.STARTED, 2)


def test_giving_up_is_remembered_with_its_first_moment_and_outlives_an_acceptance(store: Store) -> None:
    record(store, REJECTED)
    store.give_up(KATA)
    store.give_up(KATA)
    record(store, ACCEPTED)
    progress = store.progress()[KATA]
    assert (progress.state, progress.given_up_at) == (KataState.ACCEPTED, "2026-01-01T00:00:01+00:00")


def test_a_store_of_every_earlier_format_is_brought_up_to_date_and_keeps_what_it_knew(path: Path) -> None:
    for version in range(1, VERSION):
        path.unlink(missing_ok=True)
        old = sqlite3.connect(path)
        for step in STEPS[:version]:
            old.executescript(step)
        old.execute("INSERT INTO katas (kata, state, started_at, touched_at) VALUES (?, 'rejected', 'a', 'b')", (KATA,))
        old.execute(f"PRAGMA user_version = {version}")
        old.commit()
        old.close()
        with open_store(path) as store:
            assert store.progress()[KATA] == KataProgress(KATA, KataState.REJECTED, 0, None, None, "b")
            store.show_hint(KATA, 1)
            assert store.hints(KATA) == (1,)


def test_a_fault_is_gone_when_every_check_that_looks_for_it_accepts_the_last_attempt(store: Store) -> None:
    first, second = passing("first"), failing("second", fault="stale")
    first = replace(first, fault="stale")
    record(store, kata_verdict(first, second, replace(passing("third"), fault="late")))
    assert (store.progress()[KATA].gone, store.progress()[KATA].points) == (frozenset({"late"}), 4)
    record(store, kata_verdict(first, replace(passing("second"), fault="stale"), failing("third", fault="late")))
    assert store.progress()[KATA].gone == frozenset({"stale"})


def test_an_attempt_that_got_no_word_says_nothing_of_faults_points_or_checks(store: Store) -> None:
    record(store, kata_verdict(replace(passing(), fault="stale")))
    record(store, kata_verdict(failing(fault="stale", verdict=Verdict.NOT_JUDGED, token=None)))
    assert (store.progress()[KATA].gone, store.progress()[KATA].points) == (frozenset({"stale"}), 2)
    assert store.results(KATA) == (CheckResult(f"{KATA}#both-count", "stale", "accepted", 2, 2),)
    assert store.results("02-credit-wallet") == ()


def word_on_a_proof(*, accepted: bool) -> ProofVerdict:
    row = Row(Version("near miss", "sleep", {}), Word.CAUGHT if accepted else Word.MISSED)
    return ProofVerdict(KATA, (row,), "" if accepted else "It lets the sleep fix pass.")


def test_when_a_proof_was_first_accepted_is_remembered_and_is_no_attempt(store: Store) -> None:
    store.record_proof(word_on_a_proof(accepted=False), file_hash="f" * 16)
    assert store.progress()[KATA].proved_at is None
    for accepted in (True, True, False):
        store.record_proof(word_on_a_proof(accepted=accepted), file_hash="f" * 16)
    progress = store.progress()[KATA]
    assert progress.proved_at == "2026-01-01T00:00:01+00:00"
    assert (progress.state, progress.attempts, progress.may_see_answer) == (KataState.STARTED, 0, False)
