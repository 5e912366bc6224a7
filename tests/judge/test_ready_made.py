"""Who uses the ready-made form of what is to be built is told where."""

from __future__ import annotations

import pytest

from gym.judge.ready_made import first_use

REFUSED = ("asyncio.Semaphore", "asyncio.BoundedSemaphore", "functools.cache")


@pytest.mark.parametrize(
    ("code", "line", "name"),
    [
        ("import asyncio\nx = asyncio.Semaphore(1)", 2, "asyncio.Semaphore"),
        ("import asyncio as aio\nx = aio.BoundedSemaphore(1)", 2, "asyncio.BoundedSemaphore"),
        ("from asyncio import Semaphore", 1, "asyncio.Semaphore"),
        ("from asyncio import Lock, Semaphore as S", 1, "asyncio.Semaphore"),
        ("from asyncio.locks import Semaphore", 1, "asyncio.Semaphore"),
        ("import asyncio.locks\nx = asyncio.locks.Semaphore", 2, "asyncio.Semaphore"),
        ("import asyncio.locks as locks\nclass A(locks.Semaphore): pass", 2, "asyncio.Semaphore"),
        ("from asyncio import locks\nx = locks.Semaphore", 2, "asyncio.Semaphore"),
        ("from asyncio import *\n\nx = Semaphore(1)", 3, "asyncio.Semaphore"),
        ("import asyncio\nx = getattr(asyncio, 'Semaphore')", 2, "asyncio.Semaphore"),
        ("def f():\n    import asyncio\n    return asyncio.Semaphore", 3, "asyncio.Semaphore"),
        ("import functools\n@functools.cache\ndef f(): ...", 2, "functools.cache"),
    ],
)
def test_a_ready_made_form_is_found_however_it_is_imported(code: str, line: int, name: str) -> None:
    use = first_use({"part.py": code}, REFUSED)
    assert use is not None
    assert (use.file, use.line, use.name) == ("part.py", line, name)
    assert str(use) == f"part.py:{line} uses {name}, and building that is the task here"


@pytest.mark.parametrize(
    "code",
    [
        "import asyncio\nx = asyncio.Lock()",
        "class Semaphore: ...\nx = Semaphore()",
        "from asyncio import *\nx = Lock()",
        "import threading\nx = threading.Semaphore()",
        "import asyncio\n# asyncio.Semaphore\nx = 'asyncio.Semaphore'",
        "from part import Semaphore",
        "from . import Semaphore",
        "import asyncio\nself.asyncio.Semaphore",
        "import asyncio\nasyncio.Semaphore(",
        "",
    ],
)
def test_what_is_called_alike_is_no_use(code: str) -> None:
    assert first_use({"part.py": code}, REFUSED) is None


def test_the_first_use_is_told_by_file_and_line() -> None:
    first = "import asyncio\na = asyncio.BoundedSemaphore\nb = asyncio.Semaphore"
    use = first_use({"b.py": "from asyncio import Semaphore", "a.py": first}, REFUSED)
    assert str(use).startswith("a.py:2 uses asyncio.BoundedSemaphore,")


def test_where_nothing_is_refused_everything_may_be_used() -> None:
    assert first_use({"part.py": "from asyncio import Semaphore"}, ()) is None
