"""The modules of one's own that a subject can come to import."""

from __future__ import annotations

from .finding import Place, Search, look
from .imports import Import, imports_of

MOST_FILES = 2000


class TooMany(Exception):
    """More modules than are judged."""


class Closure:
    """The entry module, everything of one's own that it can come to import, and what of all that cannot be found.

    `files` maps `shop/db.py` to the file of shop.db, wherever that is. `place` is where the entry is, if that is known
    already; a module is then one's own if it lies in the same top-level package, whoever put it there.
    """

    def __init__(self, search: Search, entry: str, place: Place | None = None) -> None:
        self.entry = entry
        self.files: dict[str, str] = {}
        self.tops: dict[str, Place] = {}
        self.uses_libraries = False
        self.unresolved: list[tuple[str, Import]] = []
        self._search = search
        self._known: dict[str, Place | None] = {}
        self._imports: dict[str, list[Import]] = {}
        self._waiting: list[str] = []
        if place is not None:
            self._settle(entry, place)
        self.find(entry)
        while self._waiting:
            self._take_in(self._waiting.pop())

    def find(self, name: str) -> Place | None:
        """A module of one's own, with its parents. None: it is not one's own, or not there."""
        if name not in self._known:
            parent, _, short = name.rpartition(".")
            above = self.find(parent) if parent else None
            place = (look(short, above.folders) if above else None) if parent else self._find_top(name)
            self._settle(name, place)
        elif "." in name:
            self.find(name.rpartition(".")[0])
        return self._known[name]

    def _settle(self, name: str, place: Place | None) -> None:
        self._known[name] = place
        if place is not None:
            self._waiting.append(name)
            if "." not in name:
                self.tops[name] = place

    def _find_top(self, name: str) -> Place | None:
        place = self._search.top(name)
        if place is None or self._search.is_stock(place):
            return None
        if name == self.entry.partition(".")[0] or self._search.is_own(place):
            return place
        self.uses_libraries = True
        return None

    def _take_in(self, name: str) -> None:
        place = self._known[name]
        if place is None or place.file is None or not place.file.endswith(".py"):
            return
        path = name.replace(".", "/")
        self.files[f"{path}/__init__.py" if place.folders else f"{path}.py"] = place.file
        if len(self.files) > MOST_FILES:
            raise TooMany
        package = name if place.folders else name.rpartition(".")[0]
        self._imports[name] = imports_of(place.file, package)
        for one in self._imports[name]:
            self._follow(name, one)

    def _follow(self, name: str, one: Import) -> None:
        # Whatever a value names may be a library, and the versions of what is installed are told where that is.
        if one.dynamic or "importlib.metadata" in one.modules():
            self.uses_libraries = True
        if one.dynamic:
            return
        target = self.find(one.module) if one.module else None
        taken = [self.find(each) for each in one.modules()[1:]] if target is None or target.folders else []
        hollow = target is None or (target.file is None and not any(taken))
        if one.beyond or (hollow and not any(taken) and not self._is_anothers(one.top)):
            self.unresolved.append((name, one))

    def _is_anothers(self, top: str) -> bool:
        """Whether there is such a module, and it is not one's own."""
        return top not in self.tops and self._search.top(top) is not None

    def missing(self) -> list[tuple[str, str, int]]:
        """Libraries without which the subject cannot be imported: module, importing file by name, line."""
        sure = self._certain()
        own = {name for name, place in self.tops.items() if place.file is not None} | {self.entry.partition(".")[0]}
        return [
            (one.top, self._file_of(name), one.line)
            for name, one in self.unresolved
            if name in sure and one.certain and not one.beyond and one.top not in own
        ]

    def _file_of(self, name: str) -> str:
        path = name.replace(".", "/")
        return f"{path}.py" if f"{path}.py" in self.files else f"{path}/__init__.py"

    def _certain(self) -> set[str]:
        """The modules that are imported whenever the entry is."""
        sure: set[str] = set()
        waiting = [self.entry]
        while waiting:
            name = waiting.pop()
            while name and name not in sure:
                sure.add(name)
                waiting += [each for one in self._imports.get(name, ()) if one.certain for each in one.modules()]
                name = name.rpartition(".")[0]
        return sure
