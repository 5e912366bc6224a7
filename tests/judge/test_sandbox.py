"""The sandbox ladder: what a canary meets in each tier, as root and as an ordinary user, and which tier is taken."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.judge.sandbox import Bare
from gym.judge.sandboxes import Bubble, Locked
from gym.judge.sandboxes import ladder as ladders
from gym.judge.sandboxes.ladder import best_sandbox
from gym.judge.sandboxes.probing import Probe, Try, probe
from tests.judge.tiers import TIERS, WHO, probe_of, probed

ABSENT, REFUSED, FORBIDDEN = "No such file or directory", "Operation not permitted", "Permission denied"
ATTACKS = {
    "read a file": (14, ABSENT, FORBIDDEN),
    "list a folder": (14, ABSENT, FORBIDDEN),
    "list the home folder": (14, ABSENT, FORBIDDEN),
    "list the processes": (14, ABSENT, FORBIDDEN),
    "write a file": (14, ABSENT, FORBIDDEN),
    "change a file's mode": (14, REFUSED, REFUSED),
    "empty a file": (14, REFUSED, REFUSED),
    "remove a file": (14, ABSENT, FORBIDDEN),
    "list the gym's folder": (15, ABSENT, FORBIDDEN),
    "read the gym's code": (15, ABSENT, FORBIDDEN),
    "list the content": (15, ABSENT, FORBIDDEN),
    "read the judge's memory": (16, ABSENT, FORBIDDEN),
    "read the judge's environment": (16, ABSENT, FORBIDDEN),
    "list the judge's descriptors": (16, ABSENT, FORBIDDEN),
    "read /proc/1/environ": (17, ABSENT, FORBIDDEN),
    "read the mounts": (17, ABSENT, FORBIDDEN),
    "signal the judge": (18, REFUSED, REFUSED),
    "signal the judge by a pipe": (18, REFUSED, REFUSED),
    "open the judge as a descriptor": (18, REFUSED, REFUSED),
    "trace the judge": (18, REFUSED, REFUSED),
    "copy the judge's memory": (18, REFUSED, REFUSED),
    "fork": (19, REFUSED, REFUSED),
    "clone": (19, REFUSED, REFUSED),
    "connect by TCP": (26, REFUSED, REFUSED),
    "send by UDP": (26, REFUSED, REFUSED),
    "send by a unix socket": (26, REFUSED, REFUSED),
    "send by an abstract unix socket": (26, REFUSED, REFUSED),
    "open a vsock": (26, REFUSED, REFUSED),
    "make an io_uring": (26, REFUSED, REFUSED),
    "spawn": (27, REFUSED, REFUSED),
    "exec": (27, REFUSED, REFUSED),
}
"""Of each try: its number among the attacks, and what it meets in tier A and in tier B."""

GETS_OUT_OF_F = set(ATTACKS) - {
    # What a system may refuse by itself: its own setting, or a device that it has not.
    "read the judge's memory", "trace the judge", "copy the judge's memory", "open a vsock", "make an io_uring",
    "read /proc/1/environ", "list the home folder", "change a file's mode",
}  # fmt: skip

# -- what the canary meets


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ATTACKS)
def test_no_way_out(name: str, tier: str, who: str) -> None:
    attack, in_a, in_b = ATTACKS[name]
    found = next(each for each in probe_of(tier, who).tries if each.name == name)
    assert found == Try(attack, name, False, {"A": in_a, "B": in_b}[tier])


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("tier", TIERS)
def test_nothing_else_was_tried_and_what_has_to_work_does(tier: str, who: str) -> None:
    found = probe_of(tier, who)
    assert [each.name for each in found.tries] == list(ATTACKS)
    assert (found.escapes, found.why_not, found.holds) == ((), None, True)


def test_where_there_are_limits_alone_the_canary_gets_out() -> None:
    found = probe(Bare())
    assert found.problem is None
    assert GETS_OUT_OF_F - {each.name for each in found.escapes} == set()
    assert found.why_not is not None
    assert found.why_not.startswith("a subject can read a file; a subject can list a folder; a subject can ")


def test_what_came_in_at_our_end_counts_whatever_the_canary_says() -> None:
    heard = {each.name: each.words for each in probe(Bare()).escapes}
    assert [heard[name] for name in ("connect by TCP", "send by UDP", "remove a file")] == ["it was heard"] * 3


# -- the ladder


@pytest.fixture
def fresh_ladder() -> Iterator[None]:
    ladders._climb.cache_clear()
    yield
    ladders._climb.cache_clear()


def test_the_best_tier_that_holds_is_taken_and_tried_once() -> None:
    best = best_sandbox()
    held = [tier for tier in TIERS if probed(tier).holds]
    assert best.tier == (held[0] if held else "F")
    assert best_sandbox() is best


@pytest.mark.usefixtures("fresh_ladder")
def test_without_bubblewrap_the_next_tier_is_taken_and_the_reason_said(monkeypatch: pytest.MonkeyPatch) -> None:
    probe_of("B")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert best_sandbox().sentence == (
        "tier B (Landlock, seccomp and limits); not A: bubblewrap is not installed (there is no bwrap on the path)"
    )


@pytest.mark.usefixtures("fresh_ladder")
def test_where_the_system_allows_no_namespaces_bubblewraps_own_words_are_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    probe_of("B")
    refused = tmp_path / "bwrap"
    refused.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    refused.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(refused))
    assert best_sandbox().sentence == (
        "tier B (Landlock, seccomp and limits); not A: the sandbox of tier A did not come up: "
        "bwrap: No permissions to create new namespace"
    )


@pytest.mark.usefixtures("fresh_ladder")
def test_a_tier_that_lets_something_out_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(sandbox: Bubble | Locked) -> Probe:
        return Probe(sandbox.tier, (Try(19, "fork", sandbox.tier == "A", ""), Try(0, "import", False, "gone")))

    monkeypatch.setattr(ladders, "probe", leaky)
    best = best_sandbox()
    assert best.sandbox == Bare()
    assert best.sentence == (
        "tier F (limits on CPU and memory alone); not A: a subject can fork; it does not let a subject import (gone); "
        "not B: it does not let a subject import (gone)"
    )
