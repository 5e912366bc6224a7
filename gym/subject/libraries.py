"""Libraries beside the standard one, for races on code of one's own. Never for katas: they start without any.

A library keeps state of its own (registries, caches, a default connection), which would outlive a world. So where there
are libraries they are imported once, ahead of all worlds, and every world runs in a fork of that process and ends with it.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from .order import order_instances

Frame = list[Any]

_WORLD_CPU_S = 60


def import_ahead(sources: Iterable[str], own: Collection[str], folders: Sequence[str]) -> None:
    """Import what the sources name, apart from their own modules; what fails to will fail again where it is used."""
    for source in sources:
        for name, items in _imports(source):
            if name not in own:
                try:
                    __import__(name, fromlist=items)
                except Exception:
                    continue
    roots = tuple(os.path.join(folder, "") for folder in folders)
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(roots):
            order_instances(vars(module), name)


def _imports(source: str) -> list[tuple[str, list[str]]]:
    """(module, names taken from it) of every absolute import, wherever it stands."""
    found: list[tuple[str, list[str]]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            found.append((node.module, [alias.name for alias in node.names]))
    return found


def run_apart(run: Callable[[Frame], Frame], frame: Frame) -> Frame:
    """Run a world in a fork; gives the frame that ended it. Ends as the fork did where that ended in mid-world."""
    read_fd, write_fd = os.pipe()
    child = os.fork()
    if not child:
        os.close(read_fd)
        _limit_cpu()
        with os.fdopen(write_fd, "wb") as told:
            told.write(json.dumps(run(frame)).encode())
        os._exit(0)
    os.close(write_fd)
    with os.fdopen(read_fd, "rb") as heard:
        data = heard.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if data and not code:
        after: Frame = json.loads(data)
        return after
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
        os.kill(os.getpid(), -code)
    os._exit(code)


def _limit_cpu() -> None:
    """Nobody but the kernel ends a fork that is stuck in C once its parent was killed."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (_WORLD_CPU_S, _WORLD_CPU_S))
