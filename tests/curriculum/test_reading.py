"""Reading a kata, and the sentence for each way in which its content can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum import Catalogue, Fault, Hint, Kata, read_hints
from gym.errors import ContentError
from tests.support.content import EXERCISE, small_place

KATA = "07-counter"


def read(root: Path) -> Kata:
    return Catalogue(small_place(root)).find(KATA)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    small_place(tmp_path, KATA)
    return tmp_path


def test_everything_about_a_kata_is_read_from_its_three_folders(root: Path) -> None:
    kata = read(root)
    exercises, solutions = root / "exercises" / KATA, root / "solutions" / KATA

    assert (kata.id, kata.title, kata.level, kata.minutes) == (KATA, "Counter", 1, 5)
    assert kata.shapes == ("lost-update", "swallowed-cancellation")
    assert kata.faults == (Fault("stale-count", "The count is read before the wait and written after it."),)
    assert kata.handed_out == ("brief.md", "counter.py", "ports.py", "test_counter.py")
    assert kata.races == (root / "races" / KATA / "race_counter.py",)
    assert [each.name for each in kata.solutions] == ["solution", "alternative_lock"]
    assert kata.reference.trade_off == "One statement\n\nNeeds a database."
    assert kata.reference.files == {"counter.py": solutions / "solution.py"}
    (miss,) = kata.near_misses
    assert (miss.slug, miss.title, miss.kills) == ("sleep-more", "The longer-sleep fix", ("both-count",))
    assert miss.why == "It hides the race on a quiet day.\nIt still loses clicks."
    assert miss.claims == {"both-count": "total is 2"}
    assert kata.near_miss("sleep-more") is miss
    assert kata.near_miss(None) is None
    assert kata.folder == exercises


def test_hints_come_in_tiers(root: Path) -> None:
    assert read_hints(root / "exercises" / KATA) == (
        Hint("A question", "What changed?"),
        Hint("A place", "Line 3."),
        Hint("The move", "Write `+= 1`."),
    )


def test_two_hints_are_too_few(root: Path) -> None:
    (root / "exercises" / KATA / "hints.md").write_text("## One\na\n## Two\nb\n")
    with pytest.raises(ContentError, match=r"hints\.md: 2 hints, and a kata has 3 or more"):
        read_hints(root / "exercises" / KATA)


def test_an_empty_hint_is_named(root: Path) -> None:
    (root / "exercises" / KATA / "hints.md").write_text("## One\na\n## Two\n\n## Three\nc\n")
    with pytest.raises(ContentError, match="the hint 'Two' has no text"):
        read_hints(root / "exercises" / KATA)


@pytest.mark.parametrize(
    "name",
    [
        "exercises/{}/ports.py",
        "races/{}/race_counter.py",
        "races/{}/shared.py",
        "solutions/{}/near_misses.toml",
    ],
)
def test_the_version_changes_with_what_a_verdict_depends_on(root: Path, name: str) -> None:
    before = read(root).version
    path = root / name.format(KATA)
    with path.open("a") as file:
        file.write("\n# more\n")
    assert len(before) == 16
    assert read(root).version != before


def test_the_version_does_not_change_with_the_brief(root: Path) -> None:
    before = read(root).version
    (root / "exercises" / KATA / "brief.md").write_text("# New words\n")
    assert read(root).version == before


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("level = 1", "level = 5", r"exercise\.toml: Expected `int` <= 4 - at `\$\.level`"),
        ("level = 1\n", "", r"exercise\.toml: Object missing required field `level`"),
        ("level = 1", "level = 1\nlevle = 2", "unknown field `levle`"),
        ("level = 1", "level =", r"exercise\.toml: not valid TOML: .*line 4"),
        ('"lost-update"', '"lost-updates"', "shapes: 'lost-updates' is none of stale-response"),
        ('entry = "counter.py"', 'entry = "other.py"', "entry: 'other.py' is not among files"),
        ('given = ["ports.py"]', 'given = ["fakes.py"]', r"fakes\.py belongs beside it and is missing"),
        ('given = ["ports.py"]', 'given = ["../ports.py"]', r"at `\$\.given\[0\]`"),
        (
            "[[faults]]",
            '[[faults]]\nid = "stale-count"\nsays = "x"\n[[faults]]',
            "the id 'stale-count' stands twice",
        ),
    ],
)
def test_a_wrong_exercise_file_is_named_with_what_is_wrong(root: Path, old: str, new: str, sentence: str) -> None:
    (root / "exercises" / KATA / "exercise.toml").write_text(EXERCISE.replace(old, new))
    with pytest.raises(ContentError, match=sentence):
        read(root)


def test_a_file_that_is_not_utf_8_is_named(root: Path) -> None:
    (root / "exercises" / KATA / "exercise.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(ContentError, match=r"exercise\.toml: not UTF-8 text \(byte 9\)"):
        read(root)


def test_a_kata_without_races_could_not_be_judged(root: Path) -> None:
    (root / "races" / KATA / "race_counter.py").unlink()
    with pytest.raises(ContentError, match=r"no race_\*\.py here, so nothing could be judged"):
        read(root)


def test_a_kata_without_a_reference_is_refused(root: Path) -> None:
    (root / "solutions" / KATA / "solution.py").unlink()
    with pytest.raises(ContentError, match=r"neither solution\.py nor a folder solution/ is here"):
        read(root)


def test_a_near_miss_that_nothing_declares_is_named(root: Path) -> None:
    (root / "solutions" / KATA / "near_misses" / "global_lock.py").write_text('"""X.\n\nY."""')
    with pytest.raises(ContentError, match=r"global_lock\.py: no table \[global-lock\]"):
        read(root)


def test_a_declared_near_miss_that_is_not_written_is_named(root: Path) -> None:
    (root / "solutions" / KATA / "near_misses" / "sleep_more.py").unlink()
    with pytest.raises(ContentError, match=r"\[sleep-more\] has no near_misses/sleep-more\.py"):
        read(root)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = 1\n", ":1: does not open with a docstring"),
        ("", ":1: does not open with a docstring"),
        ('"""Only a title."""\n', ":1: the docstring does not go on to say why it is tempting"),
        ('"""Never closed\n', "its docstring cannot be read"),
    ],
)
def test_a_near_miss_says_what_it_is_and_why(root: Path, text: str, sentence: str) -> None:
    (root / "solutions" / KATA / "near_misses" / "sleep_more.py").write_text(text)
    with pytest.raises(ContentError, match=sentence):
        read(root)


