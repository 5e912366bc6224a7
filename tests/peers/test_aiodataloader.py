"""The batch loaders of kata 10 pass aiodataloader's own tests, in the place of aiodataloader.

The test file is that of the source distribution, unchanged. loaders/aiodataloader.py gives it the names that it asks for,
and fails each test that does not reach our loader.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from tests.peers.libraries import AIODATALOADER, folders_of
from tests.peers.measures import Measure
from tests.peers.subjects import right_versions, wrong_versions

KATA = find_kata("10-polyfill-kata/batch-loader")
RIGHT, WRONG = right_versions(KATA), wrong_versions(KATA)
SHIM = Path(__file__).with_name("loaders")
FILE = "test_aiodataloader.py"

LEFT_OUT = {
    **dict.fromkeys(
        (
            "test_does_not_attempt_to_set_future_with_result",
            "test_does_not_attempt_to_set_future_with_exception",
            "test_does_not_attempt_to_set_done_future_in_failed_dispatch",
        ),
        "settles the future of a load from outside; ours gives none away, its `load` is awaited",
    ),
    **dict.fromkeys(
        ("test_caches_failed_fetches_2", "test_dataloader_clear_with_missing_key_works"),
        "asks the cache alone, and ours has none",
    ),
    "test_load_no_key": "asks what Python does with a missing argument",
    "test_load_none": "refuses None as a key; to ours it is one as any other",
}


def outcomes(subject: Path) -> dict[str, str]:
    """By test, "passed", "failed" or "error", with that file's BatchLoader."""
    (library,) = folders_of(AIODATALOADER)
    environ = {
        **os.environ,
        "PYTHONPATH": str(SHIM),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PEER_SUBJECT": str(subject),
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "aiodataloader",
        "-p",
        "pytest_asyncio.plugin",
        "-p",
        "no:cacheprovider",
    ]
    command += ["-rA", "--tb=line", "--color=no", "-W", "error", FILE]
    command += [option for name in LEFT_OUT for option in ("--deselect", f"{FILE}::{name}")]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(library / FILE, folder)
        (Path(folder) / "pytest.ini").write_text("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
        try:
            done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=60)
        except subprocess.TimeoutExpired as late:
            pytest.fail(f"aiodataloader's tests do not end with {subject.name}: {late.stdout!r}")
    found = re.findall(rf"^(PASSED|FAILED|ERROR) {FILE}::(\S+)", done.stdout, re.MULTILINE)
    assert found, done.stdout + done.stderr
    return {name: word.lower() for word, name in found}


@pytest.mark.parametrize("name", RIGHT)
def test_our_loaders_pass_aiodataloader_s_own_tests(name: str) -> None:
    found = outcomes(RIGHT[name])
    assert [test for test, word in found.items() if word != "passed"] == []
    assert (len(found), len(LEFT_OUT)) == (18, 7)


@pytest.mark.parametrize(
    ("version", "seen_by"),
    [
        (
            "starter",
            ["test_does_not_attempt_to_set_cancelled_future", "test_catches_error_if_loader_resolver_fails"],
        ),
        ("first-caller-fetches", ["test_does_not_attempt_to_set_cancelled_future"]),
        ("every-load-a-key", ["test_coalesces_identical_requests"]),
        ("one-error-for-all", ["test_can_represent_failures_and_successes_simultaneously"]),
        (
            "error-as-a-value",
            [
                "test_resolves_to_error_to_indicate_failure",
                "test_can_represent_failures_and_successes_simultaneously",
                "test_caches_failed_fetches",
            ],
        ),
        # What no test of theirs asks: a cut after deduplication, one who leaves beside another, a wrong number of values.
        ("cut-before-it-is-counted", []),
        ("one-future-for-a-key", []),
        ("zipped-to-the-shorter", []),
    ],
)
def test_wrong_versions_are_seen(version: str, seen_by: list[str]) -> None:
    assert [test for test, word in outcomes(WRONG[version]).items() if word != "passed"] == seen_by


MEASURES = (Measure("aiodataloader's own tests", "0.4.3", KATA.id, lambda: outcomes(RIGHT["solution"]), LEFT_OUT),)
