"""A seccomp filter for the process at hand: what it may no longer ask of the kernel, for good and for all its threads.

The filter is a BPF program (Linux, Documentation/userspace-api/seccomp_filter.rst) that lists what is refused, not what is
allowed: a CPython or C library that uses another harmless call must not look like a crash of the learner's. What it lists is
refused with EPERM, so that Python raises PermissionError.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable, Sequence

from .syscalls import DENIED, NEWEST

_ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""Of each machine: the kernel's AUDIT_ARCH number, and its column in the table."""

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_REFUSE, _ABSENT = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS

_NUMBER, _ARCHITECTURE = 0, 4
_FOREIGN = 0x3FFFFFFF
"""Numbers above are calls of the x32 ABI, which would be the same calls under other numbers."""

_CLONE, _CLONE3 = (56, 220), 435
_CLONE_THREAD, _CLONE_NEW = 0x00010000, 0x7E020080
_SIGNALS = ((62, 129), (200, 130), (234, 131), (129, 138), (297, 240))
"""kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo: to this process alone (abort and the fault handler use them)."""
_PRLIMIT = (302, 261)
_FCNTL, _FCNTL_REFUSED = (72, 25), (8, 15, 1024, 1026)
"""F_SETOWN and F_SETOWN_EX signal others; F_SETLEASE and F_NOTIFY delay and watch them."""
_IOCTL, _IOCTL_REFUSED = (16, 29), (0x8901, 0x8902, 0x5412, 0x541C)
"""FIOSETOWN and SIOCSPGRP signal others; TIOCSTI and TIOCLINUX type into a terminal."""

_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _MODE_FILTER = 22, 38, 2

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, constant."""


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("if_true", ctypes.c_ubyte),
        ("if_false", ctypes.c_ubyte),
        ("constant", ctypes.c_uint),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.POINTER(_Filter)))


def program(machine: str, pid: int) -> list[Instruction]:
    """The filter for a process of that number. Raises KeyError for a machine without a table."""
    architecture, column = _ARCHITECTURES[machine]
    out: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        *_when((_GREATER, 0, 1, _FOREIGN), _ABSENT),
        *_when((_GREATER, 0, 1, NEWEST), _ABSENT),
        *_when((_EQUAL, 0, 1, _CLONE3), _ABSENT),
    ]
    for denied in DENIED:
        for numbers in denied.calls.values():
            number = numbers[column]
            if number is not None:
                out += _when((_EQUAL, 0, 1, number), _REFUSE)
    out += _of_call(_CLONE[column], 0, _only_threads())
    for numbers in _SIGNALS:
        out += _of_call(numbers[column], 0, _unless((pid,)))
    out += _of_call(_PRLIMIT[column], 0, _unless((0, pid)))
    out += _of_call(_FCNTL[column], 1, _if(_FCNTL_REFUSED))
    out += _of_call(_IOCTL[column], 1, _if(_IOCTL_REFUSED))
    return [*out, (_RETURN, 0, 0, _ALLOW)]


def _when(test: Instruction, answer: int) -> list[Instruction]:
    return [test, (_RETURN, 0, 0, answer)]


def _of_call(number: int, argument: int, body: Sequence[Instruction]) -> list[Instruction]:
    """What is asked of one call's argument: its low 32 bits, which hold every flag, command and process number."""
    return [(_EQUAL, 0, len(body) + 1, number), (_LOAD, 0, 0, 16 + 8 * argument), *body]


def _only_threads() -> list[Instruction]:
    allowed, refused = (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)
    return [(_ANY_BIT, 2, 0, _CLONE_NEW), (_ANY_BIT, 0, 1, _CLONE_THREAD), allowed, refused]


def _if(values: Iterable[int]) -> list[Instruction]:
    tests = [each for value in values for each in _when((_EQUAL, 0, 1, value), _REFUSE)]
    return [*tests, (_RETURN, 0, 0, _ALLOW)]


def _unless(values: Iterable[int]) -> list[Instruction]:
    tests = [each for value in values for each in _when((_EQUAL, 0, 1, value), _ALLOW)]
    return [*tests, (_RETURN, 0, 0, _REFUSE)]


def forgo_privileges() -> None:
    """Let no later program give rights back: seccomp and Landlock ask for it. Raises OSError."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, 0)


def install() -> None:
    """Put the filter in place. Raises OSError when the kernel refuses it, KeyError for a machine without a table."""
    instructions = program(os.uname().machine, os.getpid())
    filters = (_Filter * len(instructions))(*(_Filter(*each) for each in instructions))
    whole = _Program(len(instructions), filters)
    _prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(whole))


def _prctl(option: int, second: int, third: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(ctypes.c_int(option), ctypes.c_ulong(second), ctypes.c_ulong(third), zero, zero):
        number = ctypes.get_errno()
        raise OSError(number, f"prctl({option}): {os.strerror(number)}")
