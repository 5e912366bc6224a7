"""Finding a subject: which interpreter, how its files are called, and what is said when something is not there."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from gym.errors import UsageError
from gym.own.interpreter import chosen_python
from gym.own.subject import OptionNames, find_subject
from tests.own.tree import plant


def program(path: Path, *lines: str) -> Path:
    """A shell script that prints the lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines))
    path.chmod(0o755)
    return path


def environment(folder: Path) -> Path:
    """What looks like a virtual environment; its interpreter."""
    plant(folder, {"pyvenv.cfg": ""})
    return program(folder / "bin" / "python")


def test_the_interpreter_is_the_one_that_is_named(tmp_path: Path) -> None:
    named = program(tmp_path / "bin" / "mine")
    assert chosen_python("bin/mine", tmp_path) == str(named)
    assert chosen_python(str(named), tmp_path / "elsewhere") == str(named)


def test_else_that_of_the_active_environment_else_of_one_above_else_ours(tmp_path: Path) -> None:
    below = tmp_path / "project" / "deep"
    below.mkdir(parents=True)
    assert chosen_python(None, below, {}) == sys.executable
    above = environment(tmp_path / "project" / ".venv")
    assert chosen_python(None, below, {}) == str(above)
    active = environment(tmp_path / "active")
    assert chosen_python(None, below, {"VIRTUAL_ENV": str(tmp_path / "active")}) == str(active)


def test_our_own_environment_is_ours_whatever_it_is_called(tmp_path: Path) -> None:
    assert chosen_python(None, tmp_path, {"VIRTUAL_ENV": sys.prefix}) == sys.executable


def test_an_environment_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    assert chosen_python(None, tmp_path, {"VIRTUAL_ENV": str(tmp_path / "gone")}) == sys.executable


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([json.dumps({"version": [3, 10], "kind": "CPython"})], "{} is CPython 3.10; CPython 3.11 or newer is needed"),
        ([json.dumps({"version": [3, 11], "kind": "PyPy"})], "{} is PyPy 3.11; CPython 3.11 or newer is needed"),
        (["Hello."], "{} is no CPython of 3.11 or newer"),
    ],
)
def test_what_is_no_interpreter_of_ours_is_told(tmp_path: Path, lines: list[str], sentence: str) -> None:
    python = program(tmp_path / "python", *lines)
    with pytest.raises(UsageError) as caught:
        find_subject("pool.py", tmp_path, python=str(python))
    assert str(caught.value).startswith(sentence.format(python))


def test_what_another_program_complains_of_is_quoted(tmp_path: Path) -> None:
    python = program(tmp_path / "python")
    python.write_text("#!/bin/sh\necho 'no such version' >&2\necho 'try again' >&2\nexit 1\n")
    with pytest.raises(UsageError) as caught:
        find_subject("pool.py", tmp_path, python=str(python))
    assert str(caught.value) == f"{python} is no CPython of 3.11 or newer: no such version"


def test_files_are_named_as_they_are_seen_from_here(tmp_path: Path) -> None:
    plant(tmp_path, {"here/x": "", "src/shop/__init__.py": "", "src/shop/wallet.py": "", "src/shop/db.py": ""})
    subject = find_subject("src/shop/wallet.py", tmp_path)
    assert subject.shown == {"shop/__init__.py": "src/shop/__init__.py", "shop/wallet.py": "src/shop/wallet.py"}
    elsewhere = find_subject("../src/shop/wallet.py", tmp_path / "here")
    assert elsewhere.shown["shop/wallet.py"] == str(tmp_path / "src/shop/wallet.py")
    message = "it waits at shop/wallet.py:3 and not at my/shop/wallet.py:3 (shop/wallet.py:4)"
    assert subject.shown_in(message) == (
        "it waits at src/shop/wallet.py:3 and not at my/shop/wallet.py:3 (src/shop/wallet.py:4)"
    )


def test_a_missing_library_is_told_with_the_line_and_what_to_do(tmp_path: Path) -> None:
    plant(tmp_path, {"shop/pool.py": "import os\nimport nowhere_to_be_found\n"})
    with pytest.raises(UsageError) as caught:
        find_subject("shop/pool.py", tmp_path, python=sys.executable)
    assert str(caught.value) == (
        f"shop/pool.py:2 imports nowhere_to_be_found, which {sys.executable} does not have; install it there, "
        "name its folder with --library, or the interpreter that has it with --python"
    )
    with pytest.raises(UsageError) as caught:
        find_subject("shop/pool.py", tmp_path, options=OptionNames("--gym-subject", "--gym-library", None))
    assert str(caught.value).endswith("; install it there, name its folder with --gym-library")


@pytest.mark.parametrize(
    ("subject", "libraries", "sentence"),
    [
        ("", [], "--subject is empty; name a Python file or a module"),
        ("pool.py", ["nowhere"], "--library nowhere: there is no such folder"),
        ("pool.py", ["pool.py"], "--library pool.py: this is no folder"),
        ("other.py", [], "--subject other.py: there is no such file"),
    ],
)
def test_what_is_not_there_is_told(tmp_path: Path, subject: str, libraries: list[str], sentence: str) -> None:
    plant(tmp_path, {"pool.py": ""})
    with pytest.raises(UsageError) as caught:
        find_subject(subject, tmp_path, libraries=[Path(path) for path in libraries])
    assert str(caught.value) == sentence


def test_further_paths_are_searched_for_modules(tmp_path: Path) -> None:
    plant(tmp_path, {"lib/python/shop/wallet.py": "", "here/x": ""})
    subject = find_subject("shop.wallet", tmp_path / "here", paths=[tmp_path / "lib/python"])
    assert subject.files == {"shop/wallet.py": tmp_path / "lib/python/shop/wallet.py"}
    assert os.environ.get("PYTHONPATH", "").find("lib/python") == -1
