"""What is installed is what is tracked."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOVED = {
    "exercises/": "gym/_content/exercises/",
    "solutions/": "gym/_content/solutions/",
    "tests/races/": "gym/_content/races/",
}


def tracked(*folders: str) -> set[str]:
    """Tracked files below the folders. Skips where this is no git checkout."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return {name for name in listed.stdout.split("\0") if name}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_wheel_holds_the_tracked_package_and_content_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    expected = set()
    for name in tracked("gym", *MOVED):
        folder = next((folder for folder in MOVED if name.startswith(folder)), "")
        expected.add(MOVED.get(folder, "") + name.removeprefix(folder))
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == expected


def test_the_wheel_holds_contents_byte_for_byte(wheel: zipfile.ZipFile) -> None:
    for name in tracked("exercises", "solutions"):
        assert wheel.read(f"gym/_content/{name}") == (ROOT / name).read_bytes(), name


def test_the_installed_content_can_be_read(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = "import gym.curriculum as c; print(c.content_place().races, *(kata.id for kata in c.all_katas()))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    races, *katas = done.stdout.split()
    assert races == str(tmp_path / "gym" / "_content" / "races")
    there = [*ROOT.glob("exercises/[0-9]*/exercise.toml"), *ROOT.glob("exercises/[0-9]*/*/exercise.toml")]
    assert sorted(katas) == sorted(path.parent.relative_to(ROOT / "exercises").as_posix() for path in there)


def test_the_wheel_s_command_plugin_and_licence(wheel: zipfile.ZipFile) -> None:
    (metadata,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
    text = wheel.read(metadata).decode()
    assert "Name: asyncio-race-gym\n" in text
    assert "Requires-Python: >=3.11\n" in text
    assert [name for name in wheel.namelist() if name.endswith("licenses/LICENSE")] != []
    (entry_points,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "gym = gym.cli:main" in wheel.read(entry_points).decode()
    assert "[pytest11]\ngym = gym.plugin\n" in wheel.read(entry_points).decode()
