"""Single key presses from a terminal, without waiting for ENTER."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from gym.watch.signals import Pressed, Signal

LISTEN_S = 0.2


@contextmanager
def terminal_keys(stdin: TextIO, post: Callable[[Signal], None]) -> Iterator[bool]:
    """Post each key pressed while the block runs; then leave the terminal as it was. Yields if there is one.

    Where a terminal cannot hand out single keys (Windows), whole lines are read and each of their
    characters posted.
    """
    if not stdin.isatty() or not _in_foreground(stdin):
        yield False
        return
    stop = threading.Event()
    with _unbuffered(stdin) as single_keys:
        listen = _listen_to_keys if single_keys else _listen_to_lines
        thread = threading.Thread(target=listen, args=(stdin, post, stop), name="keys", daemon=True)
        thread.start()
        try:
            yield True
        finally:
            stop.set()
            if single_keys:
                thread.join()


def _in_foreground(stdin: TextIO) -> bool:
    """Whether keys are for us: a job in the background is stopped when it touches the terminal's settings."""
    if sys.platform == "win32":
        return True
    import os

    try:
        return os.tcgetpgrp(stdin.fileno()) == os.getpgrp()
    except OSError:
        return True


@contextmanager
def _unbuffered(stdin: TextIO) -> Iterator[bool]:
    """The terminal in cbreak mode: keys come at once and are not echoed; ctrl-c still interrupts."""
    if sys.platform == "win32":
        yield False
        return
    import termios
    import tty

    before = termios.tcgetattr(stdin.fileno())
    try:
        tty.setcbreak(stdin.fileno(), termios.TCSANOW)
        yield True
    finally:
        # A terminal that was closed meanwhile has nothing to be restored.
        with suppress(termios.error):
            termios.tcsetattr(stdin.fileno(), termios.TCSADRAIN, before)


def _listen_to_keys(stdin: TextIO, post: Callable[[Signal], None], stop: threading.Event) -> None:
    import os
    import select

    while not stop.is_set():
        ready, _, _ = select.select([stdin], [], [], LISTEN_S)
        if not ready:
            continue
        pressed = os.read(stdin.fileno(), 64).decode(errors="replace")
        if not pressed:
            return
        for key in pressed.replace("\r", "\n"):
            post(Pressed(key))


def _listen_to_lines(stdin: TextIO, post: Callable[[Signal], None], stop: threading.Event) -> None:
    for line in stdin:
        if stop.is_set():
            return
        for key in line.strip() or "\n":
            post(Pressed(key))
