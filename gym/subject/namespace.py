"""The learner's modules: compiled once, executed afresh for every schedule and process.

A namespace that holds only functions, classes, modules and immutables is used again while an identity check shows
that nothing in it was replaced; anything else (a module-level dict, a lock, an lru_cache) is executed anew.
"""

from __future__ import annotations

import abc
import builtins
import contextvars
import re
import sys
import types
from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any

from .order import AGED, aged, compile_aged

_ATOMS = frozenset(
    {
        type(None), bool, int, float, complex, str, bytes, range, types.EllipsisType, types.NotImplementedType,
        types.ModuleType, types.GenericAlias, types.UnionType, types.MemberDescriptorType,
        types.GetSetDescriptorType, types.WrapperDescriptorType, re.Pattern, object,
    }
)  # fmt: skip
_BOOKKEEPING = frozenset(
    {
        "__annotations__", "__annotations_cache__", "__annotate__", "__annotate_func__", "__dict__", "__weakref__",
        "__parameters__", "__orig_bases__", "__static_attributes__", "__firstlineno__", "__abstractmethods__",
        "_abc_impl", "__protocol_attrs__", "__non_callable_proto_members__", "__builtins__", "__spec__", "__loader__",
    }
)  # fmt: skip
_DATACLASS = frozenset(
    {
        "__dataclass_fields__", "__dataclass_params__", "__init__", "__repr__", "__eq__", "__lt__", "__le__", "__gt__",
        "__ge__", "__hash__", "__setattr__", "__delattr__", "__replace__", "__getstate__", "__setstate__",
    }
)  # fmt: skip


class Code:
    """All compiled files of one attempt. `entry` is the module whose names the judge calls."""

    def __init__(self, files: dict[str, str], entry: str) -> None:
        self.entry = entry
        self.names: dict[str, str] = {}
        self.compiled: dict[str, types.CodeType] = {}
        self.packages: set[str] = set()
        for file, source in files.items():
            name = file[:-3].replace("/", ".")
            if name.endswith(".__init__"):
                name = name.removesuffix(".__init__")
                self.packages.add(name)
            self.compiled[name] = compile_aged(source, file)
            self.names[name] = file
        for name in self.compiled:
            while "." in name:
                name = name.rpartition(".")[0]
                self.packages.add(name)
        self.known = self.packages | set(self.compiled)
        self.files = frozenset(files)


