"""Every schedule finds the attempt's modules as if they had just been imported."""

from __future__ import annotations

import pytest

from tests.subject.asking import Asker

MUTATIONS = {
    "a dict": """
        seen = {}
        def probe():
            seen[len(seen)] = True
            return len(seen)
    """,
    "a list": """
        seen = []
        def probe():
            seen.append(1)
            return len(seen)
    """,
    "a set": """
        seen = set()
        def probe():
            seen.add(len(seen))
            return len(seen)
    """,
    "a list inside a tuple": """
        seen = ([],)
        def probe():
            seen[0].append(1)
            return len(seen[0])
    """,
    "a global that is bound anew": """
        count = 0
        def probe():
            global count
            count += 1
            return count
    """,
    "a computed global that is bound anew": """
        count = int("1000") - 1000
        def probe():
            global count
            for _ in range(50):
                count += 7
            count -= 349
            return count
    """,
    "a global that was not there": """
        def probe():
            global count
            count = globals().get("count", 0) + 1
            return count
    """,
    "a global that is deleted": """
        count = 1
        def probe():
            global count
            found = "count" in globals()
            del count
            return int(found)
    """,
    "a class attribute": """
        class Counter:
            count = 0
        def probe():
            Counter.count += 1
            return Counter.count
    """,
    "a dict on a class": """
        class Counter:
            seen = {}
        def probe():
            Counter.seen[len(Counter.seen)] = 1
            return len(Counter.seen)
    """,
    "an attribute of a nested class": """
        class Outer:
            class Inner:
                count = 0
        def probe():
            Outer.Inner.count += 1
            return Outer.Inner.count
    """,
    "an attribute of a function": """
        def probe():
            probe.count = getattr(probe, "count", 0) + 1
            return probe.count
    """,
    "an attribute of a method": """
        class Counter:
            def count(self): pass
        def probe():
            Counter.count.calls = getattr(Counter.count, "calls", 0) + 1
            return Counter.count.calls
    """,
    "a mutable default": """
        def probe(seen=[]):
            seen.append(1)
            return len(seen)
    """,
    "a mutable default of keyword": """
        def probe(*, seen={}):
            seen[len(seen)] = 1
            return len(seen)
    """,
    "a closure's cell": """
        def make():
            count = 0
            def probe():
                nonlocal count
                count += 1
                return count
            return probe
        probe = make()
    """,
    "a closure behind functools.wraps": """
        import functools, os
        def make():
            count = 0
            @functools.wraps(os.getcwd)
            def probe():
                nonlocal count
                count += 1
                return count
            return probe
        probe = make()
    """,
    "an lru_cache": """
        import functools
        calls = iter(range(1, 100))
        @functools.lru_cache
        def cached(key):
            return next(calls)
        def probe():
            return cached(cached.cache_info().currsize)
    """,
    "a bound method of a hidden list": """
        remember = [].append
        def probe():
            remember(1)
            return len(remember.__self__)
    """,
    "a counter": """
        import itertools
        numbers = itertools.count(1)
        def probe():
            return next(numbers)
    """,
    "a generator": """
        numbers = (number for number in range(1, 10))
        def probe():
            return next(numbers)
    """,
    "an instance": """
        class State:
            count = 0
        state = State()
        def probe():
            state.count += 1
            return state.count
    """,
    "a lock": """
        import asyncio
        lock = asyncio.Lock()
        async def probe():
            if lock.locked():
                return 2
            await lock.acquire()
            return 1
    """,
    "an Event": """
        import asyncio
        event = asyncio.Event()
        def probe():
            found = event.is_set()
            event.set()
            return 1 + found
    """,
    "a ContextVar": """
        import contextvars
        count = contextvars.ContextVar("count", default=0)
        def probe():
            count.set(count.get() + 1)
            return count.get()
    """,
    "the mutable default of a ContextVar": """
        import contextvars
        seen = contextvars.ContextVar("seen", default=[])
        def probe():
            seen.get().append(1)
            return len(seen.get())
    """,
    "a class that only calls itself ContextVar": """
        class ContextVar:
            count = 0
        variable = ContextVar()
        def probe():
            variable.count += 1
            return variable.count
    """,
    "an Enum": """
        import enum
        class Colour(enum.Enum):
            RED = 1
        def probe():
            Colour.count = getattr(Colour, "count", 0) + 1
            return Colour.count
    """,
    "a dataclass": """
        import dataclasses
        @dataclasses.dataclass
        class Wallet:
            amount: int = 0
            tags: list = dataclasses.field(default_factory=list)
        def probe():
            Wallet.amount += 1
            assert Wallet(3) == Wallet(3) and Wallet(3, [1]).tags == [1]
            return Wallet.amount
    """,
    "a NamedTuple": """
        from typing import NamedTuple
        class Point(NamedTuple):
            x: int = 0
        def probe():
            Point.calls = getattr(Point, "calls", 0) + Point(2).x - 1
            return Point.calls
    """,
    "a Protocol": """
        from typing import Protocol, runtime_checkable
        @runtime_checkable
        class Sized(Protocol):
            def size(self) -> int: ...
        class Box:
            def size(self): return 1
        def probe():
            Sized.count = getattr(Sized, "count", 0) + isinstance(Box(), Sized)
            return Sized.count
    """,
    "an abstract class": """
        import abc
        class Base(abc.ABC):
            count = 0
            @abc.abstractmethod
            def go(self): ...
        def probe():
            Base.count += 1
            return Base.count
    """,
    "an Exception": """
        class Broke(Exception):
            raised = 0
            def __init__(self, message):
                super().__init__(message)
                type(self).raised += 1
        def probe():
            try:
                raise Broke("x")
            except Broke as error:
                return error.raised
    """,
}
"""Each `probe` gives 1 when the module is as it was written, and another number when it remembers a former call."""


