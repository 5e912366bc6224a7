"""Public bugs that nobody here wrote: which versions have each, and how its race finds it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Library:
    """What one folder of the cache holds. With `only`, those files alone of the first requirement.

    A `native` one has a folder for each minor version of Python, since what is in it was compiled for one.
    """

    requirements: tuple[str, ...]
    only: tuple[str, ...] = ()
    native: bool = False

    def folder(self, minor: int) -> str:
        """The name of its folder, for that minor version of Python 3."""
        return self.requirements[0].replace("==", "-") + (f"-py3{minor}" if self.native else "")


@dataclass(frozen=True, slots=True)
class Case:
    """One bug. `claim` is what its race says of the buggy version, after so many schedules (`found_after`).

    `level` is the lowest at which it is found, `space` how many schedules there are on the fixed version, `steps` the
    length of the trace. Counted on CPython 3.11; where the bug is CPython's own, on the versions that README.md names.
    `beside` is what both versions need.
    """

    slug: str
    verdict: str
    claim: str
    level: int
    found_after: int
    space: int
    steps: int
    buggy: Library | None = None
    fixed: Library | None = None
    beside: tuple[Library, ...] = ()
    fixed_in: tuple[int, int, int] | None = None

    @property
    def number(self) -> str:
        return self.slug[:3]

    def libraries(self, *, fixed: bool) -> tuple[Library, ...]:
        """The folders of one version; none where the bug is CPython's."""
        own = self.fixed if fixed else self.buggy
        return () if own is None else (own, *self.beside)


def _one(*requirements: str, only: tuple[str, ...] = (), native: bool = False) -> Library:
    return Library(requirements, only, native)


_TYPING = _one("typing_extensions==4.12.2")
_ANYIO = _one("idna==3.10", "sniffio==1.3.1")
_PSYCOPG = (_one("psycopg==3.2.3"), _one("psycopg-binary==3.2.3", native=True), _TYPING)
_DATES = _one("python-dateutil==2.8.2", "six==1.16.0")
_ATTRS = _one("attrs==23.1.0")
_HTTP = (_one("anyio==4.10.0"), _ANYIO, _TYPING, _one("certifi==2024.8.30"))

CPYTHON = (
    Case("R01-wait-for", "rejected", "swallowed cancellation", 1, 5, 10, 3, fixed_in=(3, 12, 0)),
    Case("R04-condition", "rejected", "no item lies there while somebody waits", 2, 15, 157, 6, fixed_in=(3, 13, 0)),
    Case(
        "R07-task-groups",
        "rejected",
        "the service ends when its main feed fails, and only then",
        level=1,
        found_after=15,
        space=16,
        steps=2,
        fixed_in=(3, 13, 0),
    ),
)

