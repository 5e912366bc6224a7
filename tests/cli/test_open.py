"""`gym open`: the learner's own editor, or a sentence about what is missing."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Desk

EDITOR = "import sys; from pathlib import Path; Path({told!r}).write_text(repr(sys.argv[1:])); sys.exit({status})"


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


def editor(told: Path, *arguments: str, status: int = 0) -> str:
    """A command line that writes down what it was asked to open."""
    return shlex.join([sys.executable, "-c", EDITOR.format(told=str(told), status=status), *arguments])


@pytest.mark.parametrize("variable", ["VISUAL", "EDITOR"])
def test_the_files_to_edit_are_opened_with_the_editor_s_own_options(
    begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, editor(tmp_path / "told", "--wait", "a word"))
    said = begun.gym("open")
    assert (said.status, said.out, said.err) == (0, "", "")
    assert (tmp_path / "told").read_text() == "['--wait', 'a word', '07-counter/counter.py']"


def test_visual_comes_before_editor_and_an_empty_one_counts_as_none(
    begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", editor(tmp_path / "visual"))
    monkeypatch.setenv("EDITOR", editor(tmp_path / "editor"))
    begun.gym("open")
    monkeypatch.setenv("VISUAL", " ")
    begun.gym("open", "07")
    assert ((tmp_path / "visual").exists(), (tmp_path / "editor").exists()) == (True, True)


def test_from_inside_the_kata_s_folder_the_path_is_short(
    begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", editor(tmp_path / "told"))
    begun.cwd /= "07-counter"
    begun.gym("open")
    assert (tmp_path / "told").read_text() == "['counter.py']"


def test_without_an_editor_it_says_how_to_name_one_and_what_to_edit(begun: Desk) -> None:
    said = begun.gym("open")
    assert (said.status, said.out) == (2, "")
    assert said.err == (
        "gym: neither VISUAL nor EDITOR names an editor; name one, as in: export EDITOR=nano. "
        "To edit is 07-counter/counter.py.\n"
    )


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            "no-such-editor -w",
            "the editor 'no-such-editor' cannot be started (no such file or directory); see VISUAL and EDITOR.",
        ),
        ("'unclosed", 'EDITOR is "\'unclosed", which is no command line: no closing quotation.'),
    ],
)
def test_an_editor_that_is_none_is_named(begun: Desk, monkeypatch: pytest.MonkeyPatch, command: str, sentence: str) -> None:
    monkeypatch.setenv("EDITOR", command)
    said = begun.gym("open")
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


def test_an_editor_that_fails_is_no_success(begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", editor(tmp_path / "told", status=5))
    said = begun.gym("open")
    assert (said.status, said.err) == (2, f"gym: the editor {sys.executable!r} ended with status 5.\n")


def test_a_file_that_is_gone_is_not_opened_empty(begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", editor(tmp_path / "told"))
    (begun.cwd / "07-counter" / "counter.py").unlink()
    said = begun.gym("open")
    assert (said.status, (tmp_path / "told").exists()) == (2, False)
    assert said.err == "gym: counter.py of 07-counter is gone; put it back with: gym start 07-counter\n"


def test_a_kata_that_was_not_begun_is_not_opened(begun: Desk) -> None:
    said = begun.gym("open", "08")
    assert said.err == "gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock\n"
    assert said.status == 2
