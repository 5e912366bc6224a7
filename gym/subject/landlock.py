"""Landlock for the process at hand: of all files it may read those that are named, and change none.

See Linux, Documentation/userspace-api/landlock.rst. Asked straight from the kernel: the C libraries have no names for it.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

OLDEST = 3
"""The first version that also watches truncation, by which a file that cannot be written could still be emptied."""

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_BENEATH = 1
_WRITE, _READ, _LIST, _TRUNCATE, _DEVICE = 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
_FILES = {3: (1 << 15) - 1, 5: (1 << 16) - 1}
_TCP = 0b11
_SCOPES = 0b11
"""Abstract unix sockets and signals, which then reach no further than this process."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The kernel's version of Landlock; 0 where it has none or has it switched off."""
    try:
        return _call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str] = ()) -> None:
    """From now on, read these files and folders (with all that is in them) and write those files; nothing else.

    Raises OSError where the kernel has no Landlock, an older one than OLDEST, or refuses.
    """
    found = version()
    if found < OLDEST:
        has = f"Landlock {found}" if found else "no Landlock, or has it switched off"
        raise OSError(f"this kernel has {has}; Landlock {OLDEST} is wanted (Linux 6.2)")
    handled = _FILES[5 if found >= 5 else 3]
    ruleset = _Ruleset(handled, _TCP if found >= 4 else 0, _SCOPES if found >= 6 else 0)
    size = 24 if found >= 6 else 16 if found >= 4 else 8
    rules = _call(_CREATE, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in readable:
            _allow(rules, path, _READ | (_LIST if os.path.isdir(path) else 0))
        for path in writable:
            _allow(rules, path, (_READ | _WRITE | _TRUNCATE | _DEVICE) & handled)
        _call(_RESTRICT, ctypes.c_int(rules), ctypes.c_uint32(0))
    finally:
        os.close(rules)


def _allow(rules: int, path: str, access: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rule = _Beneath(access, parent)
        _call(_ADD_RULE, ctypes.c_int(rules), ctypes.c_int(_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(parent)


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    answer: int = libc.syscall(ctypes.c_long(number), *arguments)
    if answer < 0:
        problem = ctypes.get_errno()
        raise OSError(problem, os.strerror(problem))
    return answer


def drop_capabilities() -> None:
    """Give up what root may do beyond others: its files are still its own. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    none = (ctypes.c_uint32 * 6)()
    if libc.capset(header, none):
        problem = ctypes.get_errno()
        raise OSError(problem, f"capset: {os.strerror(problem)}")
