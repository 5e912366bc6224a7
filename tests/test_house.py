"""The house rules, as tests: whoever runs the tests runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "-m", "ruff", "check", "--no-cache", "."],
        [sys.executable, "-m", "ruff", "format", "--no-cache", "--check", "."],
        [sys.executable, "-m", "mypy"],
        [str(SCRIPTS / "lint-imports"), "--no-cache"],
    ],
    ids=["ruff", "format", "mypy", "lint-imports"],
)
def test_the_tool_has_nothing_to_say(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail("\n".join((done.stdout + done.stderr).splitlines()[-30:]), pytrace=False)


def test_the_same_command_runs_the_tests_here_and_in_the_readme() -> None:
    readme = ROOT / "README.md"
    if not readme.exists():
        pytest.skip("there is no README yet")
    (line,) = [line for line in (ROOT / ".ci/run").read_text().splitlines() if line.startswith("readme_test=")]
    assert line.removeprefix('readme_test="').removesuffix('"') in readme.read_text()


def in_a_fresh_interpreter(code: str) -> str:
    """What the code prints when nothing else was imported."""
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_version_is_printed_without_loading_anything_dear() -> None:
    code = (
        "import sys; sys.argv = ['gym', '--version']; before = set(sys.modules)\n"
        "from gym.cli import main; main()\n"
        "print(sorted(name for name in set(sys.modules) - before if not name.startswith('gym')))"
    )
    assert in_a_fresh_interpreter(code).splitlines()[1] == "['__future__']"


@pytest.mark.parametrize("module", ["gym.curriculum", "gym.progress"])
def test_listing_katas_loads_no_judge(module: str) -> None:
    loaded = in_a_fresh_interpreter(f"import sys, {module}; print(*sorted(sys.modules))").split()
    assert not {"gym.judge", "gym.race", "asyncio", "rich", "typer", "watchfiles"} & set(loaded)


def test_the_engine_has_no_randomness_but_what_it_is_given_a_seed_for() -> None:
    """An import contract cannot tell the seeded class from the module's global functions."""
    lines = [line for path in ROOT.glob("gym/engine/**/*.py") for line in path.read_text(encoding="utf-8").splitlines()]
    imports = {line.strip() for line in lines if line.strip().startswith(("import random", "from random"))}
    assert imports <= {"from random import Random"}
    assert [line for line in lines if "Random()" in line] == []
