"""The shell completes commands, and the katas where one is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gym.cli.completion import kata_ids, own_katas, snapshot_words
from gym.curriculum import Catalogue, content_place
from gym.curriculum.pack import make_pack
from gym.errors import ContentError
from gym.progress import Workspace
from gym.progress.packs import remember_pack
from tests.support.content import write_kata

IDS = Catalogue(content_place()).ids()
COMMANDS = ["list", "start", "check", "watch", "open", "hint", "explain", "solution", "reset", "snapshots"]


def completed(line: str, cwd: Path, shell: str = "bash") -> list[str]:
    """What the shell is told when TAB is pressed at the end of the line."""
    asked = {"bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}}
    environ = {**os.environ, **asked.get(shell, {"_TYPER_COMPLETE_ARGS": line}), "_GYM_COMPLETE": f"complete_{shell}"}
    environ |= {"_TYPER_COMPLETE_FISH_ACTION": "get-args"} if shell == "fish" else {}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from gym.cli import main; sys.exit(main())"],
        cwd=cwd, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_about_a_kata_completes_its_id(tmp_path: Path, command: str) -> None:
    assert completed(f"gym {command} 02", tmp_path) == ["02-credit-wallet"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_in_its_own_way(tmp_path: Path, shell: str) -> None:
    assert "02-credit-wallet" in " ".join(completed("gym check 02", tmp_path, shell))


def test_commands_are_completed(tmp_path: Path) -> None:
    assert completed("gym re", tmp_path) == ["replay", "reset", "review"]


def test_without_a_beginning_all_are_offered_and_with_a_wrong_one_none() -> None:
    assert kata_ids("") == list(IDS)
    assert kata_ids("99") == []
    assert kata_ids("02-CRE") == ["02-credit-wallet"]
    assert snapshot_words("") == [*IDS, "list", "show", "restore"]
    assert snapshot_words("re") == ["restore"]


def test_a_pack_s_katas_are_offered_inside_it_to_its_author_and_in_a_workspace_that_knows_it_to_learners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = make_pack(tmp_path / "acme")
    write_kata(pack.place, "07-queue")
    workspace = Workspace.make(tmp_path / "work")
    assert remember_pack(workspace, pack) is None
    assert completed("gym author check 0", pack.folder) == ["07-queue"]
    assert completed("gym author preview 02", tmp_path) == ["02-credit-wallet"]
    monkeypatch.chdir(workspace.root)
    assert kata_ids("") == [*IDS, "acme:07-queue"]
    (pack.folder / "pack.toml").write_text("?")
    assert kata_ids("") == list(IDS)
    monkeypatch.chdir(pack.folder)
    assert own_katas("") == []


def test_where_there_is_no_content_nothing_is_offered_and_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise ContentError("this installation of the gym has no content")

    monkeypatch.setattr("gym.curriculum.content_place", nothing)
    assert kata_ids("") == []
