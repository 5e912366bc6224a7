"""`gym author`: from nothing to a green kata, as an author goes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from gym.curriculum import Catalogue, ContentPlace, content_place
from gym.errors import JudgeError
from gym.judge import races
from tests.cli.conftest import Said
from tests.cli.golden import assert_golden_text
from tests.cli.test_terminal_of_80 import Screen
from tests.support.authoring import finish
from tests.support.content import small_catalogue


def gym(cwd: Path, *arguments: str, catalogue: Catalogue | None = None) -> Said:
    """Call the command in a pipe, with the real judge, as a process of its own that has loaded no race yet."""
    races._loaded.clear()
    out, err = io.StringIO(), io.StringIO()
    status = run(arguments, Session(cwd, io.StringIO(), out, err, None, catalogue))
    return Said(status, out.getvalue(), err.getvalue())


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the visible tests, which take longer than the rest."""
    monkeypatch.setattr("gym.curriculum.audit.why_not_green", lambda _kata, _files: None)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with 01-shop-cart as it is begun."""
    folder = tmp_path / "acme"
    assert gym(tmp_path, "author", "pack", "acme").status == 0
    assert gym(folder, "author", "new", "shop-cart").status == 0
    return folder


@pytest.fixture
def green(pack: Path) -> Path:
    """The same, with all done that was asked for."""
    finish(pack)
    return pack


def edit(root: Path, name: str, old: str, new: str) -> None:
    (path,) = root.rglob(name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def without_times(text: str) -> str:
    """Milliseconds are not the same twice."""
    return re.sub(r"(?<=\d  ) +[\d,]+(?=  |$)", lambda found: f"{'N':>{len(found[0])}}", text, flags=re.MULTILINE)


def test_the_authors_page_from_nothing_to_green(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time what is told first is done, until nothing is told; in the end with the visible tests too."""
    assert (
        gym(tmp_path, "author", "pack", "acme", "--title", "Katas of Acme").out == f"Made the pack acme in {tmp_path}/acme\n"
    )
    made = gym(tmp_path, "author", "new", "shop-cart", "--pack", "acme")
    assert made.out.splitlines() == [
        "acme/exercises/01-shop-cart/   what a learner gets",
        "acme/solutions/01-shop-cart/   solutions, near misses, explanation",
        "acme/tests/races/01-shop-cart/   the races that judge it",
    ]
    assert made.err.splitlines() == [
        "Write acme/tests/races/01-shop-cart/race_shop_cart.py first. What is next is always said by:",
        "  gym author check 01-shop-cart --pack acme",
    ]
    done_in_order = []
    while not (checked := json.loads(gym(tmp_path, "author", "check", "shop", "--pack", "acme", "--json").out))["green"]:
        file = Path(checked["katas"][0]["problems"][0]["file"])
        finish_one(file)
        done_in_order.append(file.name)
    assert done_in_order == [
        "race_shop_cart.py",
        "exercise.toml",
        "shop_cart.py",
        "ports.py",
        "fakes.py",
        "test_shop_cart.py",
        "brief.md",
        "hints.md",
        "solution.py",
        "lock_of_its_own.py",
        "near_misses.toml",
        "explanation.md",
    ]
    monkeypatch.undo()
    monkeypatch.setenv("COLUMNS", "80")
    done = gym(tmp_path, "author", "check", "--pack", "acme")
    assert (done.status, done.out.splitlines()[-1]) == (0, "acme:01-shop-cart: all is as it says (3 versions, 1 check)")
    assert done.err.endswith("See it as a learner does:  gym author preview 01-shop-cart --pack acme\n")


def finish_one(file: Path) -> None:
    """Do what is asked for in one file."""
    others = {path: path.read_text() for path in file.parent.rglob("*") if path.is_file() and path != file}
    finish(file.parent)
    for path, text in others.items():
        path.write_text(text)


