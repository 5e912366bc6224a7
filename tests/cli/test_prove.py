"""`gym prove`: begin, judge, remember; on a small kata whose test is judged for real."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from gym.errors import JudgeError
from tests.cli.conftest import Desk
from tests.prove.test_prove import FAKES, PROOF, RIGHT, WRONG
from tests.support.judges import kata_verdict, passing

GOLDEN = Path(__file__).parent / "golden" / "prove.txt"
PROVE = """
[prove]
promise = "Two clicks at the same time count twice."
catches = ["sleep-more"]
hint = "Both have to read before either writes."
scaffold = '''
from counter import Counter
from fakes import Store


async def test_two_clicks_count_twice(gates):
    counter = Counter(gates.guard(Store()))
'''
"""
EMPTY = "def test_nothing():\n    pass\n"
FAILS = "def test_something():\n    assert 1 == 2\n"


@pytest.fixture
def proving(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """In a workspace in which 07-counter, which asks for a proof, was begun."""
    monkeypatch.setenv("COLUMNS", "80")
    content = tmp_path / "content"
    exercise, answers = content / "exercises" / "07-counter", content / "solutions" / "07-counter"
    toml = exercise / "exercise.toml"
    said = toml.read_text(encoding="utf-8").replace('given = ["ports.py"]', 'given = ["fakes.py"]') + PROVE
    for path, text in {
        toml: said,
        exercise / "fakes.py": FAKES,
        exercise / "counter.py": WRONG,
        answers / "solution.py": f'"""One statement."""\n{RIGHT}',
        answers / "alternative_lock.py": f'"""The same."""\n{RIGHT}',
        answers / "near_misses" / "sleep_more.py": f'"""the longer-sleep fix\n\nIt hides the race.\n"""\n{WRONG}',
        answers / "proof.py": PROOF,
    }.items():
        path.write_text(text, encoding="utf-8")
    assert desk.gym("init").status == 0
    assert desk.gym("start", "07").status == 0
    return desk


def proof(desk: Desk) -> Path:
    return desk.cwd / "07-counter" / "test_counter_race.py"


def test_from_the_scaffold_to_the_accepted_proof(proving: Desk) -> None:
    parts = []

    def gym(command: str) -> None:
        said = proving.gym(*command.split())
        talk = "".join(f"| {line}".rstrip() + "\n" for line in said.err.splitlines())
        parts.append(f"$ gym {command}   [{said.status}]\n{talk}{said.out}\n".replace(str(proving.cwd), "HOME"))

    gym("prove")
    parts.append(proof(proving).read_text(encoding="utf-8") + "\n")
    gym("prove 07")
    proof(proving).write_text(EMPTY, encoding="utf-8")
    gym("prove")
    proof(proving).write_text(FAILS, encoding="utf-8")
    gym("prove --plain")
    gym("solution --proof")
    proof(proving).write_text(PROOF, encoding="utf-8")
    gym("prove")
    gym("list")
    gym("solution --proof")
    text = "".join(parts)
    if os.environ.get("GYM_ACCEPT_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_as_json_it_says_all_of_it_once(proving: Desk) -> None:
    begun = proving.gym("prove", "--json")
    assert (begun.status, begun.err) == (1, "")
    assert json.loads(begun.out) == {
        "kata": "07-counter",
        "file": "07-counter/test_counter_race.py",
        "verdict": "begun",
    }
    proof(proving).write_text(PROOF, encoding="utf-8")
    said = proving.gym("prove", "--json")
    assert (said.status, said.err) == (0, "")
    verdict = json.loads(said.out)
    assert (verdict["verdict"], verdict["caught"], verdict["asked"], verdict["message"]) == ("accepted", 1, 1, None)
    assert [(row["kind"], row["name"], row["word"], row["line"]) for row in verdict["versions"]] == [
        ("starter", None, "caught", 10),
        ("solution", None, "passes", None),
        ("solution", None, "passes", None),
        ("near miss", "sleep-more", "caught", 10),
    ]
    (kata, _) = json.loads(proving.gym("list", "--json").out)["katas"]
    assert kata["proved_at"] is not None
    assert (kata["state"], kata["attempts"]) == ("started", 0)


def test_an_existing_file_is_never_written_over_and_a_reset_leaves_it(proving: Desk) -> None:
    proof(proving).write_text("# mine\n", encoding="utf-8")
    said = proving.gym("prove")
    assert said.status == 1
    assert said.out.splitlines()[1].startswith("test_counter_race.py: the file holds no test")
    (proving.cwd / "07-counter" / "counter.py").write_text("x = 1\n", encoding="utf-8")
    assert proving.gym("reset", "--yes").status == 0
    assert proof(proving).read_text(encoding="utf-8") == "# mine\n"


def test_a_snapshot_keeps_it_and_gives_it_back(proving: Desk) -> None:
    proof(proving).write_text("# mine\n", encoding="utf-8")
    (proving.cwd / "07-counter" / "counter.py").write_text("x = 1\n", encoding="utf-8")
    assert proving.gym("reset", "--yes").status == 0
    proof(proving).write_text("# lost\n", encoding="utf-8")
    assert proving.gym("snapshots", "07", "restore", "1").status == 0
    assert proof(proving).read_text(encoding="utf-8") == "# mine\n"


def test_a_file_elsewhere_is_judged_without_a_workspace_and_not_remembered(proving: Desk, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROOF, encoding="utf-8")
    proving.cwd = tmp_path
    said = proving.gym("prove", "07", "--file", "mine.py")
    assert said.status == 0
    assert said.out.splitlines()[-1] == "07-counter: proved, 1 of 1 wrong fix caught"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("prove", "08"), "gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock\n"),
        (("prove", "--file", "x.py"), "gym: --file needs the kata's name before it: gym prove KATA --file PATH\n"),
        (("prove", "07", "--file", "x.py"), "gym: --file x.py: there is no such file.\n"),
        (("prove", "08", "--file", "x.py"), "gym: 08-clock asks for no proof; see what there is with: gym list\n"),
    ],
)
def test_wrong_usage_is_one_sentence(proving: Desk, arguments: tuple[str, ...], sentence: str) -> None:
    said = proving.gym(*arguments)
    assert (said.status, said.out, said.err) == (2, "", sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"x = '\xff'\n", "test_counter_race.py:1 is not UTF-8 text; save it as UTF-8."),
        (b"\x7fELF\0", "test_counter_race.py is not a text file: it holds a zero byte."),
        (b"#" * ((1 << 20) + 1), "test_counter_race.py is larger than a megabyte; a test is a few dozen lines."),
    ],
)
def test_what_is_no_text_is_not_run(proving: Desk, content: bytes, sentence: str) -> None:
    proof(proving).write_bytes(content)
    said = proving.gym("prove")
    assert (said.status, said.out) == (1, "")
    assert said.err.endswith(f"{sentence}\n")


def test_a_folder_of_its_name_is_left_alone(proving: Desk) -> None:
    proof(proving).mkdir()
    said = proving.gym("prove")
    assert (said.status, said.err.endswith("is a folder where your test should be.\n")) == (1, True)


def test_a_fault_of_ours_is_no_word_on_the_test(proving: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise JudgeError("the process in which tests run has ended; this is no word on your test.")

    monkeypatch.setattr("gym.cli.proving.prove", broken)
    proof(proving).write_text(PROOF, encoding="utf-8")
    said = proving.gym("prove")
    assert said.status == 3
    assert said.err.splitlines()[-1] == "gym: the process in which tests run has ended; this is no word on your test."


def test_the_explanation_leads_to_it(proving: Desk) -> None:
    said = proving.gym("explain", "--give-up", "--yes")
    assert "Write the test that would have shown it:  gym prove 07-counter\n" in said.err


def test_when_every_kata_is_accepted_the_next_step_is_a_proof_and_then_nothing(proving: Desk) -> None:
    assert proving.gym("start", "08").status == 0
    for kata in ("07-counter", "08-clock"):
        proving.will_say(replace(kata_verdict(passing()), kata=kata))
        assert proving.gym("check", kata).status == 0
    assert proving.gym().out == (
        "Every kata here is accepted. Write the test that would have shown its race:  gym prove 07-counter\n"
    )
    proof(proving).write_text(PROOF, encoding="utf-8")
    assert proving.gym("prove", "07").status == 0
    assert proving.gym().out == "Every kata here is accepted. See them all:  gym list\n"
