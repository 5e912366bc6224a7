"""The README is true: its table is what the gym prints, its commands exist and run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from itertools import groupby
from pathlib import Path

import pytest

from gym.curriculum import Catalogue, content_place, find_kata
from gym.curriculum.ladder import ladder_of
from tests.support.authoring import finish

ROOT = Path(__file__).parents[1]
README_PATH = ROOT / "README.md"
README = README_PATH.read_text(encoding="utf-8")
GYM = shutil.which("gym", path=str(Path(sys.executable).parent))


def gym(*words: str, cwd: Path, columns: int = 80) -> subprocess.CompletedProcess[str]:
    """Run the installed command as a user does, in a pipe."""
    assert GYM is not None, "install the project first: pip install -e ."
    environ = {**os.environ, "COLUMNS": str(columns)}
    return subprocess.run([GYM, *words], cwd=cwd, env=environ, capture_output=True, text=True, check=False)


def between(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_table_is_what_the_gym_prints_of_the_starter(tmp_path: Path) -> None:
    kata = find_kata("02")
    told = gym("check", "02", "--file", str(kata.folder / kata.entry), cwd=tmp_path, columns=96)
    assert told.returncode == 1, told.stderr
    shown = between("table").strip().removeprefix("```").removesuffix("```").strip("\n").splitlines()
    printed = [line.rstrip() for line in told.stdout.splitlines()]
    begin = printed.index(shown[0].rstrip())
    assert printed[begin : begin + len(shown)] == shown


def test_every_command_stands_in_the_readme_and_every_one_there_exists(tmp_path: Path) -> None:
    listed = re.search(r"^Commands:\n(.*)", gym("--help", cwd=tmp_path).stdout, re.DOTALL | re.MULTILINE)
    assert listed is not None
    there = set(re.findall(r"^  (\w+) ", listed[1], re.MULTILINE))
    assert set(re.findall(r"^\| `gym (\w+)", README, re.MULTILINE)) == there


def block(mark: str) -> str:
    """The text of the code block between two marks."""
    found = re.fullmatch(r"```\w*\n(.*)```\n", between(mark), re.DOTALL)
    assert found is not None
    return found[1]


def raced(cwd: Path) -> tuple[int, str]:
    """What the command of "Race your own code" prints, but for the token, which names the Python that found it."""
    told = gym("race", "race_pool.py", "--subject", "pool.py", cwd=cwd)
    return told.returncode, without_token(told.stdout)


def without_token(text: str) -> str:
    return re.sub(r"'race_pool#[^']*'", "TOKEN", text).strip("\n")


def test_the_race_for_ones_own_class_finds_what_it_is_said_to_find_and_accepts_the_mended_one(tmp_path: Path) -> None:
    race = block("race")
    assert len(race.splitlines()) <= 20
    assert "```sh\ngym race race_pool.py --subject pool.py\n```" in README
    (tmp_path / "pool.py").write_text(block("pool"))
    (tmp_path / "race_pool.py").write_text(race)
    assert raced(tmp_path) == (1, without_token(block("raced")))
    before, after = block("pool").split("        await self._slots.acquire()\n")
    mended = after.replace("            self._slots.release()\n", "")
    (tmp_path / "pool.py").write_text(f"{before}        async with self._slots:\n{textwrap.indent(mended, '    ')}")
    assert raced(tmp_path) == (0, without_token(block("mended")))


def test_the_plugin_runs_that_race_as_it_is_said_to(tmp_path: Path) -> None:
    assert "\npytest --gym-subject pool.py race_pool.py " in README
    (tmp_path / "pool.py").write_text(block("pool"))
    (tmp_path / "race_pool.py").write_text(block("race"))
    command = [sys.executable, "-m", "pytest", "-q", "--gym-subject", "pool.py", "race_pool.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "FAILED race_pool.py::slot-comes-back - hung: " in done.stdout) == (1, True), done.stdout


def session() -> list[str]:
    """The commands of "A first session", without their remarks."""
    block = re.search(r"## A first session\n\n```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    return [line.partition("#")[0].strip() for line in block[1].splitlines()]


def test_the_first_session_runs_as_written(tmp_path: Path) -> None:
    assert session() == ["gym init ~/race-gym && cd ~/race-gym", "gym list", "gym start 00", "gym watch"]
    assert gym("init", "race-gym", cwd=tmp_path).returncode == 0
    workspace = tmp_path / "race-gym"
    assert gym("list", cwd=workspace).returncode == 0
    assert gym("start", "00", cwd=workspace).returncode == 0
    assert (workspace / "00-warm-up" / "brief.md").is_file()
    assert "caller A" in first_lines_of_watching(workspace)


def first_lines_of_watching(workspace: Path) -> str:
    """What `gym watch` prints until the first table stands, ended as a closed terminal ends it."""
    assert GYM is not None
    watching = subprocess.Popen([GYM, "watch"], cwd=workspace, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert watching.stdout is not None
    seen = ""
    for line in watching.stdout:
        seen += line
        if "replay: gym replay" in line:
            break
    watching.terminate()
    watching.communicate()
    assert watching.returncode == 0
    return seen


def in_a_shell(home: Path, commands: str) -> list[tuple[int, str]]:
    """Each line run as it is written, in one shell: exit status and output."""
    assert GYM is not None
    path = f"{Path(GYM).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "HOME": str(home), "COLUMNS": "80", "PATH": path}
    script = "".join(f"{line}\nprintf '\\001%s\\001' $?\n" for line in commands.splitlines())
    done = subprocess.run(["sh", "-c", script], cwd=home, env=environ, capture_output=True, text=True, check=False)
    parts = done.stdout.split("\001")
    return [(int(status), output) for output, status in zip(parts[::2], parts[1::2], strict=False)]


def without_times(text: str) -> str:
    return re.sub(r"(?<=\d  ) +\d+(?=  )", "N", text)


def test_a_kata_is_added_by_the_commands_that_are_written_there(tmp_path: Path) -> None:
    begun = in_a_shell(tmp_path, block("author"))
    assert [status for status, _output in begun] == [0, 0, 0, 1]
    assert without_times(begun[3][1]).startswith(without_times(block("begun")))
    finish(tmp_path / "acme-katas")
    (checked,) = in_a_shell(tmp_path, "gym author check --pack acme-katas")
    assert (checked[0], "all is as it says" in checked[1]) == (0, True), checked[1]
    played = in_a_shell(tmp_path / "acme-katas", block("play").replace("~", str(tmp_path)))
    assert [status for status, _output in played] == [0, 0, 0, 1]
    assert "acme-katas:01-shop-cart: rejected, 0 of 2 points" in played[3][1]


def test_the_demo_shows_a_rejection_and_an_acceptance(tmp_path: Path) -> None:
    told = gym("demo", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert re.search(r"^The starter of 02-credit-wallet, .* after [\d,]+ schedules:$", told.stdout, re.MULTILINE)
    assert re.search(r"^The reference solution in its place, after [\d,]+ schedules:$", told.stdout, re.MULTILINE)
    assert "02-credit-wallet: accepted, 25 of 25 points" in told.stdout


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:gym|tests|exercises|solutions)/[\w./]*)`", README))))
def test_every_place_that_is_named_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_numbers_come_from_the_script() -> None:
    table = between("numbers")
    assert "python -m tests.bench --readme" in table
    assert "| save to *accepted* (reference of 02) |" in table


def test_its_pictures_are_there_and_ask_for_nothing_from_outside() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert [Path(picture).stem for picture in pictures] == ["watch", "replay", "play"]
    for picture in pictures:
        text = (ROOT / picture).read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "http" not in text
        assert "url(#" in text or "url(" not in text


def kata_lines() -> list[str]:
    """The table of katas: one line each, a ladder as a whole."""
    catalogue = Catalogue(content_place())
    lines = []
    for ladder, group in groupby(catalogue.all(), lambda kata: ladder_of(kata.id)):
        katas = list(group)
        if ladder is not None:
            whole = catalogue.ladder(ladder)
            minutes = sum(kata.minutes for kata in katas)
            lines.append(f"| {ladder} | {whole.summary} {len(katas)} parts. | | {minutes} |")
        else:
            lines += [f"| {kata.id} | {kata.summary} | {kata.level} | {kata.minutes} |" for kata in katas]
    return lines


def test_it_names_every_kata() -> None:
    if os.environ.get("GYM_ACCEPT_GOLDEN"):
        text = "\n".join(["| kata | the ticket | level | minutes |", "|---|---|---|---|", *kata_lines(), ""])
        README_PATH.write_text(re.sub(r"(?<=<!-- list -->\n).*?(?=<!-- /list -->)", text, README, flags=re.DOTALL))
        return
    assert between("list").splitlines()[2:] == kata_lines()