def test_a_kata_as_it_is_begun_is_told_what_to_do_in_order(pack: Path) -> None:
    said = gym(pack, "author", "check", "shop-cart")
    assert said.status == 1
    assert said.err == "checking acme:01-shop-cart ...\n"
    assert_golden_text("author-check-begun", without_times(said.out), 80)


@pytest.mark.usefixtures("quick")
def test_what_is_wrong_is_told_below_the_table(green: Path) -> None:
    edit(green, "near_misses.toml", '"both are counted"', '"hang"')
    edit(green, "brief.md", "## Contract", "## Promises")
    edit(green, "solution.py", "self._counting:", "asyncio.Lock():")
    said = gym(green, "author", "check")
    text = re.sub(r"\(01-shop-cart#\S+\)|\(acme:01-shop-cart#\S+\)", "(TOKEN)", without_times(said.out))
    assert said.status == 1
    assert_golden_text("author-check-wrong", text, 80)


@pytest.mark.usefixtures("quick")
def test_plain_is_one_sentence_a_line(green: Path) -> None:
    edit(green, "brief.md", "## Contract", "## Promises")
    said = gym(green, "author", "check", "--plain")
    assert said.status == 1
    assert re.sub(r"\d+ ms", "N ms", said.out).splitlines() == [
        "starter: rejected by both-counted; 1 schedule, N ms",
        "solution: accepted; 16 schedules, N ms",
        "near miss lock-of-its-own: rejected by both-counted; 1 schedule, N ms",
        "acme:01-shop-cart: 1 thing to mend, in this order:",
        '1. exercises/01-shop-cart/brief.md: the section "## Contract" is missing',
    ]


@pytest.mark.usefixtures("quick")
def test_every_kata_is_checked_where_none_is_named_and_one_broken_one_hides_no_other(green: Path) -> None:
    gym(green, "author", "new", "queue")
    edit(green / "exercises" / "02-queue", "exercise.toml", "level = 1", "level = 9")
    said = gym(green, "author", "check")
    assert said.status == 1
    assert "acme:01-shop-cart: all is as it says (3 versions, 1 check)\n" in said.out
    assert said.out.endswith(
        "\nacme:02-queue: 1 thing to mend, in this order:\n"
        "1. exercises/02-queue/exercise.toml\n"
        "   Expected `int` <= 4 - at `$.level`\n"
    )
    katas = json.loads(gym(green, "author", "check", "--json").out)["katas"]
    assert [(kata["kata"], kata["green"], len(kata["versions"])) for kata in katas] == [
        ("acme:01-shop-cart", True, 3),
        ("acme:02-queue", False, 0),
    ]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("def both_counted(", "def both_counted(:", "race_shop_cart.py line 25: is not valid Python"),
        ("from gym.race", "from gym.rave", "line 5: cannot be loaded: ModuleNotFoundError"),
        ('shape="lost-update"', 'shape="wet"', "has the unknown shape 'wet'"),
    ],
)
def test_a_race_file_that_cannot_be_loaded_is_the_author_s_to_mend(green: Path, old: str, new: str, told: str) -> None:
    edit(green, "race_shop_cart.py", old, new)
    said = gym(green, "author", "check")
    lines = said.out.splitlines()
    assert (said.status, lines[0]) == (1, "acme:01-shop-cart: 1 thing to mend, in this order:")
    assert told in " ".join(line.strip() for line in lines[1:])


