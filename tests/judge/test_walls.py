"""Judging behind walls is judging without them: the same verdicts, the same ends, and what is our fault is said to be."""

from __future__ import annotations

import functools
import select
import shutil

import pytest

from gym.curriculum import find_kata
from gym.errors import JudgeError
from gym.judge import Attempt, Judge, JudgeOptions, KataVerdict, Verdict
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.sandboxes import AnySandbox, Bubble, Locked
from gym.judge.worker import decode_sandbox, encode_sandbox
from gym.race.failure import SubjectStopped
from tests.judge.tiers import TIERS, sandbox_of
from tests.subject.asking import Asker

# -- judging stays the same


@functools.cache
def judged(tier: str, kata_id: str, *, reference: bool) -> KataVerdict:
    sandbox = Bare() if tier == "F" else sandbox_of(tier)
    kata = find_kata(kata_id)
    files = kata.reference.files if reference else {name: kata.folder / name for name in kata.files}
    with Judge(sandbox, helpers=0) as judge:
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


@pytest.mark.parametrize("tier", TIERS)
def test_helpers_keep_their_subjects_behind_the_same_walls(tier: str) -> None:
    kata = find_kata("00")
    starter = Attempt.from_paths({name: kata.folder / name for name in kata.files})
    with Judge(sandbox_of(tier), helpers=1) as judge:
        assert judge.judge(kata, starter, JudgeOptions(budget=60)).checks == judged("F", "00", reference=False).checks


@pytest.mark.parametrize(
    "sandbox", [Bubble("/python", (3, 12)), Locked("/python", (3, 12)), Bare("/python", version=(3, 12))]
)
def test_a_sandbox_travels_to_a_helper_and_is_the_same_there(sandbox: AnySandbox) -> None:
    there = decode_sandbox(encode_sandbox(sandbox))
    assert (type(there), there.python, there.version, there.tier) == (
        type(sandbox),
        "/python",
        (3, 12),
        sandbox.tier,
    )


# -- what a subject sees

LOOKS = """
import os, sys

def environment():
    return dict(os.environ)

def descriptors():
    return [oct(os.fstat(fd).st_mode) for fd in range(256) if is_open(fd)]

def is_open(fd):
    try:
        return bool(os.fstat(fd))
    except OSError:
        return False

def modules():
    return sorted(sys.modules)

def place():
    return [os.getcwd(), os.listdir("/subject") == os.listdir("."), *sys.argv, sys.prefix, os.uname().nodename, os.getuid()]

def root():
    return sorted(os.listdir("/"))

def foreign():
    return [list_it(found) for path in sys.path for found in [path + "/site-packages"] if os.path.isdir(found)]

def list_it(path):
    try:
        return os.listdir(path)
    except OSError as error:
        return error.strerror
"""


@functools.cache
def seen(tier: str, name: str) -> object:
    with Asker() as asker:
        asker.puppet = Puppet(Bare() if tier == "F" else sandbox_of(tier))
        asker.load(LOOKS)
        return asker.call(name)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ["environment", "descriptors", "modules"])
def test_the_environment_the_descriptors_and_the_modules_are_those_without_walls(tier: str, name: str) -> None:
    assert seen(tier, name) == seen("F", name)


def test_in_tier_a_no_path_or_name_is_the_machines_own() -> None:
    assert seen("A", "place") == ["/subject", True, "/subject/boot.py", "/python", "subject", 65534]
    assert set(seen("A", "root")) <= {"dev", "lib", "lib64", "python", "subject", "tmp", "usr"}


def test_libraries_that_are_installed_for_the_interpreter_are_out_of_reach() -> None:
    bare = seen("F", "foreign")
    assert isinstance(bare, list)
    assert seen("A", "foreign") == [[] for _ in bare]
    assert seen("B", "foreign") == ["Permission denied" for _ in bare]


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
    "a native library": ("import ctypes\n", 20, ("blocked", "loads a native library", 2)),
    "leaving": (
        "import posix\nposix._exit(3)\n",
        20,
        ("crashed", "the process of your code ended with status 3 in mid-check", None),
    ),
}
"""Of each: what the module does after its first line, seconds that the judge waits, and the end: kind, words and line."""


def end_of(sandbox: AnySandbox, source: str, wait_s: float) -> tuple[str, str, int | None]:
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
