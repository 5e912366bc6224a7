"""Whether a sandbox holds: a canary tries to get out of it, and what it got is told, by its word and by what we saw."""

from __future__ import annotations

import ctypes
import dataclasses
import json
import os
import secrets
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gym
from gym.errors import JudgeError
from gym.judge.sandboxes import AnySandbox

CANARY = "canary.py"
_TIMEOUT_S = 30
_LAST = "exec"


@dataclass(frozen=True, slots=True)
class Try:
    """One way out that was tried: its number in the list of attacks (0 for what has to work), and whether it got there."""

    attack: int
    name: str
    got: bool
    words: str


@dataclass(frozen=True, slots=True)
class Probe:
    """What the canary met in one tier. `problem` says why the tier is not to be had, where it is not."""

    tier: str
    tries: tuple[Try, ...] = ()
    problem: str | None = None

    @property
    def escapes(self) -> tuple[Try, ...]:
        """What got out."""
        return tuple(each for each in self.tries if each.got)

    @property
    def holds(self) -> bool:
        """Whether the tier is to be had, nothing got out, and nothing that has to work failed."""
        return self.why_not is None

    @property
    def why_not(self) -> str | None:
        """Why the tier does not hold, as the rest of a sentence; None where it holds."""
        if self.problem is not None:
            return self.problem
        failed = [f"it does not let a subject {each.name} ({each.words})" for each in self.tries if not each.attack]
        got = [f"a subject can {each.name}" for each in self.escapes]
        return "; ".join([*got[:3], *failed[:1]]) or None


def probe(sandbox: AnySandbox) -> Probe:
    """Let the canary out in a sandbox. Whatever is wrong is in the answer."""
    try:
        with _reach() as (reach, heard):
            told = _let_out(sandbox, reach)
            return Probe(sandbox.tier, tuple(_seen(told, heard())))
    except (JudgeError, OSError, ValueError) as error:
        return Probe(sandbox.tier, problem=str(error))


def _let_out(sandbox: AnySandbox, reach: dict[str, Any]) -> list[Try]:
    with dataclasses.replace(sandbox, program=CANARY).start() as process:
        assert process.stdin is not None and process.stdout is not None
        end = threading.Timer(_TIMEOUT_S, process.kill)
        end.start()
        try:
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(reach).encode() + b"\n")
            tries = [Try(*json.loads(line)) for line in process.stdout.read().splitlines()]
            status = process.wait()
        finally:
            end.cancel()
            process.kill()
    if not tries or tries[-1].name != _LAST:
        raise JudgeError(f"the canary ended early, with status {status}")
    return tries


def _seen(tries: list[Try], heard: set[str]) -> Iterator[Try]:
    """Its word, corrected by what was heard at our end."""
    for each in tries:
        yield dataclasses.replace(each, got=True, words="it was heard") if each.name in heard else each


@contextmanager
def _reach() -> Iterator[tuple[dict[str, Any], Any]]:
    """What there is to be reached, and a look at which of our own ends something came in."""
    secret = ctypes.create_string_buffer(secrets.token_bytes(16))
    abstract = f"gym-canary-{secrets.token_hex(8)}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gym-")))
        file = folder / "hidden"
        file.write_text("hidden")
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        ends = {
            "connect by TCP": tcp,
            "send by UDP": _datagrams(stack, socket.AF_INET, ("127.0.0.1", 0)),
            "send by a unix socket": _datagrams(stack, socket.AF_UNIX, str(folder / "socket")),
            "send by an abstract unix socket": _datagrams(stack, socket.AF_UNIX, f"\0{abstract}"),
        }
        home = Path(gym.__file__).parent
        content = home / "_content" if (home / "_content").is_dir() else home.parent
        yield (
            {
                "file": str(file), "home": os.path.expanduser("~"), "gym": str(home), "content": str(content),
                "parent": os.getpid(), "address": ctypes.addressof(secret), "size": 16,
                "tcp": tcp.getsockname()[1], "udp": ends["send by UDP"].getsockname()[1],
                "unix": str(folder / "socket"), "abstract": abstract,
            },
            lambda: {name for name, end in ends.items() if _came_in(end)} | _done_to(file),
        )  # fmt: skip


def _datagrams(stack: ExitStack, family: int, address: Any) -> socket.socket:
    end = stack.enter_context(socket.socket(family, socket.SOCK_DGRAM))
    end.bind(address)
    return end


def _came_in(end: socket.socket) -> bool:
    end.setblocking(False)
    try:
        if end.type == socket.SOCK_DGRAM:
            end.recv(10)
        else:
            end.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def _done_to(file: Path) -> set[str]:
    done = {"write a file"} if file.with_name(file.name + ".written").exists() else set()
    if not file.exists():
        return {*done, "remove a file"}
    return done if file.stat().st_size else {*done, "empty a file"}
