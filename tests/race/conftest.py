"""One subject process for all races of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.race.arena import Arena, new_arena


@pytest.fixture(scope="session")
def arena() -> Iterator[Arena]:
    arena = new_arena()
    yield arena
    arena.puppet.close()
