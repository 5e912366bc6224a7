"""What a proof may not do: look into the code that it tests, or leave something behind for its next run.

This is for honest learners and lazy cheats. It is no security boundary.
"""

from __future__ import annotations

import dis
import inspect
import linecache
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from gym.prove.wire import Run

_CODE = frozenset({"__code__", "cr_code", "gi_code", "ag_code", "f_code"})
_REFUSED = {
    "gc.get_objects": "looks through the memory",
    "gc.get_referrers": "looks through the memory",
    "gc.get_referents": "looks through the memory",
    "os.system": "starts a process",
    "os.exec": "starts a process",
    "os.fork": "starts a process",
    "os.forkpty": "starts a process",
    "os.posix_spawn": "starts a process",
    "subprocess.Popen": "starts a process",
    "os.kill": "sends a signal",
    "signal.pthread_kill": "sends a signal",
    "socket.__new__": "opens a socket",
    "socket.connect": "opens a socket",
    "ctypes.dlopen": "loads a native library",
    "os.mkdir": "changes files",
    "os.rmdir": "changes files",
    "os.remove": "changes files",
    "os.rename": "changes files",
    "os.link": "changes files",
    "os.symlink": "changes files",
    "os.chmod": "changes files",
    "os.utime": "changes files",
    "os.setxattr": "changes files",
    "os.truncate": "changes files",
}
_LOOKERS = frozenset({inspect.__file__, dis.__file__})
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Refused(Exception):
    """Raised at the line that did it; what was found stands whether or not the test catches it."""


class Fences:
    """Fences around the test file `proof`. The first foul is kept in `foul`."""

    def __init__(self, proof: str, folder: str, modules: frozenset[str]) -> None:
        self.foul: Run | None = None
        self._proof = proof
        self._modules = frozenset(os.path.join(folder, name) for name in modules)
        self._folder = folder + os.sep
        self._up = False
        self._looking = False

    @contextmanager
    def up(self) -> Iterator[None]:
        """Watch within the block."""
        sys.addaudithook(self._audit)
        self._up = True
        try:
            yield
        finally:
            self._up = False

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._up or self._looking:
            return
        self._looking = True
        try:
            says = self._refusal(event, args)
            if says is not None:
                self._refuse(says)
        finally:
            self._looking = False

    def _refusal(self, event: str, args: tuple[Any, ...]) -> str | None:
        if event == "object.__getattr__":
            looks = args[1] in _CODE and self._is_tested(getattr(args[0], args[1], None))
            return "looks into the code that it tests" if looks and self._itself() else None
        if event == "open":
            mode, flags = args[1], args[2]
            writes = any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool(flags & _WRITES)
            return "changes files" if writes and args[0] != os.devnull and self._by_proof() else None
        says = _REFUSED.get(event)
        return says if says is not None and self._by_proof() else None

    def _is_tested(self, code: Any) -> bool:
        return getattr(code, "co_filename", None) in self._modules

    def _itself(self) -> bool:
        """Whether the test does it with its own hands or through a library made for that.

        The repr of a task looks too, and so do the private functions of inspect, which ask for flags and signatures only.
        """
        looker = sys._getframe(3).f_code
        if looker.co_filename == self._proof:
            return True
        asks_little = looker.co_filename == inspect.__file__ and looker.co_name.startswith("_")
        return looker.co_filename in _LOOKERS and not asks_little and self._by_proof()

    def _by_proof(self) -> bool:
        """Whether the innermost frame of anything in the folder is the test's: what the tested code does is its own."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            name = frame.f_code.co_filename
            if name == self._proof:
                return not _imports(frame)
            if name.startswith(self._folder):
                return False
            frame = frame.f_back
        return False

    def _refuse(self, says: str) -> None:
        line, source = own_line(self._proof, sys._getframe(1))
        self.foul = self.foul or Run("foul", line=line, source=source, message=says)
        raise Refused(f"the test {says}")


def _imports(frame: FrameType) -> bool:
    """Whether the frame is at an import: what a library does while it is loaded is nobody's foul."""
    inner: FrameType | None = sys._getframe(2)
    while inner is not None and inner is not frame:
        if inner.f_code.co_filename.startswith("<frozen importlib"):
            return True
        inner = inner.f_back
    return False


def own_line(proof: str, frame: FrameType | None) -> tuple[int, str]:
    """The innermost line of the test file at work, and what stands there; 0 where it is none of it."""
    while frame is not None:
        if frame.f_code.co_filename == proof:
            return frame.f_lineno, linecache.getline(proof, frame.f_lineno).strip()
        frame = frame.f_back
    return 0, ""
