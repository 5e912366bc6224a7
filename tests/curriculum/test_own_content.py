"""The content that comes with this gym: every kata can be read."""

from __future__ import annotations

import pytest

from gym.curriculum import Catalogue, content_place, read_hints

IDS = Catalogue(content_place()).ids()


@pytest.mark.parametrize("kata_id", IDS)
def test_the_kata_and_its_hints_can_be_read(kata_id: str) -> None:
    kata = Catalogue(content_place()).find(kata_id)
    assert kata.id == kata_id
    assert len(read_hints(kata.folder)) >= 3
    assert set(kata.prerequisites) <= set(IDS)
