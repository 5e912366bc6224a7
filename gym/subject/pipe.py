"""The subject's end of the two pipes: one frame a line, written and read whole."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable
from typing import Any

_CHUNK = 65_536
_scan: Callable[[str, int], tuple[list[Any], int]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_encode: Any = json.encoder.c_make_encoder or None  # type: ignore[attr-defined]


class Pipe:
    """Frames over two file descriptors."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._dumps = _fast_dumps()
        self._lines: deque[str] = deque()
        self._unsent = b""
        self.frames = 0

    def read(self) -> list[Any]:
        """The judge's next frame. A judge that is gone ends the process."""
        self.frames += 1
        if not self._lines:
            self._fill()
        return _scan(self._lines.popleft(), 0)[0]

    def _fill(self) -> None:
        if self._unsent:
            self.flush()
        data = os.read(self._read_fd, _CHUNK)
        while not data.endswith(b"\n"):
            more = os.read(self._read_fd, _CHUNK)
            if not more:
                os._exit(0)
            data += more
        text = data.decode()
        self._lines.extend(text.split("\n")[:-1] if text.find("\n") + 1 != len(text) else (text,))

    def write(self, frame: list[Any]) -> None:
        data = self._dumps(frame).encode("ascii") + b"\n"
        if self._unsent:
            data = self._unsent + data
        if self._lines and len(data) < _CHUNK:
            # The judge's next frame is here already: nobody waits for this answer yet.
            self._unsent = data
        else:
            self._send(data)

    def flush(self) -> None:
        """Send what waits."""
        self._send(self._unsent)

    def hand_over(self) -> list[str]:
        """Send what waits, and give what was read and not yet looked at: another process goes on from here."""
        self.flush()
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def take_over(self, lines: list[str]) -> None:
        """Go on where another process stopped."""
        self._lines = deque(lines)
        self._unsent = b""

    def _send(self, data: bytes) -> None:
        self._unsent = b""
        view = memoryview(data)
        while view:
            view = view[os.write(self._write_fd, view) :]


def _fast_dumps() -> Callable[[list[Any]], str]:
    """json.dumps without its checks: the tree was built by values.encode, so it holds no cycle and nothing odd."""
    if _encode is None:
        return json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
    encoder = _encode(None, None, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
    return lambda frame: "".join(encoder(frame, 0))
