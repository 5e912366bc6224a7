"""Finding a kata by what a person types."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum import Catalogue, ContentPlace, content_place
from gym.errors import ContentError, UsageError
from tests.support.content import small_catalogue


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return small_catalogue(tmp_path, "02-credit-wallet", "06-cache-layer", "08-rate-limiter", "09-cache-pipeline")


@pytest.mark.parametrize(
    "name",
    ["02-credit-wallet", "02", "2", "wallet", "02-cr", " 02-Credit-Wallet/ ", "02-credit-wallet#overspend"],
)
def test_a_kata_is_found_by_any_name_that_means_only_it(catalogue: Catalogue, name: str) -> None:
    assert catalogue.find(name).id == "02-credit-wallet"


def test_a_replay_token_is_a_name_too(catalogue: Catalogue) -> None:
    assert catalogue.resolve("02-credit-wallet#overspend:p11.L0.~55b5") == "02-credit-wallet"


def test_a_name_that_means_two_says_which(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError, match="'cache' may mean 06-cache-layer or 09-cache-pipeline; write more"):
        catalogue.resolve("cache")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("crdit-wallet", "02-credit-wallet"),
        ("03-credit-walet", "02-credit-wallet"),
        ("walet", "02-credit-wallet"),
        ("rate_limiter", "08-rate-limiter"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(catalogue: Catalogue, name: str, nearest: str) -> None:
    with pytest.raises(UsageError, match=f"no kata '{name}'; the nearest is {nearest}. See them all: gym list"):
        catalogue.resolve(name)


@pytest.mark.parametrize("name", ["99", "", "zzz", "?"])
def test_a_name_unlike_all_others_gets_no_guess(catalogue: Catalogue, name: str) -> None:
    with pytest.raises(UsageError, match=r"there is no kata '.*'\. See them all: gym list"):
        catalogue.resolve(name)


def test_katas_come_by_number(catalogue: Catalogue) -> None:
    assert [kata.id[:2] for kata in catalogue.all()] == ["02", "06", "08", "09"]


def test_a_folder_that_is_no_kata_is_passed_over(catalogue: Catalogue) -> None:
    (catalogue.place.exercises / "_drills").mkdir()
    (catalogue.place.exercises / "_drills" / "exercise.toml").write_text("")
    (catalogue.place.exercises / "03-unfinished").mkdir()
    assert len(catalogue.ids()) == 4


def test_no_kata_at_all_is_the_content_s_fault(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no folder here holds a kata"):
        Catalogue(ContentPlace(tmp_path, tmp_path, tmp_path)).ids()


def test_content_inside_the_package_goes_before_a_checkout(tmp_path: Path) -> None:
    (tmp_path / "exercises").mkdir()
    (tmp_path / "gym" / "_content").mkdir(parents=True)
    packed = tmp_path / "gym" / "_content"
    assert content_place(tmp_path / "gym") == ContentPlace(packed / "exercises", packed / "solutions", packed / "races")


def test_a_checkout_s_content_is_read_from_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "exercises").mkdir()
    assert content_place(tmp_path / "gym").races == tmp_path / "tests" / "races"


def test_a_package_without_content_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="Install it again: pip install"):
        content_place(tmp_path / "gym")
