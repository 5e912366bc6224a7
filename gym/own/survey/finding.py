"""Where modules are, told from names alone: nothing is imported."""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES, BuiltinImporter, FrozenImporter

_PACKAGED = ("site-packages", "dist-packages")


class Place:
    """Where a module is: its file, and the folders of its submodules.

    A package without __init__.py has no file, a module built into the interpreter has neither.
    """

    def __init__(self, file: str | None, folders: list[str]) -> None:
        self.file = file
        self.folders = folders

    @property
    def path(self) -> str:
        """The file, or else the first folder, or else nothing."""
        return self.file or (self.folders[0] if self.folders else "")


def look(name: str, folders: list[str]) -> Place | None:
    """A module of this last name in the first of the folders that has it, as CPython's path finder looks."""
    portions: list[str] = []
    for folder in folders:
        base = os.path.join(folder, name)
        if os.path.isfile(os.path.join(base, "__init__.py")):
            return Place(os.path.join(base, "__init__.py"), [base])
        for suffix in (*EXTENSION_SUFFIXES, ".py"):
            if os.path.isfile(base + suffix):
                return Place(base + suffix, [])
        if os.path.isdir(base):
            portions.append(base)
    return Place(None, portions) if portions else None


def within(path: str, folders: list[str]) -> bool:
    """Whether a path lies in one of the folders."""
    return any(path == folder or path.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)


def is_packaged(path: str) -> bool:
    """Whether an installer put it there."""
    return any(part in _PACKAGED for part in path.split(os.sep))


class Search:
    """Where top-level names are looked for, and whose what is found there is.

    `first` comes before, and `last` after what the interpreter searches; `libraries` hold nothing of one's own.
    """

    def __init__(self, libraries: list[str], first: list[str], last: list[str]) -> None:
        self.libraries = libraries
        self._stock = [os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")]
        self._installed = [path for path in map(os.path.abspath, sys.path) if os.path.isdir(path)]
        self._folders = list(dict.fromkeys([*first, *libraries, *self._installed, *last]))

    def top(self, name: str) -> Place | None:
        """A top-level module, whosever it is."""
        if BuiltinImporter.find_spec(name) or FrozenImporter.find_spec(name):
            return Place(None, [])
        return look(name, self._folders) or _hooked(name)

    def is_stock(self, place: Place) -> bool:
        """Whether it is the interpreter's own."""
        path = os.path.realpath(place.path) if place.path else ""
        return not path or (within(path, self._stock) and not is_packaged(path))

    def is_own(self, place: Place) -> bool:
        """Whether it is the user's own code: Python source, or a folder of it, that nobody installed."""
        if self.is_stock(place) or (place.file and not place.file.endswith(".py")):
            return False
        return not (is_packaged(place.path) or within(place.path, self.libraries))

    def library_folders(self) -> list[str]:
        """All folders that installed modules may be in."""
        beside = [path for path in self._installed if is_packaged(path) or not within(os.path.realpath(path), self._stock)]
        return list(dict.fromkeys([*self.libraries, *beside]))


def _hooked(name: str) -> Place | None:
    """What an editable install's own finder knows."""
    for finder in sys.meta_path:
        if str(getattr(finder, "__module__", "")).startswith("__editable__"):
            spec = finder.find_spec(name, None)
            if spec is not None and spec.origin:
                return Place(spec.origin, list(spec.submodule_search_locations or []))
    return None
