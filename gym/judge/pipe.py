"""The judge's end of the two pipes to one subject process: frames out, lines in, one request outstanding at a time.

When practising, frames also go out ahead of their turn: those that another execution sent up to the same choice, and
those that will probably follow. The subject works through them without waiting, and each is compared with what the judge
says when its turn comes; where they differ the execution is run again (Astray). So both processes run on with warm
caches instead of taking turns.
"""

from __future__ import annotations

import os
import re
import select
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from gym.race.absorb import ADDRESS
from gym.race.failure import Astray
from gym.race.foresight import Foresight
from gym.race.frames import encode_frame
from gym.subject.protocol import MAX_FRAME

_CHUNK = 65_536
_MOST_AHEAD = 32_768
"""So many bytes go out ahead at most: less than a pipe holds, or both sides would wait for each other."""

_MOST_SHARED = 20_000

_ADDRESS = re.compile(ADDRESS.pattern.encode())

Said = tuple["Said | None", bytes]
"""A frame that was sent, without its nonce, and the one before it: executions that begin alike share it."""


class PipeBroken(Exception):
    """The subject does not keep to the protocol: the message says how."""


class PipeClosed(Exception):
    """The subject is gone."""


class PipeSilent(Exception):
    """Nothing came in time."""


def _alike(one: bytes, other: bytes) -> bool:
    """Whether two frames differ by nothing but addresses that the subject's reprs held: that is no other way to go."""
    return _ADDRESS.sub(b"", one) == _ADDRESS.sub(b"", other)


class Pipe:
    """Frames over two file descriptors; `allowance_s` is how long the other side is waited for, in seconds."""

    def __init__(self, write_fd: int, read_fd: int, allowance_s: float) -> None:
        os.set_blocking(write_fd, False)
        self._write_fd = write_fd
        self._read_fd = read_fd
        self._allowance_s = allowance_s
        self._shared: dict[bytes, bytes] = {}
        self._ahead: deque[tuple[Said | None, bytes]] = deque()
        self._owed = 0
        self._lines: deque[bytes] = deque()
        self._part = b""
        self._foresight: Foresight | None = None
        self._frames: list[bytes] = []
        self._sum = 0
        self.said: Said | None = None
        self.nonce = 0

    def come_to_rest(self) -> bool:
        """Drop what is still owed of an execution that was left in mid-air; whether that went well."""
        self._ahead.clear()
        self._foresight = None
        try:
            while self._owed:
                self.read()
        except (PipeBroken, PipeClosed, PipeSilent):
            return False
        return not self._lines and not self._part

    def begin(self, frame: list[Any], known: Said | None, foresight: Foresight | None) -> None:
        """Send the first frame of an execution, and after it what is known of how it goes on."""
        self.said = None
        self._foresight = foresight
        self._frames, self._sum = [], 0
        if known is not None:
            self._send_known(known, encode_frame(frame)[:-1])
        self.write(frame)

    def _send_known(self, known: Said, first: bytes) -> None:
        way: list[Said] = []
        said: Said | None = known
        while said is not None:
            way.append(said)
            said = said[0]
        way.reverse()
        if way[0][1] != first:
            raise Astray(guessed=False)
        self._expect([(said, said[1]) for said in way])

    def _expect(self, frames: Iterable[tuple[Said | None, bytes]], first: bytes = b"") -> None:
        """Send frames ahead of their turn, after `first`."""
        nonce, size, parts = self.nonce, len(first), [first]
        for frame in frames:
            size += len(frame[1]) + 24
            if size > _MOST_AHEAD:
                break
            nonce += 1
            parts.append(b"%b,%d]\n" % (frame[1], nonce))
            self._ahead.append(frame)
        self._owed += nonce - self.nonce
        self._send(b"".join(parts))

    def write(self, frame: list[Any], waiting: Hashable = None) -> None:
        """Send a frame, if it was not sent ahead. Raises Astray when another one was.

        `waiting` names the events that wait, where the execution goes on by default from here on.
        """
        body = encode_frame(frame)[:-1]
        self.nonce += 1
        guess: Sequence[bytes] = ()
        self._sum += hash(body)
        self._frames.append(body)
        if waiting is not None and self._foresight is not None:
            place = (self._sum, waiting)
            if not self._ahead:
                guess = self._foresight.after(place)
            self._foresight.note(place, self._frames)
        if self._ahead:
            said, expected = self._ahead.popleft()
            if expected != body:
                raise Astray(guessed=said is None or _alike(expected, body))
            self.said = said or (self.said, expected)
            return
        if len(self._shared) > _MOST_SHARED:
            self._shared.clear()
        body = self._shared.setdefault(body, body)
        self.said = (self.said, body)
        self._owed += 1
        line = b"%b,%d]\n" % (body, self.nonce)
        if guess:
            self._expect([(None, frame) for frame in guess], line)
        else:
            self._send(line)

    def _send(self, data: bytes) -> None:
        try:
            written = os.write(self._write_fd, data)
            while written != len(data):
                data = data[written:]
                if not select.select([], [self._write_fd], [], self._allowance_s)[1]:
                    raise PipeBroken("does not read what it is told")
                written = os.write(self._write_fd, data)
        except OSError:
            raise PipeClosed from None

    def read(self) -> bytes:
        """The next line, its newline included."""
        if not self._lines:
            self._fill()
        line = self._lines.popleft()
        self._owed -= 1
        if not self._owed and (self._lines or self._part):
            raise PipeBroken("said more than it was asked")
        return line

    def _fill(self) -> None:
        data = self._receive()
        if self._part:
            data, self._part = self._part + data, b""
        if data.find(b"\n") + 1 == len(data):
            self._lines.append(data)
            return
        while (end := data.rfind(b"\n") + 1) == 0:
            if len(data) > MAX_FRAME:
                raise PipeBroken(f"sent more than {MAX_FRAME >> 20} MB at once")
            data += self._receive()
        self._part = data[end:]
        self._lines.extend(data[:end].split(b"\n")[:-1])

    def _receive(self) -> bytes:
        if not select.select([self._read_fd], [], [], self._allowance_s)[0]:
            raise PipeSilent
        data = os.read(self._read_fd, _CHUNK)
        if not data:
            raise PipeClosed
        return data
