"""The tiers that this machine has, each probed once: by this user, and by nobody."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gym.judge.sandboxes import Bubble, Locked
from gym.judge.sandboxes.probing import Probe, Try, probe

TIERS = {"A": Bubble, "B": Locked}
ROOT = Path(__file__).parents[2]
NOBODY = 65534

_PROBE_HERE = """
import dataclasses, json, sys
from gym.judge.sandboxes import Bubble, Locked
from gym.judge.sandboxes.probing import probe
told = probe({"A": Bubble, "B": Locked}[sys.argv[1]]())
print(json.dumps(dataclasses.asdict(told)))
"""


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
