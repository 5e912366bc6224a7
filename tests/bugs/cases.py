"""Public bugs that nobody here wrote: which versions have each, and how its race finds it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

FOLDER = Path(__file__).parent

_TYPING = "typing_extensions==4.12.2"
_ANYIO = ("anyio==4.10.0", "idna==3.10", "sniffio==1.3.1", _TYPING)
_HTTP = (*_ANYIO, "certifi==2024.8.30")


@dataclass(frozen=True, slots=True)
class Library:
    """What one folder of the cache holds. With `only`, those files alone of the first requirement."""

    requirements: tuple[str, ...]
    only: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.requirements[0].replace("==", "-")


@dataclass(frozen=True, slots=True)
class Case:
    """One bug. `claim` is what its race says of the buggy version, after `found_after` schedules at most.

    `space` is how many schedules there are on the fixed version, and `below` tells that the level beneath the race's own
    does not find it. Numbers as counted on CPython 3.11, where code of CPython's own does not say otherwise.
    """

    slug: str
    verdict: str
    claim: str
    found_after: int
    space: int
    below: bool = False
    buggy: Library | None = None
    fixed: Library | None = None
    fixed_in: tuple[int, int, int] | None = None


def _versions(buggy: str, fixed: str, *others: str, only: tuple[str, ...] = ()) -> dict[str, Library]:
    return {"buggy": Library((buggy, *others), only), "fixed": Library((fixed, *others), only)}


CPYTHON = (
    Case("R01-wait-for", "rejected", "swallowed cancellation", 5, 10, below=True, fixed_in=(3, 12, 0)),
    Case("R04-condition", "rejected", "no item lies there while somebody waits", 15, 157, below=True, fixed_in=(3, 13, 0)),
    Case(
        "R07-task-groups",
        "rejected",
        "the service ends when its main feed fails, and only then",
        15,
        16,
        below=True,
        fixed_in=(3, 13, 0),
    ),
)

LIBRARIES = (
    Case("R09-async-lru", "hung", "hang", 1, 8, **_versions("async-lru==2.0.2", "async-lru==2.0.3", _TYPING)),
    Case(
        "R11-aiojobs",
        "rejected",
        "nothing is under way once all jobs are done",
        5,
        32,
        **_versions("aiojobs==1.0.0", "aiojobs==1.1.0", "async-timeout==4.0.3"),
    ),
    Case(
        "R14-aiodataloader",
        "rejected",
        "lost exception",
        5,
        61,
        **_versions("aiodataloader==0.4.0", "aiodataloader==0.4.1", _TYPING),
    ),
    Case(
        "R15-anyio",
        "hung",
        "hang",
        11,
        173,
        below=True,
        **_versions("anyio==4.9.0", "anyio==4.10.0", "idna==3.10", "sniffio==1.3.1", _TYPING),
    ),
    Case("R27-httpcore", "hung", "hang", 4, 64, **_versions("httpcore==1.0.2", "httpcore==1.0.3", "h11==0.14.0", *_HTTP)),
    Case(
        "R34-tenacity",
        "rejected",
        "each caller gets its own answer",
        1,
        20,
        **_versions("tenacity==8.4.1", "tenacity==8.4.2"),
    ),
    Case(
        "R44-debouncer",
        "rejected",
        "at most one refresh is under way",
        1,
        6,
        **_versions("homeassistant==0.106.6", "homeassistant==0.107.0", only=("homeassistant/helpers/debounce.py",)),
    ),
    Case(
        "R53-aiocache",
        "rejected",
        "a price or the real error",
        6,
        108,
        **_versions("aiocache==0.8.0", "aiocache==0.9.0", "msgpack==1.1.0"),
    ),
    Case(
        "R54-httpcore",
        "hung",
        "hang",
        9,
        80,
        below=True,
        **_versions("httpcore==1.0.9", "httpcore2==2.6.0", "h11==0.16.0", "truststore==0.10.4", *_HTTP),
    ),
    Case("R58-cashews", "rejected", "one connection is made", 1, 4, **_versions("cashews==2.10.0", "cashews==2.10.1")),
)


def cache_folder() -> Path:
    """Where the libraries are looked for: $GYM_BUGS, else a folder of the user's cache."""
    named = os.environ.get("GYM_BUGS")
    return Path(named) if named else user_cache_path("asyncio-race-gym") / "bugs"
