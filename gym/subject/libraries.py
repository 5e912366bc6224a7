"""Libraries beside the standard one, for races on code of one's own. Never for katas: they start without any.

A library keeps state of its own (registries, caches, a default connection), which would outlive a world. So where there
are libraries they are imported once, ahead of all worlds, and every world runs in a fork of that process and ends with it.
"""

from __future__ import annotations

import ast
import builtins
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from types import CodeType, ModuleType
from typing import Any

from .order import AGED, aged, compile_aged

Frame = list[Any]
Answer = tuple[Frame, list[str], list[str]]
"""The frame that ended a world, the lines that were read with it, and the modules that were imported in it."""
Apart = Callable[[int], AbstractContextManager[None]]
"""Sets the state of a world aside while a module runs, which gets a number for its randomness."""


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles a library's modules as the learner's are, whatever is cached.

    Many are imported by a function at its first call, so in mid-world: what they do then is as little the world's as if
    they had been imported ahead of it.
    """

    apart: Apart

    def exec_module(self, module: ModuleType) -> None:
        with type(self).apart(zlib.crc32(module.__name__.encode())):
            super().exec_module(module)

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return compile_aged(importlib.util.decode_source(self.get_data(path)), path)


def install(folders: Sequence[str], apart: Apart) -> None:
    """Find modules in these folders too, after all others."""
    _Loader.apart = staticmethod(apart)
    kinds = (
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
        (_Loader, importlib.machinery.SOURCE_SUFFIXES),
    )
    stock = importlib.machinery.FileFinder.path_hook(*kinds)

    def find(path: str) -> Any:
        if not any(path == folder or path.startswith(folder + os.sep) for folder in folders):
            raise ImportError("not a folder of libraries", path=path)
        return stock(path)

    sys.path_hooks.insert(0, find)
    sys.path.extend(folders)
    setattr(builtins, AGED, aged)


def import_ahead(sources: Iterable[str], own: Collection[str]) -> None:
    """Import what the sources name, apart from their own modules; what fails to will fail again where it is used."""
    for source in sources:
        for name, items in _imports(source):
            if name not in own:
                try:
                    __import__(name, fromlist=items)
                except Exception:
                    continue


def import_late(names: Iterable[str]) -> None:
    """Import what a world imported in its course, so that later ones need not; what cannot be is left to them."""
    for name in names:
        try:
            __import__(name)
        except Exception:
            continue


def _imports(source: str) -> list[tuple[str, list[str]]]:
    """(module, names taken from it) of every absolute import, wherever it stands."""
    found: list[tuple[str, list[str]]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            found.append((node.module, [alias.name for alias in node.names]))
    return found


def run_apart(run: Callable[[Frame], Answer], frame: Frame) -> Answer:
    """Run a world in a fork; gives what `run` gave there. Ends as the fork did where that ended in mid-world."""
    read_fd, write_fd = os.pipe()
    child = os.fork()
    if not child:
        os.close(read_fd)
        with os.fdopen(write_fd, "wb") as told:
            told.write(json.dumps(run(frame)).encode())
        os._exit(0)
    os.close(write_fd)
    with os.fdopen(read_fd, "rb") as heard:
        data = heard.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if data and not code:
        after, unread, late = json.loads(data)
        return after, unread, late
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
        os.kill(os.getpid(), -code)
    os._exit(code)
