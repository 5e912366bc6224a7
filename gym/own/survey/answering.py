"""The answer to a query about a subject: see the package's docstring."""

from __future__ import annotations

import json
import os
import platform
import sys

from .closure import MOST_FILES, Closure, TooMany
from .finding import Place, Search, look, within


class Unfound(Exception):
    """The subject is not there; the message is a sentence."""


def survey(subject: str, folder: str, libraries: list[str]) -> dict[str, object]:
    """The answer to a query. Raises Unfound, TooMany."""
    path = os.path.normpath(os.path.join(folder, subject))
    if subject.endswith(".py") or os.sep in subject or os.path.isfile(path):
        root, search, closure = _of_file(_file(path), folder, libraries)
    else:
        root, search, closure = _of_module(subject, folder, libraries)
    return {
        "entry": closure.entry,
        "root": root,
        "files": closure.files,
        "libraries": search.library_folders() if closure.uses_libraries or libraries else [],
        "missing": closure.missing(),
    }


def _file(path: str) -> str:
    if os.path.isdir(path):
        inside = os.path.join(path, "__init__.py")
        if not os.path.isfile(inside):
            raise Unfound("this is a folder without __init__.py; name the Python file in it")
        return inside
    if not os.path.exists(path):
        raise Unfound("there is no such file")
    if not path.endswith(".py"):
        raise Unfound("this is not a Python file: its name does not end in .py")
    return path


def _of_file(path: str, folder: str, libraries: list[str]) -> tuple[str, Search, Closure]:
    """A file under the name that its imports call for: as a script, or as a module of the package that it lies in."""
    root, parts = os.path.dirname(path), [os.path.basename(path)[:-3]]
    is_package = parts == ["__init__"]
    if is_package:
        root, parts = os.path.dirname(root), [os.path.basename(root)]
    while os.path.isfile(os.path.join(root, "__init__.py")):
        parts.insert(0, os.path.basename(root))
        root = os.path.dirname(root)
    place = Place(path, [os.path.dirname(path)] if is_package else [])
    while True:
        search = Search(libraries, [root], [folder, os.path.join(folder, "src")])
        closure = Closure(search, ".".join(parts), place)
        levels = _levels_above(closure, path, root)
        if not levels:
            return root, search, closure
        for _ in range(levels):
            parts.insert(0, os.path.basename(root))
            root = os.path.dirname(root)


def _levels_above(closure: Closure, path: str, root: str) -> int:
    """How many folders further up the subject's name has to begin for its imports to be found: packages need no file."""
    if any(one.beyond for _, one in closure.unresolved):
        return 1 if os.path.basename(root).isidentifier() else 0
    entry_top = closure.entry.partition(".")[0]
    used = {name.partition("/")[0] for name in closure.files if "/" in name}
    above = {name for name in used - {entry_top} if within(path, closure.tops[name].folders)}
    level = 0
    while os.path.basename(root).isidentifier():
        level += 1
        name = os.path.basename(root)
        if name in above or (name != entry_top and _would_find(closure, name, root)):
            return level
        root = os.path.dirname(root)
    return 0


def _would_find(closure: Closure, name: str, folder: str) -> bool:
    """Whether something that the subject imports from a package of this name lies in the folder."""
    for _, one in closure.unresolved:
        for module in one.modules():
            top, _, rest = module.partition(".")
            if top == name and rest and look(rest.partition(".")[0], [folder]):
                return True
    return False


def _of_module(name: str, folder: str, libraries: list[str]) -> tuple[str, Search, Closure]:
    """A module by its dotted name, as `python -m` finds it from the folder, or else from `src` in it."""
    if not all(part.isidentifier() for part in name.split(".")):
        raise Unfound("this is neither a Python file nor the dotted name of a module")
    search = Search(libraries, [folder], [os.path.join(folder, "src")])
    closure = Closure(search, name)
    place = closure.find(name)
    if place is None:
        raise Unfound(_why_not_found(closure, search, name))
    if place.file is None:
        raise Unfound("this is a folder without __init__.py; name the module in it")
    root = os.path.dirname(place.file)
    for _ in range(name.count(".") + bool(place.folders)):
        root = os.path.dirname(root)
    return root, search, closure


def _why_not_found(closure: Closure, search: Search, name: str) -> str:
    top = search.top(name.partition(".")[0])
    if top is not None and search.is_stock(top):
        return "this belongs to Python itself"
    parent, _, short = name.rpartition(".")
    while parent and closure.find(parent) is None:
        parent, _, short = parent.rpartition(".")
    if parent:
        return f"the package {parent} has no module {short}"
    return "there is no such module in the current folder, in src, or where Python looks for modules"


def main(query: str) -> None:
    """Print the answer to a query."""
    asked = json.loads(query)
    answer: dict[str, object] = {"version": list(sys.version_info[:2]), "kind": platform.python_implementation()}
    try:
        answer.update(survey(asked["subject"], asked["folder"], asked["libraries"]))
    except Unfound as error:
        answer["error"] = str(error)
    except TooMany:
        answer["error"] = f"the subject imports more than {MOST_FILES:,} modules of its own"
    print(json.dumps(answer))  # noqa: T201 - its only output
