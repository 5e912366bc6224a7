"""The commands on the real judge and a real kata, end to end."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from gym.cli.app import run
from gym.cli.session import Session

KATA = "02-credit-wallet"


def gym(cwd: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and what was written."""
    out = io.StringIO()
    status = run(arguments, Session(cwd, io.StringIO(), out, io.StringIO()))
    return status, out.getvalue()


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the starter as it is handed out."""
    root = tmp_path_factory.mktemp("workspace")
    assert gym(root, "init")[0] == 0
    assert gym(root, "start", "02")[0] == 0
    return root


@pytest.fixture(scope="module")
def rejected(workspace: Path) -> dict[str, object]:
    """The verdict on the starter."""
    status, out = gym(workspace, "check", "02", "--json")
    assert status == 1
    return json.loads(out)  # type: ignore[no-any-return]


def failing_checks(verdict: dict[str, object]) -> list[dict[str, str]]:
    checks = verdict["checks"]
    assert isinstance(checks, list)
    return [check for check in checks if check["verdict"] != "accepted"]


def test_the_starter_is_rejected_and_every_failing_check_has_a_token(rejected: dict[str, object]) -> None:
    assert rejected["verdict"] == "rejected"
    assert failing_checks(rejected) != []
    assert [check["id"] for check in failing_checks(rejected) if check["token"] is None] == []


def test_every_token_replays_to_the_same_word_and_message(workspace: Path, rejected: dict[str, object]) -> None:
    for check in failing_checks(rejected):
        status, out = gym(workspace, "replay", check["token"], "--json")
        replayed = json.loads(out)
        assert status == 1
        assert (replayed["check"]["verdict"], replayed["check"]["message"]) == (check["verdict"], check["message"])
        assert replayed["trace"]["steps"] != []


def test_the_list_knows_of_the_rejection(workspace: Path, rejected: dict[str, object]) -> None:
    (kata,) = [kata for kata in json.loads(gym(workspace, "list", "--json")[1])["katas"] if kata["id"] == KATA]
    assert (kata["state"], kata["attempts"], kata["best"]) == ("rejected", 1, rejected["points"])


def test_a_second_check_finds_the_same_failures(workspace: Path, rejected: dict[str, object]) -> None:
    again = json.loads(gym(workspace, "check", "02", "--json")[1])
    assert [check["id"] for check in failing_checks(again)] == [check["id"] for check in failing_checks(rejected)]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"def broken(:\n", "wallet.py:1 is not valid Python: invalid syntax"),
        (b"x = '\xff'\n", "wallet.py:1 is not UTF-8 text; save it as UTF-8"),
        (b"\x7fELF\0\0", "wallet.py is not a text file: it holds a zero byte"),
    ],
)
def test_a_file_that_cannot_run_gets_one_sentence(workspace: Path, content: bytes, sentence: str) -> None:
    broken = workspace / "broken.py"
    broken.write_bytes(content)
    status, out = gym(workspace, "check", "02", "--file", "broken.py")
    assert status == 1
    assert out.splitlines()[-1] == sentence


def test_one_check_is_judged_alone_by_its_name(workspace: Path) -> None:
    status, out = gym(workspace, "check", "02", "--only", "overspend", "--json")
    assert status == 1
    assert [check["id"] for check in json.loads(out)["checks"]] == [f"{KATA}#overspend"]
