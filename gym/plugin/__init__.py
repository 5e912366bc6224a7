"""The pytest plugin: `pytest --gym-subject PATH FOLDER` runs the races of `race_*.py` files as test items.

pytest loads this module wherever the gym is installed. Without the option, and without a test that asks for `gates`, nothing
else is imported and nothing changes.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gym.gates import Gates

_REFINING = ("--gym-level", "--gym-budget", "--gym-library")


@pytest.fixture
def gates(request: pytest.FixtureRequest) -> Gates:
    """Gates that an async test opens by hand, for the calls of guarded fakes: see gym.gates."""
    from gym.gates.fixture import gates_for

    return gates_for(request)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The four options."""
    group = parser.getgroup("gym", "async races")
    group.addoption(
        "--gym-subject",
        metavar="PATH",
        help="run the races of race_*.py files on this code: a Python file, a dotted module, or a folder with an attempt at "
        "a kata. Your own code runs on the interpreter that runs pytest, with its libraries.",
    )
    group.addoption("--gym-level", type=int, choices=(0, 1, 2), help="explore at this level instead of each race's own")
    group.addoption("--gym-budget", type=_count, metavar="N", help="explore at most so many schedules of each race")
    group.addoption(
        "--gym-library",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="a further folder to import libraries from; may be repeated",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of schedules")
    return int(text)


def pytest_configure(config: pytest.Config) -> None:
    """With a subject, take part in this run."""
    subject = config.getoption("--gym-subject")
    if subject is None:
        stray = [name for name in _REFINING if config.getoption(name)]
        if stray:
            raise pytest.UsageError(f"{stray[0]} says how to explore; name the code with --gym-subject")
        return
    if (subject.endswith(".py") or os.sep in subject) and not (config.invocation_params.dir / subject).exists():
        raise pytest.UsageError(f"--gym-subject {subject}: there is no such file or folder")
    from gym.plugin.races import Races

    config.pluginmanager.register(Races(config), "gym-races")
