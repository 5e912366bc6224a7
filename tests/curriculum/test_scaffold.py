"""Beginning a kata: three whole folders, or none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gym.curriculum import Catalogue, ContentPlace, read_hints
from gym.curriculum.scaffold import begin_kata
from gym.errors import UsageError


@pytest.fixture
def place(tmp_path: Path) -> ContentPlace:
    return ContentPlace.below(tmp_path, "acme")


def everything(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


def test_a_kata_that_was_begun_can_be_read(place: ContentPlace) -> None:
    made = begin_kata(place, "shop-cart")
    kata = Catalogue(place).find("shop")
    assert (made.kata, kata.id, kata.title, kata.entry) == (
        "acme:01-shop-cart",
        "acme:01-shop-cart",
        "Shop cart",
        "shop_cart.py",
    )
    assert kata.handed_out == ("brief.md", "shop_cart.py", "ports.py", "fakes.py", "test_shop_cart.py")
    assert kata.races == (made.race,)
    assert [miss.slug for miss in kata.near_misses] == ["lock-of-its-own"]
    assert len(read_hints(kata.folder)) == 3


def test_no_template_is_left_open(place: ContentPlace) -> None:
    made = begin_kata(place, "shop-cart")
    files = [path for folder in made.folders for path in folder.rglob("*") if path.is_file()]
    assert len(files) == 12
    assert [path for path in files if "{{" in path.read_text(encoding="utf-8") or path.suffix == ".j2"] == []
    assert [path for path in files if path.suffix == ".py" and not compile(path.read_bytes(), path, "exec")] == []


def test_the_next_number_is_taken_or_the_one_that_is_said(place: ContentPlace) -> None:
    names = [begin_kata(place, name).exercise.name for name in ("shop", "07-queue", "cache")]
    assert names == ["01-shop", "07-queue", "08-cache"]


def test_after_99_comes_the_first_that_is_free(place: ContentPlace) -> None:
    begin_kata(place, "99-last")
    assert begin_kata(place, "shop").exercise.name == "01-shop"


def test_where_all_numbers_are_in_use_that_is_said(place: ContentPlace) -> None:
    for number in range(1, 100):
        (place.exercises / f"{number:02d}-x{number}").mkdir(parents=True)
    with pytest.raises(UsageError, match="all numbers from 01 to 99 are in use here; begin another pack"):
        begin_kata(place, "shop")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Shop Cart", "shop-cart"),
        ("shop_cart", "shop-cart"),
        ("7-shop", "shop-cart"),
        ("", "shop-cart"),
        ("../../etc", "etc"),
        ("shop/cart", "shop-cart"),
        ("-shop", "shop"),
        ("07-", "shop-cart"),
        ("2fa", "shop-cart"),
        ("naïve", "na-ve"),
        ("x" * 51, "x" * 50),
    ],
)
def test_what_is_no_name_is_refused_with_one_that_is(place: ContentPlace, tmp_path: Path, name: str, near: str) -> None:
    with pytest.raises(UsageError) as told:
        begin_kata(place, name)
    shape = "a kata's name is small letters, digits and dashes, at most 50 of them, and begins with a letter"
    assert str(told.value) == f"{name!r}: {shape}, as in {near}."
    assert everything(tmp_path) == []


def test_a_name_or_a_number_that_is_taken_is_refused(place: ContentPlace) -> None:
    begin_kata(place, "shop")
    with pytest.raises(UsageError, match=r"^01-shop is there already; choose another name than shop\.$"):
        begin_kata(place, "shop")
    with pytest.raises(UsageError, match=r"^the number 01 is that of 01-shop; without one the next is taken: cart$"):
        begin_kata(place, "01-cart")


@pytest.mark.parametrize("part", ["solutions", "races"])
def test_a_folder_that_is_there_already_is_left_alone(place: ContentPlace, tmp_path: Path, part: str) -> None:
    folder = getattr(place, part) / "01-shop"
    folder.mkdir(parents=True)
    (folder / "mine.txt").write_text("mine")
    before = everything(tmp_path)
    with pytest.raises(UsageError, match="01-shop is there already; choose another name, or take it away"):
        begin_kata(place, "shop")
    assert everything(tmp_path) == before


@pytest.mark.parametrize(("name", "entry"), [("class", "class_service.py"), ("queue", "queue_service.py")])
def test_no_entry_module_hides_one_of_python_s(place: ContentPlace, name: str, entry: str) -> None:
    begin_kata(place, name)
    assert Catalogue(place).find("01").entry == entry


def test_a_file_in_the_way_is_named_and_nothing_is_made(place: ContentPlace, tmp_path: Path) -> None:
    (tmp_path / "tests").write_text("a file")
    with pytest.raises(UsageError, match=r"tests.*: cannot be written \(.*\); nothing was made\.$"):
        begin_kata(place, "shop")
    assert everything(tmp_path) == ["tests"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_named_and_nothing_is_made(place: ContentPlace, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match=r": cannot be written \(permission denied\); nothing was made\.$"):
            begin_kata(place, "shop")
        assert everything(tmp_path) == []
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("works", [0, 1, 2])
def test_what_fails_between_two_folders_takes_back_the_ones_before(
    place: ContentPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: int
) -> None:
    rename, left = Path.rename, [works]

    def fails(path: Path, target: Path) -> Path:
        if not left[0]:
            raise OSError(28, "No space left on device", str(target))
        left[0] -= 1
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(UsageError, match=r"cannot be written \(no space left on device\); nothing was made"):
        begin_kata(place, "shop")
    assert everything(tmp_path) == []


def test_an_interrupt_while_it_writes_leaves_nothing(
    place: ContentPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_kata(place, "shop")
    before = everything(tmp_path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gym.curriculum.scaffold.Path.rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        begin_kata(place, "cart")
    assert everything(tmp_path) == before
