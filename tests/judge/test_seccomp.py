"""The filter of system calls, read as the kernel reads it: for both machines, whichever this one is."""

from __future__ import annotations

import errno

import pytest

from gym.subject.seccomp import program
from gym.subject.syscalls import DENIED, NEWEST

PID = 4711
ALLOWED, KILLED = 0x7FFF0000, 0x80000000
REFUSED, ABSENT = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
CALLS = {
    "x86_64": {
        "read": 0, "write": 1, "mmap": 9, "futex": 202, "openat": 257, "getrandom": 318, "exit_group": 231, "clone": 56,
        "kill": 62, "tgkill": 234, "rt_sigqueueinfo": 129, "fcntl": 72, "ioctl": 16, "prlimit64": 302,
        "sched_getaffinity": 204, "prctl": 157,
    },
    "aarch64": {
        "read": 63, "write": 64, "mmap": 222, "futex": 98, "openat": 56, "getrandom": 278, "exit_group": 94, "clone": 220,
        "kill": 129, "tgkill": 131, "rt_sigqueueinfo": 138, "fcntl": 25, "ioctl": 29, "prlimit64": 261,
        "sched_getaffinity": 123, "prctl": 167,
    },
}  # fmt: skip
MACHINES = sorted(CALLS)
THREAD = 0x3D0F00  # what the C library asks for


def answer(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """What the program says to one call."""
    words = {0: number, 4: ARCHITECTURES[machine] if architecture is None else architecture}
    for index, argument in enumerate(arguments):
        words[16 + 8 * index] = argument & 0xFFFFFFFF
    steps, at, held = program(machine, PID), 0, 0
    while True:
        code, if_true, if_false, constant = steps[at]
        at += 1
        if code == 0x06:
            return constant
        if code == 0x20:
            held = words[constant]
        else:
            true = {0x15: held == constant, 0x25: held > constant, 0x45: bool(held & constant)}[code]
            at += if_true if true else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_each_call_of_the_table_is_refused(machine: str) -> None:
    column = {"x86_64": 0, "aarch64": 1}[machine]
    listed = {name: numbers[column] for denied in DENIED for name, numbers in denied.calls.items()}
    numbers = {name: number for name, number in listed.items() if number is not None}
    assert {name for name, number in numbers.items() if answer(machine, number) != REFUSED} == set()
    assert len(set(numbers.values())) == len(numbers)
    assert len(numbers) == {"x86_64": 139, "aarch64": 126}[machine]


@pytest.mark.parametrize("machine", MACHINES)
def test_what_a_subject_lives_on_is_allowed(machine: str) -> None:
    names = ["read", "write", "mmap", "futex", "openat", "getrandom", "exit_group", "sched_getaffinity", "prctl"]
    assert {name: answer(machine, CALLS[machine][name]) for name in names} == dict.fromkeys(names, ALLOWED)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("clone", (THREAD,), ALLOWED),
        ("clone", (0x11,), REFUSED),  # a fork
        ("clone", (THREAD | 0x10000000,), REFUSED),  # with a new user namespace
        ("kill", (PID, 6), ALLOWED),
        ("kill", (PID + 1, 0), REFUSED),
        ("kill", (0, 9), REFUSED),
        ("kill", (-1, 9), REFUSED),
        ("tgkill", (PID, PID, 6), ALLOWED),
        ("tgkill", (1, 1, 9), REFUSED),
        ("rt_sigqueueinfo", (1, 9), REFUSED),
        ("fcntl", (0, 1), ALLOWED),
        ("fcntl", (0, 8), REFUSED),  # F_SETOWN
        ("fcntl", (0, 15), REFUSED),  # F_SETOWN_EX
        ("ioctl", (0, 0x5401), ALLOWED),  # whether it is a terminal
        ("ioctl", (0, 0x5412), REFUSED),  # TIOCSTI
        ("ioctl", (0, 0x8901), REFUSED),  # FIOSETOWN
        ("prlimit64", (0,), ALLOWED),
        ("prlimit64", (PID,), ALLOWED),
        ("prlimit64", (1,), REFUSED),
    ],
)
def test_of_some_calls_only_what_reaches_others_is_refused(
    machine: str, name: str, arguments: tuple[int, ...], said: int
) -> None:
    assert answer(machine, CALLS[machine][name], *arguments) == said


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_that_came_later_or_hide_others_are_not_there(machine: str) -> None:
    assert answer(machine, 435) == ABSENT  # clone3, whose flags a filter cannot see
    assert answer(machine, NEWEST + 1) == ABSENT
    assert answer(machine, 0x40000000 | 41) == ABSENT  # socket in the x32 ABI


@pytest.mark.parametrize("machine", MACHINES)
def test_a_call_of_another_architecture_ends_the_process(machine: str) -> None:
    assert answer(machine, 102, architecture=0x40000003) == KILLED


def test_a_machine_without_a_table_has_no_filter() -> None:
    with pytest.raises(KeyError, match="riscv64"):
        program("riscv64", PID)
