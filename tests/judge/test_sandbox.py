"""The sandbox ladder: what a canary meets in each tier, as root and as an ordinary user, and that judging stays the same."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.errors import JudgeError
from gym.judge import Attempt, Judge, JudgeOptions, KataVerdict, Verdict
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.sandboxes import Bubble, Locked, Probe, Try, best_sandbox, probe
from gym.judge.sandboxes import ladder as ladders
from gym.race.failure import SubjectStopped

TIERS = {"A": Bubble, "B": Locked}
ROOT = Path(__file__).parents[2]
NOBODY = 65534

ABSENT, REFUSED, FORBIDDEN = "No such file or directory", "Operation not permitted", "Permission denied"
ATTACKS = {
    "read a file": (14, ABSENT, FORBIDDEN),
    "list a folder": (14, ABSENT, FORBIDDEN),
    "list the home folder": (14, ABSENT, FORBIDDEN),
    "list the processes": (14, ABSENT, FORBIDDEN),
    "write a file": (14, ABSENT, FORBIDDEN),
    "change a file's mode": (14, REFUSED, REFUSED),
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

_PROBE_HERE = """
import dataclasses, json, sys
from gym.judge.sandboxes import Bubble, Locked, probe
told = probe({"A": Bubble, "B": Locked}[sys.argv[1]]())
print(json.dumps(dataclasses.asdict(told)))
"""

# -- probes, each made once


@functools.cache
def probed(tier: str) -> Probe:
    return probe(TIERS[tier]())


@functools.cache
def interpreter_of_nobody() -> str | None:
    """One that nobody may run, whose release is ours: the libraries of this one are lent to it."""
    for python in dict.fromkeys([os.path.realpath(sys.executable), "/usr/bin/python3", "/usr/local/bin/python3"]):
        try:
            done = as_nobody(python, "import sys, msgspec, gym; print(*sys.version_info[:2])")
        except OSError:
            continue
        if done.stdout.split() == [str(part) for part in sys.version_info[:2]]:
            return python
    return None


def as_nobody(python: str, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    found = importlib.util.find_spec("msgspec")
    assert found is not None and found.origin is not None
    path = os.pathsep.join([str(ROOT), str(Path(found.origin).parents[1])])
    return subprocess.run(
        [python, "-S", "-B", "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd="/",
        env={"PYTHONPATH": path, "PATH": os.environ.get("PATH", ""), "HOME": str(ROOT)},
    )


@functools.cache
def probed_as_nobody(tier: str) -> Probe:
    if os.getuid() != 0:
        pytest.skip("only root can become another user; the tests beside this one ran as an ordinary user")
    python = interpreter_of_nobody()
    if python is None:
        pytest.skip("no interpreter of this release that nobody may run")
    done = as_nobody(python, _PROBE_HERE, tier)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return Probe(told["tier"], tuple(Try(**each) for each in told["tries"]), told["problem"])


WHO: dict[str, Callable[[str], Probe]] = {"this user": probed, "nobody": probed_as_nobody}


def probe_of(tier: str, who: str = "this user") -> Probe:
    """Skips, with the reason, where the tier is not to be had at all; what lets something out is no reason."""
    found = WHO[who](tier)
    if found.problem is not None:
        pytest.skip(f"TIER {tier} WAS NOT TESTED as {who}: {found.problem}")
    return found


def sandbox_of(tier: str) -> Bubble | Locked:
    probe_of(tier)
    return TIERS[tier]()


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
    assert [heard[name] for name in ("connect by TCP", "send by UDP", "write a file")] == ["it was heard"] * 3


# -- judging stays the same


@functools.cache
def judged(tier: str, kata_id: str, *, reference: bool) -> KataVerdict:
    sandbox = Bare() if tier == "F" else sandbox_of(tier)
    kata = find_kata(kata_id)
    files = kata.reference.files if reference else {name: kata.folder / name for name in kata.files}
    with Judge(sandbox, helpers=0) as judge:  # type: ignore[arg-type]
        return judge.judge(kata, Attempt.from_paths(files), JudgeOptions(budget=60))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("kata_id", ["00", "02"])
def test_the_reference_is_accepted_as_without_walls(tier: str, kata_id: str) -> None:
    found, bare = judged(tier, kata_id, reference=True), judged("F", kata_id, reference=True)
    assert found.verdict is Verdict.ACCEPTED
    assert found.checks == bare.checks


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("kata_id", ["00", "02"])
def test_the_starter_is_rejected_with_the_same_tokens_as_without_walls(tier: str, kata_id: str) -> None:
    found, bare = judged(tier, kata_id, reference=False), judged("F", kata_id, reference=False)
    assert found.verdict is Verdict.REJECTED
    assert [check.token for check in found.checks] == [check.token for check in bare.checks]
    assert found.checks == bare.checks


# -- how a subject ends

ENDS = {
    "an endless loop": ("while True:\n    pass\n", 20, ("runaway", "an endless loop: it computes and never comes back", 2)),
    "an endless loop in C": (
        "import itertools\nsum(itertools.repeat(0))\n",
        20,
        ("runaway", "an endless loop: it computes and never comes back", 3),
    ),
    "silence": ("import signal\nsignal.pause()\nsignal.pause()\n", 3, ("runaway", "nothing came back within 3 s", 3)),
    "a fault in C": (
        "import faulthandler\nfaulthandler._sigsegv()\n",
        20,
        ("crashed", "the process of your code was ended by SIGSEGV in mid-check", None),
    ),
    "leaving": (
        "import posix\nposix._exit(3)\n",
        20,
        ("crashed", "the process of your code ended with status 3 in mid-check", None),
    ),
}
"""Of each: what the module does after its first line, seconds that the judge waits, and the end: kind, words and line."""


def end_of(sandbox: Bubble | Locked | Bare, source: str, wait_s: float) -> tuple[str, str, int | None]:
    puppet = Puppet(sandbox, wait_s)
    try:
        assert puppet.load({"subject.py": "def work(): ...\n" + source}, "subject") is None
        with pytest.raises(SubjectStopped) as stopped:
            puppet.begin({"cpu_s": 0.1}, [["process", "p"], ["name", "p", -1, "work"]], lambda sync: (True, None))
        return stopped.value.kind, stopped.value.message, stopped.value.place and stopped.value.place[1]
    finally:
        puppet.close()


@pytest.mark.parametrize("tier", ["F", *TIERS])
@pytest.mark.parametrize("name", ENDS)
def test_a_subject_ends_as_without_walls(tier: str, name: str) -> None:
    source, wait_s, end = ENDS[name]
    assert end_of(Bare() if tier == "F" else sandbox_of(tier), source, wait_s) == end


@pytest.mark.parametrize("tier", TIERS)
def test_a_subject_that_is_stopped_at_once_is_gone_with_all_of_its_processes(tier: str) -> None:
    sandbox = sandbox_of(tier)
    for _ in range(20):  # most of them while their walls are being built
        with sandbox.start() as process:
            assert process.stdout is not None
            process.kill()
            assert process.wait() == -9
            ended, _, _ = select.select([process.stdout], [], [], 10)
            assert ended, "somebody still holds its pipe"
            assert process.stdout.read() == b""


# -- what is our fault


@pytest.mark.parametrize("tier", TIERS)
def test_walls_that_do_not_come_up_are_our_fault(tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = sandbox_of(tier)
    place = {"A": "bubble", "B": "locked"}[tier]
    monkeypatch.setattr(f"gym.judge.sandboxes.{place}.plan", lambda *told: "{}")
    puppet = Puppet(sandbox)
    try:
        with pytest.raises(JudgeError, match=f"^the sandbox of tier {tier} did not come up: KeyError: 'readable'$"):
            puppet.load({"subject.py": ""}, "subject")
    finally:
        puppet.close()


@pytest.mark.parametrize("sandbox", [Bubble("/nowhere/python"), Locked("/nowhere/python")])
def test_an_interpreter_that_is_not_there_is_our_fault(sandbox: Bubble | Locked) -> None:
    if isinstance(sandbox, Bubble) and shutil.which("bwrap") is None:
        pytest.skip("TIER A WAS NOT TESTED: there is no bwrap")
    with pytest.raises(JudgeError, match=r"^/nowhere/python cannot be asked for its files: "):
        sandbox.start()


# -- the ladder


@pytest.fixture
def fresh_ladder() -> object:
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
