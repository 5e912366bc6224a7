"""One order for what Python orders by memory address: sets of objects, in asyncio and in the learner's code.

A broadcast over a set of queues would otherwise go another way in every run, and no schedule could be replayed.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import itertools
from types import CodeType
from typing import Any
from weakref import ref

AGED = "__aged__"

_address_hash = object.__hash__
_ages: dict[int, tuple[ref[Any], int]] = {}
_numbers = itertools.count(1)


def start_numbering() -> None:
    """Every world counts anew. What lives on keeps the number it has."""
    global _numbers
    _numbers = itertools.count(1)


def hash_by_age(cls: Any) -> None:
    """Objects of this class get their hash in the order in which they were first hashed, if it is the default one."""
    if cls.__hash__ is _address_hash:
        cls.__hash__ = _hash_by_age


def _hash_by_age(self: object) -> int:
    address = _address_hash(self)
    known = _ages.get(address)
    if known is not None:
        return known[1]
    try:
        held = ref(self, lambda _: _ages.pop(address, None))
    except TypeError:
        return address  # slots without __weakref__: nowhere to remember a number
    number = next(_numbers)
    _ages[address] = (held, number)
    return number


def compile_aged(source: str, file: str) -> CodeType:
    """Compile so that the instances of every class are hashed by age. Raises what `compile` raises.

    The outermost decorator does it, before the program gets hold of the class: an instance may be a key of some dict by
    the end of the module, and its hash must not change any more. To a dataclass a __hash__ would be its author's.
    """
    if "class " not in source:
        return compile(source, file, "exec", dont_inherit=True)
    tree = ast.parse(source, file)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            node.decorator_list.insert(0, ast.copy_location(ast.Name(AGED, ast.Load()), node))
    code: CodeType = compile(tree, file, "exec", dont_inherit=True)
    return code


def aged(cls: Any) -> Any:
    """The decorator, known to what `compile_aged` compiled as the builtin AGED."""
    # A protocol would ask for every member that it has.
    if isinstance(cls, type) and not getattr(cls, "_is_protocol", False):
        with contextlib.suppress(TypeError):  # made in C, or made immutable by a decorator
            hash_by_age(cls)
    return cls


class OrderedTasks(dict[Any, None]):
    """A set that iterates in order of insertion: what a TaskGroup aborts first must not hang on addresses."""

    def add(self, task: object) -> None:
        self[task] = None

    def discard(self, task: object) -> None:
        self.pop(task, None)

    def remove(self, task: object) -> None:
        del self[task]


def order_sets() -> None:
    """Make asyncio's own sets, and sets of its objects, iterate in one order. Idempotent."""
    _order_task_groups()
    _order_as_completed()
    for name in ("Queue", "Event", "Lock", "Semaphore", "Condition", "Barrier"):
        hash_by_age(getattr(asyncio, name))


def _order_as_completed() -> None:
    """Coroutines handed to as_completed start in their order: stock puts them in a set, hashed by address."""
    stock: Any = asyncio.as_completed
    module: Any = asyncio
    if getattr(stock, "_gym_ordered", False):
        return

    def tasks_of(fs: Any) -> Any:
        if asyncio.isfuture(fs) or asyncio.iscoroutine(fs):
            return fs
        return [asyncio.ensure_future(item) for item in dict.fromkeys(fs)]

    if inspect.isgeneratorfunction(stock):

        def as_completed(fs: Any, *, timeout: float | None = None) -> Any:
            yield from stock(tasks_of(fs), timeout=timeout)

    else:

        def as_completed(fs: Any, *, timeout: float | None = None) -> Any:
            return stock(tasks_of(fs), timeout=timeout)

    as_completed._gym_ordered = True  # type: ignore[attr-defined]
    module.as_completed = module.tasks.as_completed = as_completed


def _order_task_groups() -> None:
    """Give every TaskGroup an ordered set of tasks."""
    group: Any = asyncio.TaskGroup
    if getattr(group, "_gym_ordered", False):
        return
    stock = group.__init__

    def begin(self: Any, *args: Any, **kwargs: Any) -> None:
        stock(self, *args, **kwargs)
        self._tasks = OrderedTasks()

    group.__init__ = begin
    group._gym_ordered = True