def test_a_claim_for_a_check_that_it_does_not_kill_is_refused(root: Path) -> None:
    (root / "solutions" / KATA / "near_misses.toml").write_text('[sleep-more]\nkills = ["a"]\nclaims = {b = "x"}\n')
    with pytest.raises(ContentError, match="a claim is declared for 'b', which is not among its kills"):
        read(root)


def test_a_version_in_a_folder_takes_what_it_lacks_from_the_starter(root: Path) -> None:
    exercises, solutions = root / "exercises" / KATA, root / "solutions" / KATA
    (exercises / "exercise.toml").write_text(EXERCISE.replace('files = ["counter.py"]', 'files = ["counter.py", "log.py"]'))
    (exercises / "log.py").write_text("")
    (solutions / "alternative_queue").mkdir()
    (solutions / "alternative_queue" / "counter.py").write_text('"""A queue."""\n')

    queue = read(root).solutions[2]

    assert queue.name == "alternative_queue"
    assert queue.files == {
        "counter.py": solutions / "alternative_queue" / "counter.py",
        "log.py": exercises / "log.py",
    }


def test_a_stray_file_in_a_version_is_named(root: Path) -> None:
    folder = root / "solutions" / KATA / "alternative_queue"
    folder.mkdir()
    (folder / "counter.py").write_text('"""A queue."""\n')
    (folder / "helper.py").write_text("")
    with pytest.raises(ContentError, match=r"helper\.py: the learner has no file of this name"):
        read(root)
