"""Making a workspace, finding it, and handing out a kata's files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gym.curriculum import Kata, find_kata
from gym.errors import UsageError
from gym.progress import Started, Workspace
from tests.support.content import small_catalogue


@pytest.fixture
def kata(tmp_path: Path) -> Kata:
    return small_catalogue(tmp_path / "content", "07-counter").find("07")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.make(tmp_path / "mine")


def test_a_workspace_is_found_from_any_folder_in_it(workspace: Workspace) -> None:
    deep = workspace.root / "07-counter" / "notes"
    deep.mkdir(parents=True)
    assert Workspace.find(deep) == workspace
    assert Workspace.find(workspace.root.parent) is None


def test_a_kata_s_visible_tests_run_without_a_warning(tmp_path: Path) -> None:
    folder = Workspace.make(tmp_path / "mine").start(find_kata("00")).folder
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider"]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\.{4} +\[100%\]\n4 passed in [\d.]+s\n", done.stdout), done.stdout


@pytest.mark.parametrize("name", ["pytest.ini", "pyproject.toml"])
def test_a_project_s_own_settings_for_pytest_stay_in_force(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("# mine\n")
    Workspace.make(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gym", name]
    assert (tmp_path / name).read_text() == "# mine\n"


def test_making_a_workspace_twice_changes_nothing(workspace: Workspace) -> None:
    assert Workspace.make(workspace.root) == workspace


def test_a_workspace_inside_another_is_refused(workspace: Workspace) -> None:
    with pytest.raises(UsageError, match=r"lies inside the workspace .*mine; make a new one beside it"):
        Workspace.make(workspace.root / "inner")


@pytest.mark.parametrize("below", ["", "/sub"])
def test_a_file_cannot_become_a_workspace(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"file.*; a workspace needs a folder"):
        Workspace.make(Path(f"{tmp_path}/file{below}"))


def test_starting_a_kata_hands_out_its_files(workspace: Workspace, kata: Kata) -> None:
    folder = workspace.root / "07-counter"
    assert workspace.start(kata) == Started(folder, kata.handed_out, ())
    assert sorted(path.name for path in folder.iterdir()) == [
        "brief.md",
        "counter.py",
        "ports.py",
        "test_counter.py",
    ]
    assert (folder / "counter.py").read_text() == "count = 0\n"


def test_starting_again_leaves_the_learner_s_files_and_brings_back_what_is_gone(workspace: Workspace, kata: Kata) -> None:
    folder = workspace.start(kata).folder
    (folder / "counter.py").write_text("mine")
    (folder / "brief.md").unlink()
    assert workspace.start(kata) == Started(folder, ("brief.md",), ("counter.py", "ports.py", "test_counter.py"))
    assert (folder / "counter.py").read_text() == "mine"


def test_a_link_of_the_learner_s_is_not_written_through(workspace: Workspace, kata: Kata, tmp_path: Path) -> None:
    folder = workspace.root / "07-counter"
    folder.mkdir()
    (folder / "counter.py").symlink_to(tmp_path / "elsewhere.py")
    assert workspace.start(kata).left == ("counter.py",)
    assert not (tmp_path / "elsewhere.py").exists()


def test_a_file_in_the_kata_s_place_is_refused(workspace: Workspace, kata: Kata) -> None:
    (workspace.root / "07-counter").write_text("")
    with pytest.raises(UsageError, match=r"07-counter: cannot write the kata's files here \(file exists\)"):
        workspace.start(kata)