def test_a_progress_line_runs_on_a_terminal_and_leaves_nothing(
    green: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    races._loaded.clear()
    assert run(["author", "check"], Session(green, io.StringIO(), screen, screen)) == 0
    shown = screen.getvalue()
    assert "\r\x1b[2K2 of 3, solution: 1 check done" in shown
    assert [line for line in shown.split("\n") if "of 3," in line.rpartition("\r\x1b[2K")[2]] == []
    assert "\x1b" not in gym(green, "author", "check", "--plain").out
    quiet = Screen()
    assert run(["author", "check", "--plain"], Session(green, io.StringIO(), quiet, quiet)) == 0
    assert "of 3," not in quiet.getvalue()


def test_ctrl_c_ends_it_with_130_and_a_fault_of_ours_with_3(green: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gym.cli.auditing.audit_entry", interrupted)
    assert gym(green, "author", "check").status == 130

    def broken(*_: object) -> None:
        raise JudgeError("the subject's process cannot be started")

    monkeypatch.setattr("gym.cli.auditing.audit_entry", broken)
    said = gym(green, "author", "check")
    assert (said.status, said.err.splitlines()[-1]) == (3, "gym: the subject's process cannot be started")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["check", "nothing"], "gym: there is no kata 'nothing'. See them all: gym list"),
        (["check", "--pack", "nowhere"], "nowhere: there is no such folder; make a pack there with: gym author pack DIR"),
        (["preview", "--pack", ".", "x"], "is no pack, since it has no pack.toml; make it one with: gym author pack "),
        (["new", "Shop Cart", "--pack", "acme"], "gym: 'Shop Cart': a kata's name is small letters, digits and dashes"),
        (["new", "shop-cart", "--pack", "acme"], "gym: 01-shop-cart is there already; choose another name than shop-cart."),
        (["pack", "acme"], "pack.toml is there already; nothing was changed."),
        (["pack", "other", "--name", "A B"], "'A B': a pack's name is small letters, digits and dashes"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(pack: Path, arguments: list[str], told: str) -> None:
    content = small_catalogue(pack.parent / "content", "07-counter")
    said = gym(pack.parent, "author", *arguments, catalogue=content)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert told in said.err


def test_a_pack_without_katas_says_how_to_begin_one(tmp_path: Path) -> None:
    gym(tmp_path, "author", "pack", "acme")
    said = gym(tmp_path / "acme", "author", "check")
    assert said.status == 2
    assert said.err == f"gym: {tmp_path}/acme/exercises holds no kata yet; begin one with: gym author new SLUG\n"


def test_without_a_pack_a_kata_goes_to_the_clone_s_own_and_an_installed_gym_refuses(tmp_path: Path) -> None:
    own = small_catalogue(tmp_path / "content", "07-counter")
    said = gym(tmp_path, "author", "new", "queue", catalogue=own)
    assert said.status == 0
    assert own.ids() == ("07-counter", "08-queue")
    installed = Catalogue(content_place_of_a_wheel(tmp_path / "gym"))
    refused = gym(tmp_path, "author", "new", "queue", catalogue=installed)
    assert refused.status == 2
    assert refused.err == (
        "gym: this gym is installed, and an upgrade replaces its katas; make your own pack: gym author pack DIR\n"
    )


def content_place_of_a_wheel(package: Path) -> ContentPlace:
    (package / "_content").mkdir(parents=True)
    return content_place(package)


@pytest.fixture
def preview(green: Path) -> str:
    said = gym(green, "author", "preview", "shop")
    assert (said.status, said.err) == (0, "")
    return re.sub(r"(?<=both-counted):p\S+'", ":TOKEN'", said.out)


def test_a_preview_shows_everything_in_a_learner_s_order(preview: str) -> None:
    assert_golden_text("author-preview", preview)
    # The code is shown as it is written; a line of prose or of a table fits.
    prose = [line for line in preview.splitlines() if not line.startswith(("The shape below", '"""', "#"))]
    assert [line for line in prose if len(line) > 80] == []


def test_a_preview_of_a_kata_that_cannot_be_read_names_the_file(green: Path) -> None:
    (green / "solutions" / "01-shop-cart" / "explanation.md").unlink()
    said = gym(green, "author", "preview", "01")
    assert said.status == 3
    assert said.err == f"gym: {green}/solutions/01-shop-cart/explanation.md: this file is missing.\n"