@pytest.mark.parametrize("what", MUTATIONS)
def test_a_fresh_world_does_not_remember(what: str, asker: Asker) -> None:
    asker.load(MUTATIONS[what])
    assert [asker.call("probe") for _ in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize("what", MUTATIONS)
def test_two_processes_share_nothing(what: str, asker: Asker) -> None:
    asker.load(MUTATIONS[what])
    for _ in range(2):
        world = asker.world("B")
        world.arrive("one", "probe")
        world.arrive("other", "probe", process="B")
        assert [world.result("one"), world.result("other")] == [1, 1]


def test_one_process_does_remember(asker: Asker) -> None:
    asker.load(MUTATIONS["a dict"])
    world = asker.world()
    world.arrive("one", "probe")
    world.arrive("other", "probe")
    assert [world.result("one"), world.result("other")] == [1, 2]


def test_a_module_of_functions_is_executed_once(asker: Asker) -> None:
    asker.load("""
        import time
        STARTED = (object,)
        class Service:
            async def work(self): return 1
        def probe():
            return id(Service)
    """)
    assert asker.call("probe") == asker.call("probe")


def test_a_sibling_module_imported_late_is_forgotten_too(asker: Asker) -> None:
    asker.load(
        {
            "subject.py": """
            def probe():
                import sibling
                sibling.seen.append(1)
                return len(sibling.seen)
        """,
            "sibling.py": "seen = []\n",
        }
    )
    assert [asker.call("probe") for _ in range(3)] == [1, 1, 1]


def test_sibling_modules_are_one_module_each(asker: Asker) -> None:
    asker.load(
        {
            "subject.py": """
            import first, second
            from second import shared
            def probe():
                return [first.shared is shared, second.shared is shared, first.__name__, first.__file__]
        """,
            "first.py": "from second import shared\n",
            "second.py": "shared = []\n",
        }
    )
    assert asker.call("probe") == [True, True, "first", "first.py"]


def test_relative_imports_beside_the_entry(asker: Asker) -> None:
    asker.load(
        {
            "subject.py": """
            from . import ports
            from .ports import NAME
            def probe():
                return [ports.NAME, NAME]
        """,
            "ports.py": "NAME = 'ports'\n",
        }
    )
    assert asker.call("probe") == ["ports", "ports"]


def test_packages_with_relative_imports(asker: Asker) -> None:
    asker.load(
        {
            "subject.py": """
            import shop.stock.shelf as shelf
            import shop.till
            from shop import till, VERSION
            from shop.stock import count
            def probe():
                return [shelf.__name__, till is shop.till, VERSION, count(), shop.till.total(), till.__package__]
        """,
            "shop/__init__.py": "from .till import VERSION\n",
            "shop/till.py": """
            from .stock import shelf
            from . import stock
            VERSION = 3
            def total():
                return stock.count() + shelf.ITEMS
        """,
            "shop/stock/__init__.py": """
            from .. import till
            from .shelf import ITEMS
            def count():
                return ITEMS
        """,
            "shop/stock/shelf.py": "ITEMS = 2\n",
        }
    )
    assert asker.call("probe") == ["shop.stock.shelf", True, 3, 2, 4, "shop"]


def test_a_folder_without_an_init_file_is_a_package(asker: Asker) -> None:
    asker.load(
        {
            "subject.py": """
            from lib.deep import tool
            import lib.other
            def probe():
                return [tool.NAME, lib.other.NAME]
        """,
            "lib/deep/tool.py": "NAME = 'tool'\n",
            "lib/other.py": "from .deep.tool import NAME\n",
        }
    )
    assert asker.call("probe") == ["tool", "tool"]


def test_modules_that_import_each_other(asker: Asker) -> None:
    asker.load(
        {
            "subject.py": """
            import other
            NAME = "subject"
            def probe():
                return other.name_of_subject()
        """,
            "other.py": """
            import subject
            def name_of_subject():
                return subject.NAME
        """,
        }
    )
    assert asker.call("probe") == "subject"


def test_a_missing_module_is_an_import_error_at_its_line(asker: Asker) -> None:
    asker.load(
        "def probe():\n    try:\n        import not_there\n    except ImportError as error:\n        return error.name\n"
    )
    assert asker.call("probe") == "not_there"
    asker.load("import not_there\n")
    world = asker.world()
    world.go(["setup", [["name", "main", -1, "probe"]]])
    broken = world.items[-1]
    assert (broken.what, broken.error[1], broken.error[7]) == ("probe", "ModuleNotFoundError", ["subject.py", 1])


def test_annotations_and_type_hints_find_their_module(asker: Asker) -> None:
    asker.load("""
        from __future__ import annotations
        import dataclasses, typing
        @dataclasses.dataclass(slots=True, frozen=True)
        class Node:
            value: int
            rest: Node | None = None
            kind: typing.ClassVar[str] = "node"
        class Options(typing.TypedDict):
            depth: int
        def probe():
            hints = typing.get_type_hints(Node)
            return [sorted(hints), hints["value"] is int, [f.name for f in dataclasses.fields(Node)], Options(depth=1)]
    """)
    expected = [["kind", "rest", "value"], True, ["value", "rest"], {"depth": 1}]
    assert [asker.call("probe"), asker.call("probe")] == [expected, expected]


def test_source_beyond_ascii(asker: Asker) -> None:
    asker.load({"subject.py": "# Zoë\nclass Épreuve:\n    nom = '漢字'\ndef probe():\n    return Épreuve.nom\n"})
    assert asker.call("probe") == "漢字"


def test_a_syntax_error_has_its_line(asker: Asker) -> None:
    assert asker.puppet.load({"subject.py": "x = 1\ny = (\n"}, "subject") == ("subject.py", 2, "'(' was never closed")
    assert asker.puppet.load({"subject.py": "x = '\0'"}, "subject") is not None
    asker.load("def probe():\n    return 1\n")
    assert asker.call("probe") == 1
