"""Tries to get out of a sandbox in every way that the ladder promises to close, and says what each try gave.

Run in place of the runtime, by the judge's own word only (see gym/judge/sandboxes/probing.py). One line of JSON comes in:
what there is to be reached. One goes out for each try: [attack's number, what was tried, whether it was got, words].
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import platform
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

Reach = dict[str, Any]

_IO_URING_SETUP, _PIDFD_OPEN = 425, 434
_VFORK_LIKE = 0x11  # SIGCHLD: a process, not a thread
_PTRACE = {"x86_64": 101, "aarch64": 117}
_CLONE = {"x86_64": 56, "aarch64": 220}
_READV = {"x86_64": 310, "aarch64": 270}
_SEIZE = 0x4206


def _syscall(number: int, *arguments: int) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    answer: int = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(each) for each in arguments))
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer


def _read(path: str) -> str:
    with open(path, "rb") as file:
        return repr(file.read(40))


def _list(path: str) -> str:
    return ", ".join(sorted(os.listdir(path))[:3])


def _write(path: str) -> str:
    with open(path, "w") as file:
        file.write("here")
    return "written"


def _change(path: str) -> str:
    os.chmod(path, 0o600)
    return "its mode was changed"


def _empty(path: str) -> str:
    os.truncate(path, 0)
    return "it was emptied"


def _remove(path: str) -> str:
    os.remove(path)
    return "it was removed"


def _read_memory(reach: Reach) -> str:
    with open(f"/proc/{reach['parent']}/mem", "rb", buffering=0) as file:
        file.seek(reach["address"])
        return repr(file.read(reach["size"]))


def _signal(pid: int) -> str:
    os.kill(pid, 0)
    return "it may be signalled"


def _own_signal(reach: Reach) -> str:
    """A pipe whose owner is another process: SIGIO would go to it."""
    import fcntl

    read_fd, _ = os.pipe()
    fcntl.fcntl(read_fd, fcntl.F_SETOWN, reach["parent"])
    return "it may be signalled"


def _ptrace(reach: Reach) -> str:
    _syscall(_PTRACE[platform.machine()], _SEIZE, reach["parent"], 0, 0)
    return "it is traced"


def _readv(reach: Reach) -> str:
    size = reach["size"]
    got = ctypes.create_string_buffer(size)
    here = (ctypes.c_ulong * 2)(ctypes.addressof(got), size)
    there = (ctypes.c_ulong * 2)(reach["address"], size)
    call = _READV[platform.machine()]
    _syscall(call, reach["parent"], ctypes.addressof(here), 1, ctypes.addressof(there), 1, 0)
    return repr(got.raw)


def _fork() -> str:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    return "a process was made"


def _clone() -> str:
    child = _syscall(_CLONE[platform.machine()], _VFORK_LIKE, 0, 0, 0, 0)
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    return "a process was made"


def _spawn() -> str:
    child = os.posix_spawn(sys.executable, [sys.executable, "-I", "-S", "-c", ""], {})
    os.waitpid(child, 0)
    return "a program was run"


def _tcp(port: int) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        return "connected"


def _udp(port: int) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"out", ("127.0.0.1", port))
    return "sent"


def _unix(path: str) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"out", path)
    return "sent"


def _vsock() -> str:
    socket.socket(40, socket.SOCK_STREAM).close()  # AF_VSOCK
    return "a socket was made"


def _io_uring() -> str:
    parameters = ctypes.create_string_buffer(120)
    os.close(_syscall(_IO_URING_SETUP, 1, ctypes.addressof(parameters)))
    return "a ring was made"


def _exec() -> str:
    os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", 'print(\'[27, "exec", true, "a program was run"]\')'])


def tries(reach: Reach) -> list[tuple[int, str, Callable[[], str]]]:
    """Each with its number in the list of attacks; the last one does not come back where it succeeds."""
    parent = reach["parent"]
    return [
        (14, "read a file", lambda: _read(reach["file"])),
        (14, "list a folder", lambda: _list(os.path.dirname(reach["file"]))),
        (14, "list the home folder", lambda: _list(reach["home"])),
        (14, "list the processes", lambda: _list("/proc")),
        (14, "write a file", lambda: _write(reach["file"] + ".written")),
        (14, "change a file's mode", lambda: _change(reach["file"])),
        (14, "empty a file", lambda: _empty(reach["file"])),
        (14, "remove a file", lambda: _remove(reach["file"])),
        (15, "list the gym's folder", lambda: _list(reach["gym"])),
        (15, "read the gym's code", lambda: _read(os.path.join(reach["gym"], "errors.py"))),
        (15, "list the content", lambda: _list(reach["content"])),
        (16, "read the judge's memory", lambda: _read_memory(reach)),
        (16, "read the judge's environment", lambda: _read(f"/proc/{parent}/environ")),
        (16, "list the judge's descriptors", lambda: _list(f"/proc/{parent}/fd")),
        (17, "read /proc/1/environ", lambda: _read("/proc/1/environ")),
        (17, "read the mounts", lambda: _read("/proc/self/mountinfo")),
        (18, "signal the judge", lambda: _signal(parent)),
        (18, "signal the judge by a pipe", lambda: _own_signal(reach)),
        (18, "open the judge as a descriptor", lambda: str(_syscall(_PIDFD_OPEN, parent, 0))),
        (18, "trace the judge", lambda: _ptrace(reach)),
        (18, "copy the judge's memory", lambda: _readv(reach)),
        (19, "fork", _fork),
        (19, "clone", _clone),
        (26, "connect by TCP", lambda: _tcp(reach["tcp"])),
        (26, "send by UDP", lambda: _udp(reach["udp"])),
        (26, "send by a unix socket", lambda: _unix(reach["unix"])),
        (26, "send by an abstract unix socket", lambda: _unix("\0" + reach["abstract"])),
        (26, "open a vsock", _vsock),
        (26, "make an io_uring", _io_uring),
        (27, "spawn", _spawn),
        (27, "exec", _exec),
    ]  # fmt: skip


def _needs() -> dict[str, Callable[[], object]]:
    """What has to work all the same, or honest work would fail."""

    def start_a_thread() -> None:
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()

    def import_much() -> None:
        import asyncio
        import decimal
        import hashlib

        hashlib.sha256(str(decimal.Decimal(1)).encode())
        asyncio.Queue()

    return {
        "start a thread": start_a_thread,
        "import": import_much,
        "open the null device": lambda: open(os.devnull, "r+b").close(),
        "take memory": lambda: mmap.mmap(-1, 1 << 20).close(),
    }


def _tell(told: list[Any]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Try everything and tell it."""
    for name, need in _needs().items():
        try:
            need()
        except BaseException as error:
            _tell([0, name, False, f"{type(error).__name__}: {error}"])
    for number, name, work in tries(json.loads(sys.stdin.readline())):
        try:
            told = [number, name, True, work()]
        except OSError as error:
            told = [number, name, False, error.strerror or str(error)]
        _tell(told)


if __name__ == "__main__":
    main()
