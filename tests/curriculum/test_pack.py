"""Packs: a name, a title, and three folders of katas; and one sentence for each way in which a pack can be wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gym.curriculum import Catalogue, ContentPlace, Pack, read_pack
from gym.curriculum.pack import make_pack, pack_around
from gym.errors import ContentError, UsageError
from tests.support.content import small_place, write_kata


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """The gym's own 02-wallet and 07-counter; in the pack acme 01-queue and 07-clock, in the pack beta 03-queue."""
    own = small_place(tmp_path / "own", "02-wallet", "07-counter")
    packs = [ContentPlace.below(tmp_path / name, name) for name in ("acme", "beta")]
    for place, kata in ((packs[0], "01-queue"), (packs[0], "07-clock"), (packs[1], "03-queue")):
        write_kata(place, kata)
    return Catalogue(own, packs)


def test_a_pack_that_was_made_can_be_read(tmp_path: Path) -> None:
    made = make_pack(tmp_path / "Acme Katas")
    assert made == Pack("acme-katas", "Katas of Acme katas", tmp_path / "Acme Katas")
    assert read_pack(tmp_path / "Acme Katas") == made
    assert made.place == ContentPlace.below(made.folder, "acme-katas")


def test_name_and_title_may_be_said_with_any_letters(tmp_path: Path) -> None:
    made = make_pack(tmp_path / "x", "acme", 'Müller\'s "best"\nkatas')
    assert read_pack(tmp_path / "x") == made
    assert made.title == 'Müller\'s "best" katas'


def test_a_pack_is_not_made_twice(tmp_path: Path) -> None:
    make_pack(tmp_path, "acme")
    with pytest.raises(UsageError, match=r"pack\.toml is there already; nothing was changed\."):
        make_pack(tmp_path, "beta")
    assert read_pack(tmp_path).name == "acme"


@pytest.mark.parametrize("name", ["Acme", "a b", "", "a:b", "../x"])
def test_what_is_no_name_for_a_pack_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="a pack's name is small letters, digits and dashes; choose one"):
        make_pack(tmp_path / "x", name)
    assert not (tmp_path / "x").exists()


def test_where_no_pack_can_be_made_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"file/acme: cannot make a pack here \(not a directory\)\."):
        make_pack(tmp_path / "file" / "acme")


def test_a_folder_that_is_not_there_and_one_that_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere: there is no such folder; make a pack there with: gym author pack DIR"):
        read_pack(tmp_path / "nowhere")
    with pytest.raises(UsageError, match=rf"is no pack, since it has no pack\.toml; .*: gym author pack {tmp_path}$"):
        read_pack(tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'title = "Katas"', "Object missing required field `name`"),
        (b'name = "Acme Inc"\ntitle = "x"', r"Expected `str` matching regex .* at `\$\.name`"),
        (b'name = "acme"\ntitle = ""', r"Expected `str` of length >= 1 - at `\$\.title`"),
        (b'name = "acme"\ntitle = "x"\nversion = 2', "unknown field `version`"),
        (b"name = acme", "not valid TOML"),
        (b"\xff", r"not UTF-8 text \(byte 0\)"),
    ],
)
def test_a_pack_toml_that_is_wrong_is_named_with_what_one_says(tmp_path: Path, text: bytes, says: str) -> None:
    (tmp_path / "pack.toml").write_bytes(text)
    with pytest.raises(ContentError, match=rf'pack\.toml: .*{says}.* It says name = "acme" and title = "Katas of Acme"\.'):
        read_pack(tmp_path)


def test_a_pack_is_found_from_inside_it(tmp_path: Path) -> None:
    make_pack(tmp_path, "acme")
    (tmp_path / "exercises" / "01-queue").mkdir(parents=True)
    assert pack_around(tmp_path / "exercises" / "01-queue") == tmp_path
    assert pack_around(tmp_path) == tmp_path
    assert pack_around(tmp_path.parent) is None


def test_katas_of_packs_come_after_the_own_ones_with_the_pack_s_name_before_theirs(catalogue: Catalogue) -> None:
    ids = ("02-wallet", "07-counter", "acme:01-queue", "acme:07-clock", "beta:03-queue")
    assert catalogue.ids() == ids
    assert tuple(kata.id for kata in catalogue.all()) == ids


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("07", "07-counter"),
        ("acme:07", "acme:07-clock"),
        ("01", "acme:01-queue"),
        ("clock", "acme:07-clock"),
        ("beta:queue", "beta:03-queue"),
        ("acme:01-queue#both-count:p11.L0.~1f3a", "acme:01-queue"),
        ("ACME:01", "acme:01-queue"),
    ],
)
def test_the_own_katas_go_before_a_pack_s_unless_it_is_named(catalogue: Catalogue, name: str, found: str) -> None:
    assert catalogue.find(name).id == found


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("queue", "'queue' may mean acme:01-queue or beta:03-queue; write more of its name"),
        ("acme:queeue", "there is no kata 'acme:queeue'; the nearest is"),
        ("gamma:01", "there is no pack 'gamma' in this workspace; name its folder: gym start gamma:01 --pack DIR"),
        ("acme:02", "there is no kata 'acme:02'"),
    ],
)
def test_a_name_that_means_none_or_two_says_so(catalogue: Catalogue, name: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        catalogue.resolve(name)


def test_a_pack_whose_katas_went_away_hides_no_other(catalogue: Catalogue) -> None:
    shutil.rmtree(catalogue.packs[0].exercises)
    assert catalogue.ids() == ("02-wallet", "07-counter", "beta:03-queue")