class Namespace:
    """One process's modules."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.modules: dict[str, types.ModuleType] = {}
        self._frozen: list[tuple[Mapping[str, Any], list[Any]]] | None = None
        self._frozen_modules = 0
        self._builtins = dict(vars(builtins))
        self._builtins["__import__"] = self._import
        self._builtins[AGED] = aged

    def entry(self) -> types.ModuleType:
        return self.module(self.code.entry)

    def find(self, name: str) -> Any:
        """What the judge names: `SearchBox` of the entry module, or `clients:OldClient` of another one."""
        place, _, name = name.rpartition(":")
        module = self.entry()
        if place:
            module = self._import(place, fromlist=(name,))
        try:
            return getattr(module, name)
        except AttributeError:
            raise AttributeError(f"{self.code.names.get(module.__name__, module.__name__)} has no {name}") from None

    def module(self, name: str) -> types.ModuleType:
        found = self.modules.get(name)
        return self._execute(name) if found is None else found

    def _execute(self, name: str) -> types.ModuleType:
        parent, _, short = name.rpartition(".")
        holder = self.module(parent) if parent else None
        if name in self.modules:
            return self.modules[name]
        module = types.ModuleType(name)
        is_package = name in self.code.packages
        module.__package__ = name if is_package else parent
        if is_package:
            module.__path__ = []
        module.__dict__["__builtins__"] = self._builtins
        self.modules[name] = module
        sys.modules[name] = module
        code = self.code.compiled.get(name)
        if code is not None:
            module.__file__ = self.code.names[name]
            try:
                exec(code, module.__dict__)
            except BaseException:
                del self.modules[name]
                sys.modules.pop(name, None)
                raise
        if holder is not None:
            setattr(holder, short, module)
        return module

    def _import(
        self,
        name: str,
        globals: dict[str, Any] | None = None,  # noqa: A002 (the names of the builtin's own)
        locals: dict[str, Any] | None = None,  # noqa: A002
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        if not level:
            inside = name
        else:
            package = (globals or {}).get("__package__") or ""
            for _ in range(level - 1):
                package = package.rpartition(".")[0]
            inside = f"{package}.{name}" if package and name else name or package
        if inside in self.code.known:
            module = self.module(inside)
            for item in fromlist or ():
                if f"{inside}.{item}" in self.code.known and not hasattr(module, item):
                    self.module(f"{inside}.{item}")
            return module if fromlist else self.module(inside.partition(".")[0])
        if level and not inside and all(item in self.code.known for item in fromlist):
            # `from . import ports` beside a top-level module
            return types.SimpleNamespace(**{item: self.module(item) for item in fromlist})
        try:
            return builtins.__import__(name, globals, locals, fromlist, level)
        except ModuleNotFoundError as error:
            if error.name == name.partition(".")[0]:
                # Nothing beside the judged files comes along, whatever lies in the learner's folder.
                error.msg = f"No module named {error.name!r}; the files judged are {', '.join(sorted(self.code.files))}"
            raise

    def freeze(self) -> None:
        """Remember what the modules hold, if all of it can be used again."""
        freezer = _Freezer(frozenset(self.modules))
        if all(freezer.fixed_dict(vars(module)) for module in self.modules.values()):
            self._frozen = [(held, [*held.values()]) for held in freezer.watched]
            self._frozen_modules = len(self.modules)

    def unchanged(self) -> bool:
        """Whether the frozen modules still hold the very same objects, and no other was imported since."""
        if self._frozen is None or len(self.modules) != self._frozen_modules:
            return False
        # Not by id(): every call of it would go through the audit hook.
        for held, kept in self._frozen:  # noqa: SIM110 (a generator is slower)
            if len(held) != len(kept) or not all(map(is_, held.values(), kept)):
                return False
        return True

    def publish(self) -> None:
        """Let the standard library find these modules by name (dataclasses and typing look there)."""
        sys.modules.update(self.modules)


class _Freezer:
    """Walks what a module holds and says whether all of it is immutable. In doubt: no."""

    def __init__(self, owned: frozenset[str]) -> None:
        self.owned = owned
        self.watched: list[Mapping[str, Any]] = []
        self.seen: set[int] = set()

    def fixed_dict(self, held: Mapping[str, Any], skip: frozenset[str] = frozenset()) -> bool:
        self.watched.append(held)
        return all(name in _BOOKKEEPING or name in skip or self.fixed(value) for name, value in held.items())

    def fixed(self, value: Any) -> bool:
        kind = type(value)
        if kind in _ATOMS or id(value) in self.seen:
            return True
        self.seen.add(id(value))
        if kind is tuple or kind is frozenset:
            return all(map(self.fixed, value))
        if kind is staticmethod or kind is classmethod:
            return self.fixed(value.__func__)
        if kind is property:
            return all(map(self.fixed, (value.fget, value.fset, value.fdel)))
        if kind is types.FunctionType:
            # Not by __module__, which functools.wraps copies. What is not ours is shared by all namespaces anyway.
            return value.__globals__.get("__name__") not in self.owned or self.fixed_function(value)
        if isinstance(value, type):
            return value.__module__ not in self.owned or self.fixed_class(value)
        if kind is types.BuiltinFunctionType:
            return value.__self__ is None or type(value.__self__) is types.ModuleType
        if kind is contextvars.ContextVar:
            return self.fixed(contextvars.Context().run(_default_of, value))
        return kind.__module__ in ("typing", "__future__")

    def fixed_function(self, function: types.FunctionType) -> bool:
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        cells = function.__closure__ or ()
        # Only the `__class__` cell of a method that calls super() is known to stay as it is.
        closed = all(name == "__class__" for name in function.__code__.co_freevars)
        return (closed or not cells) and self.fixed_dict(vars(function)) and all(map(self.fixed, defaults))

    def fixed_class(self, cls: type) -> bool:
        if type(cls) not in (type, abc.ABCMeta) and type(cls).__module__ != "typing":
            return False
        return self.fixed_dict(vars(cls), _DATACLASS if "__dataclass_fields__" in vars(cls) else frozenset())


def _default_of(variable: contextvars.ContextVar[Any]) -> Any:
    try:
        return variable.get()
    except LookupError:
        return None
