"""How many pieces of each kind there are, and that each buggy listing of the texts is a drill."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from gym.curriculum.kata import CONTROL_FAULTS, SHAPES
from gym.curriculum.place import content_place
from gym.lessons.drills import Drill, read_drill
from gym.lessons.piece import pieces_in
from gym.lessons.spotting import spot, spotting_of_drill

PATHS = pieces_in(content_place().exercises / "_drills")
DRILLS = {drill.slug: drill for drill in map(read_drill, PATHS)}

CONTROL = "Controlling Concurrency"
RACES = "Race Conditions"
PATTERNS = "Advanced async patterns"
LESSON = "Concurrency and cancellation"


class Fault(NamedTuple):
    """A fault that a text shows, where it does, and the drill that carries it over."""

    text: str
    place: str
    what: str
    drill: str


LISTINGS = (
    Fault(CONTROL, "part 1", "a mail to each of 20,000 users at once", "digest-to-everybody"),
    Fault(CONTROL, "part 2, spot the bug", "a pool that goes on after its first failure", "backfill-that-goes-on"),
    Fault(CONTROL, "part 3, spot the bug", "a permit that an error keeps", "image-slots"),
    Fault(CONTROL, "part 4, spot the bug", "a failed load that stays in the cache", "profiles-that-stay-broken"),
    Fault(CONTROL, "part 6, spot the bug", "a retry helper with four faults and more", "charge-retry"),
    Fault(CONTROL, "part 9, spot the bug", "a timeout that leaves the work running", "story-timeout"),
    Fault(CONTROL, "part 10, spot the bug", "a debounce made anew at each key", "search-debounce"),
    Fault(RACES, "part 2", "a charge that reads, decides and writes", "wallet-charge"),
    Fault(RACES, "3.1", "the answer that arrives last is shown", "late-suggestion"),
    Fault(RACES, "3.2", "find a customer, or else create one", "customer-made-twice"),
    Fault(RACES, "3.3", "a total that is read, added to and written", "token-usage"),
    Fault(RACES, "3.5", "a client that is built on first use", "lazy-client"),
    Fault(RACES, "3.6", "a click that adds to a number from before", "bought-credits"),
    Fault(RACES, "part 5", "a coupon redeemed in five statements", "coupon"),
    Fault(RACES, "part 6", "the charge again, as the subject of a test", "wallet-charge"),
    Fault(RACES, "drill 1", "four paths that refund", "one-refund"),
    Fault(RACES, "drill 2", "a panel that shows another customer", "customer-panel"),
    Fault(RACES, "drill 3", "six refreshes with one refresh token", "widget-tokens"),
    Fault(RACES, "drill 4", "a daily quota that is read and written", "daily-quota"),
    Fault(PATTERNS, "unbounded Promise.all", "a request for each address at once", "limit-after-start"),
    Fault(PATTERNS, "exercise 3", "a close that wakes only one side", "closed-channel"),
    Fault(LESSON, "problem.js", "995 of 1,000 mails refused", "newsletter-refused"),
    Fault(LESSON, "stale-search.js", "a heading and a list of two queries", "torn-screen"),
    Fault(LESSON, "wallet.js", "a balance copied before a slow check", "two-withdrawals"),
)
"""Code in the texts that has a fault, in the order of the texts."""

TOLD = (
    Fault(CONTROL, "part 3", "a release that counts up before it wakes", "hasty-semaphore"),
    Fault(CONTROL, "part 4", "300 requests that miss one key", "summary-stampede"),
    Fault(CONTROL, "part 6", "three layers of four attempts", "retries-of-retries"),
    Fault(CONTROL, "part 8, bug 1", "refused calls that restart the cooldown", "breaker-under-traffic"),
    Fault(CONTROL, "part 8, bug 2", "200 calls through a half-open breaker", "breaker-herd"),
    Fault(RACES, "3.3", "a document saved by two editors", "settings-saved-twice"),
    Fault(RACES, "3.4", "one order that arrives twice", "double-tap"),
    Fault(RACES, "3.6", "a component that acts after its end", "toast-after-close"),
    Fault(RACES, "3.7", "events out of order", "subscription-status"),
    Fault(RACES, "3.7", "an event lost to a crash between mark and effect", "event-marked-first"),
    Fault(RACES, "3.8", "a lock in the memory of one instance", "lock-of-one-instance"),
    Fault(RACES, "3.8", "a transaction around a model's answer", "model-call-in-a-transaction"),
    Fault(RACES, "part 7", "a repeat that is charged without a ledger row", "ledger-that-ignores"),
    Fault(PATTERNS, "pitfalls", "a limit behind the start of the work", "limit-after-start"),
    Fault(PATTERNS, "pitfalls", "a wake-up that is taken for a promise", "woken-too-late"),
    Fault(PATTERNS, "pitfalls", "a release that an error skips", "image-slots"),
    Fault(PATTERNS, "pitfalls", "a retry of everything", "charge-retry"),
    Fault(LESSON, "duplicate work", "50 requests for one price", "summary-stampede"),
)
"""Faults that the texts tell in words or step by step, without the faulty code.

Two listings of the lesson are slow or grow and have no race: batches (kata 07 measures them) and a lock for each account
that is never removed (kata 10, keyed-lock, counts them).
"""


def from_source(source: str) -> set[str]:
    return {drill.slug for drill in DRILLS.values() if drill.source == source}


def test_each_buggy_listing_of_the_texts_is_a_drill() -> None:
    assert {fault.drill for fault in (*LISTINGS, *TOLD)} == from_source("texts")
    assert len({(fault.text, fault.place) for fault in LISTINGS}) == len(LISTINGS) == 24
    assert len({fault.drill for fault in LISTINGS}) == 23


def test_there_are_as_many_drills_again_from_asyncios_own_traps() -> None:
    assert len(from_source("texts")) >= 37
    assert len(from_source("asyncio")) >= len(LISTINGS)
    assert len(DRILLS) == len(PATHS) == len(from_source("texts")) + len(from_source("asyncio"))


def test_each_shape_is_the_main_one_of_a_drill() -> None:
    assert {*SHAPES, *CONTROL_FAULTS} - {drill.shapes[0] for drill in DRILLS.values()} == set()


def test_no_two_drills_share_a_title_or_a_listing() -> None:
    assert len({drill.title for drill in DRILLS.values()}) == len(DRILLS)
    assert len({drill.listing for drill in DRILLS.values()}) == len(DRILLS)


@pytest.mark.parametrize("drill", DRILLS.values(), ids=lambda drill: drill.slug)
def test_a_drills_own_marks_and_shape_answer_it(drill: Drill) -> None:
    found = spot(spotting_of_drill(drill), {"mark": [mark.line for mark in drill.marks]}, drill.shapes[:1])
    assert found.all_right and found.score == 1.0
    tempting = spot(spotting_of_drill(drill), {"mark": [mark.line for mark in drill.harmless]}, drill.shapes[:1])
    assert [mark.line for mark in tempting.groups["mark"].right] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_drill_is_short_and_says_its_limit_and_what_to_say(path: Path) -> None:
    drill = DRILLS[path.stem]
    assert 8 <= len(drill.listing.splitlines()) <= 35
    assert 1 <= len(drill.marks) <= 4
    assert drill.say_it.startswith('> "') and drill.say_it.endswith('"')
    assert {"limit:", "limits:"} & set(drill.fixing.split())
