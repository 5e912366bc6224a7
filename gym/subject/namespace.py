"""The learner's modules: compiled once, executed afresh for every schedule and process.

A namespace that holds only functions, classes, modules and immutables is used again while an identity check shows
that nothing in it was replaced; anything else (a module-level dict, a lock, an lru_cache) is executed anew.
"""

import abc
import builtins
import re
import sys
import types
from operator import is_

_ATOMS = frozenset(
    {
        type(None), bool, int, float, complex, str, bytes, range, types.EllipsisType, types.NotImplementedType,
        types.ModuleType, types.BuiltinFunctionType, types.GenericAlias, types.UnionType, types.MemberDescriptorType,
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

    def __init__(self, files, entry):
        self.entry = entry
        self.names = {}
        self.compiled = {}
        for file, source in files.items():
            name = file[:-3].replace("/", ".").removesuffix(".__init__")
            self.compiled[name] = compile(source, file, "exec", dont_inherit=True)
            self.names[name] = file
        self.files = frozenset(files)


class Namespace:
    """One process's modules."""

    def __init__(self, code):
        self.code = code
        self.modules = {}
        self._frozen = None
        self._builtins = dict(vars(builtins))
        self._builtins["__import__"] = self._import

    def entry(self):
        return self.module(self.code.entry)

    def module(self, name):
        found = self.modules.get(name)
        return self._execute(name) if found is None else found

    def _execute(self, name):
        module = types.ModuleType(name)
        module.__file__ = self.code.names[name]
        module.__dict__["__builtins__"] = self._builtins
        self.modules[name] = module
        sys.modules[name] = module
        try:
            exec(self.code.compiled[name], module.__dict__)
        except BaseException:
            del self.modules[name]
            raise
        return module

    def _import(self, name, globals=None, locals=None, fromlist=(), level=0):
        inside = name
        if level and globals is not None:
            package = globals.get("__name__", "").rpartition(".")[0]
            inside = f"{package}.{name}" if package and name else name or package
        if level and not inside and fromlist:
            # `from . import ports` beside a top-level module
            holder = types.SimpleNamespace()
            for item in fromlist:
                setattr(holder, item, self.module(item))
            return holder
        if inside in self.code.compiled:
            module = self.module(inside)
            return module if fromlist or "." not in inside else self.module(inside.partition(".")[0])
        return builtins.__import__(name, globals, locals, fromlist, level)

    def freeze(self):
        """Remember what the modules hold, if all of it can be used again."""
        freezer = _Freezer(frozenset(self.modules))
        if all(freezer.fixed_dict(vars(module)) for module in self.modules.values()):
            self._frozen = [(held, [*held.values()]) for held in freezer.watched]

    def unchanged(self):
        """Whether the frozen modules still hold the very same objects."""
        if self._frozen is None:
            return False
        # Not by id(): every call of it would go through the audit hook.
        for held, kept in self._frozen:
            if len(held) != len(kept) or not all(map(is_, held.values(), kept)):
                return False
        return True

    def publish(self):
        """Let the standard library find these modules by name (dataclasses and typing look there)."""
        sys.modules.update(self.modules)


class _Freezer:
    """Walks what a module holds and says whether all of it is immutable. In doubt: no."""

    def __init__(self, owned):
        self.owned = owned
        self.watched = []
        self.seen = set()

    def fixed_dict(self, held, skip=frozenset()):
        self.watched.append(held)
        return all(name in _BOOKKEEPING or name in skip or self.fixed(value) for name, value in held.items())

    def fixed(self, value):
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
        if kind is types.FunctionType or isinstance(value, type):
            if getattr(value, "__module__", None) not in self.owned:
                return True  # the standard library's: shared by all namespaces anyway
            return self.fixed_function(value) if kind is types.FunctionType else self.fixed_class(value)
        return kind.__module__ in ("typing", "__future__") or kind.__name__ == "ContextVar"

    def fixed_function(self, function):
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        cells = function.__closure__ or ()
        # Only the `__class__` cell of a method that calls super() is known to stay as it is.
        closed = all(name == "__class__" for name in function.__code__.co_freevars)
        return (closed or not cells) and self.fixed_dict(vars(function)) and all(map(self.fixed, defaults))

    def fixed_class(self, cls):
        if type(cls) not in (type, abc.ABCMeta) and type(cls).__module__ != "typing":
            return False
        return self.fixed_dict(vars(cls), _DATACLASS if "__dataclass_fields__" in vars(cls) else frozenset())
