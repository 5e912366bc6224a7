"""One subject process for all small worlds, and Hypothesis without a memory: every run tries the same programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare


@pytest.fixture(scope="session")
def puppet() -> Iterator[Puppet]:
    puppet = Puppet(Bare())
    yield puppet
    puppet.close()