LIBRARIES = (
    Case(
        "R09-async-lru",
        "hung",
        "hang",
        level=0,
        found_after=1,
        space=8,
        steps=5,
        buggy=_one("async-lru==2.0.2"),
        fixed=_one("async-lru==2.0.3"),
        beside=(_TYPING,),
    ),
    Case(
        "R11-aiojobs",
        "rejected",
        "nothing is under way once all jobs are done",
        level=0,
        found_after=5,
        space=32,
        steps=7,
        buggy=_one("aiojobs==1.0.0"),
        fixed=_one("aiojobs==1.1.0"),
        beside=(_one("async-timeout==4.0.3"),),
    ),
    Case(
        "R14-aiodataloader",
        "rejected",
        "lost exception",
        level=0,
        found_after=5,
        space=61,
        steps=5,
        buggy=_one("aiodataloader==0.4.0"),
        fixed=_one("aiodataloader==0.4.1"),
        beside=(_TYPING,),
    ),
    Case(
        "R15-anyio",
        "hung",
        "hang",
        level=1,
        found_after=11,
        space=173,
        steps=4,
        buggy=_one("anyio==4.9.0"),
        fixed=_one("anyio==4.10.0"),
        beside=(_ANYIO, _TYPING),
    ),
    Case(
        "R16-anyio",
        "rejected",
        "no item lies there while somebody waits",
        level=1,
        found_after=11,
        space=99,
        steps=5,
        buggy=_one("anyio==4.12.1"),
        fixed=_one("anyio==4.13.0"),
        beside=(_ANYIO, _TYPING),
    ),
    Case(
        "R20-redis",
        "rejected",
        "each gets the value of its own key",
        level=0,
        found_after=4,
        space=16,
        steps=5,
        buggy=_one("redis==4.5.1"),
        fixed=_one("redis==4.5.5"),
        beside=(_one("async-timeout==4.0.3"),),
    ),
    Case(
        "R23-psycopg-pool",
        "rejected",
        "the others get a connection",
        level=0,
        found_after=4,
        space=102,
        steps=7,
        buggy=_one("psycopg-pool==3.1.6"),
        fixed=_one("psycopg-pool==3.1.7"),
        beside=_PSYCOPG,
    ),
    Case(
        "R27-httpcore",
        "hung",
        "hang",
        level=0,
        found_after=4,
        space=64,
        steps=3,
        buggy=_one("httpcore==1.0.2"),
        fixed=_one("httpcore==1.0.3"),
        beside=(_one("h11==0.14.0"), *_HTTP),
    ),
    Case(
        "R34-tenacity",
        "rejected",
        "each caller gets its own answer",
        level=0,
        found_after=1,
        space=20,
        steps=6,
        buggy=_one("tenacity==8.4.1"),
        fixed=_one("tenacity==8.4.2"),
    ),
    Case(
        "R41-zigpy",
        "hung",
        "hang",
        level=2,
        found_after=9,
        space=80,
        steps=5,
        buggy=_one("zigpy==0.71.0"),
        fixed=_one("zigpy==0.72.0"),
    ),
    Case(
        "R44-debouncer",
        "rejected",
        "at most one refresh is under way",
        level=0,
        found_after=1,
        space=6,
        steps=2,
        buggy=_one("homeassistant==0.106.6", only=("homeassistant/helpers/debounce.py",)),
        fixed=_one("homeassistant==0.107.0", only=("homeassistant/helpers/debounce.py",)),
    ),
    Case(
        "R47-aiobotocore",
        "rejected",
        "one session is created",
        level=0,
        found_after=1,
        space=4,
        steps=4,
        buggy=_one("aiobotocore==2.9.0"),
        fixed=_one("aiobotocore==2.9.1"),
        beside=(
            _one("botocore==1.33.13", "jmespath==1.0.1", "urllib3==2.0.7", "wrapt==1.16.0", "aioitertools==0.11.0"),
            _one("aiohttp==3.9.1", "multidict==6.0.4", "yarl==1.9.4", "frozenlist==1.4.1", "aiosignal==1.3.1"),
            _DATES,
            _ATTRS,
            _ANYIO,
        ),
    ),
    Case(
        "R51-starlette",
        "rejected",
        "the mail that was promised is sent",
        level=0,
        found_after=1,
        space=6,
        steps=5,
        buggy=_one("starlette==0.20.4"),
        fixed=_one("starlette==0.21.0"),
        beside=(_one("anyio==3.7.1"), _ANYIO, _TYPING),
    ),
    Case(
        "R53-aiocache",
        "rejected",
        "a price or the real error",
        level=0,
        found_after=6,
        space=108,
        steps=6,
        buggy=_one("aiocache==0.8.0"),
        fixed=_one("aiocache==0.9.0"),
        beside=(_one("msgpack==1.1.0"),),
    ),
    Case(
        "R54-httpcore",
        "hung",
        "hang",
        level=2,
        found_after=9,
        space=80,
        steps=5,
        buggy=_one("httpcore==1.0.9"),
        fixed=_one("httpcore2==2.6.0"),
        beside=(_one("h11==0.16.0"), _one("truststore==0.10.4"), *_HTTP),
    ),
    Case(
        "R57-procrastinate",
        "rejected",
        "a worker that is told to stop ends within 5 s",
        level=1,
        found_after=3,
        space=10,
        steps=2,
        buggy=_one("procrastinate==3.8.1"),
        fixed=_one("procrastinate==3.9.0"),
        beside=(
            _one("psycopg-pool==3.1.7"),
            *_PSYCOPG,
            _one("asgiref==3.8.1", "croniter==3.0.3", "packaging==24.1", "pytz==2024.1"),
            _DATES,
            _ATTRS,
        ),
    ),
    Case(
        "R58-cashews",
        "rejected",
        "one connection is made",
        level=0,
        found_after=1,
        space=4,
        steps=4,
        buggy=_one("cashews==2.10.0"),
        fixed=_one("cashews==2.10.1"),
    ),
)

CASES = tuple(sorted((*CPYTHON, *LIBRARIES), key=lambda case: case.slug))


def cache_folder() -> Path:
    """Where the libraries are looked for: $GYM_BUGS, else a folder of the user's cache."""
    named = os.environ.get("GYM_BUGS")
    return Path(named) if named else user_cache_path("asyncio-race-gym") / "bugs"


def absent(minor: int) -> list[str]:
    """The folders that are not there, of all that the cases need on that minor version of Python 3."""
    libraries = [each for case in LIBRARIES for fixed in (False, True) for each in case.libraries(fixed=fixed)]
    names = dict.fromkeys(library.folder(minor) for library in libraries)
    return [name for name in names if not (cache_folder() / name).is_dir()]
