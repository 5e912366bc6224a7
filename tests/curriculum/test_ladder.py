"""A ladder's parts: found, ordered, and named each by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum import Catalogue
from gym.curriculum.ladder import Ladder, ladder_of
from gym.errors import ContentError, UsageError
from tests.support.content import EXERCISE, small_place, write_kata

PARTS = ("10-polyfills/sleep", "10-polyfills/keyed-lock", "10-polyfills/debounce")


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    place = small_place(tmp_path, "02-wallet", "11-refresh")
    for order, part in enumerate(PARTS):
        write_kata(place, part, EXERCISE.replace('title = "Counter"', f'title = "Counter"\norder = {order}'))
    (place.exercises / "10-polyfills" / "ladder.toml").write_text('title = "Polyfills"\nsummary = "Build them."\n')
    return Catalogue(place)


def test_parts_stand_in_their_order_at_the_ladder_s_place(catalogue: Catalogue) -> None:
    assert catalogue.ids() == ("02-wallet", *PARTS, "11-refresh")
    assert [kata.id for kata in catalogue.all()] == [*catalogue.ids()]
    assert catalogue.ladder("10-polyfills") == Ladder("10-polyfills", "Polyfills", "Build them.", PARTS)


@pytest.mark.parametrize("name", ["10-polyfills/debounce", "10/debounce", "poly/deb", "debounce", "10-Polyfills/debounce#x"])
def test_a_part_is_found_by_any_name_that_means_only_it(catalogue: Catalogue, name: str) -> None:
    assert catalogue.find(name).id == "10-polyfills/debounce"
    assert [kata.id for kata in catalogue.members(name)] == ["10-polyfills/debounce"]


@pytest.mark.parametrize("name", ["10", "10-polyfills", "poly", "10-polyfills/"])
def test_a_ladder_s_name_means_all_of_its_parts_where_several_may_be_meant(catalogue: Catalogue, name: str) -> None:
    assert [kata.id for kata in catalogue.members(name)] == [*PARTS]
    with pytest.raises(UsageError) as said:
        catalogue.find(name)
    assert str(said.value) == "10-polyfills has 3 parts; name one, as 10-polyfills/sleep. See them: gym list 10-polyfills"


def test_what_some_parts_have_in_common_does_not_mean_the_ladder(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError, match="'e' may mean 02-wallet, 10-polyfills/sleep, "):
        catalogue.members("e")


def test_an_unknown_part_is_answered_with_the_nearest(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError, match="no kata 'debounse'; the nearest is 10-polyfills/debounce"):
        catalogue.find("debounse")
    with pytest.raises(UsageError, match="no kata '10-polyfills/debunce'; the nearest is 10-polyfills/debounce"):
        catalogue.find("10-polyfills/debunce")


def test_a_folder_of_parts_without_its_file_is_no_ladder(catalogue: Catalogue) -> None:
    source = catalogue.place.exercises / "10-polyfills" / "ladder.toml"
    source.write_text("titel = 1\n")
    with pytest.raises(ContentError, match=r"ladder\.toml: .*`titel`"):
        catalogue.ladder("10-polyfills")
    source.unlink()
    assert catalogue.ids() == ("02-wallet", "11-refresh")


def test_the_ladder_of_a_part_is_in_its_name() -> None:
    assert ladder_of("10-polyfills/sleep") == "10-polyfills"
    assert ladder_of("acme:10-polyfills/sleep") == "acme:10-polyfills"
    assert ladder_of("02-wallet") is None
