"""The subject's main loop: frames in, worlds run, reports out."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from . import clock as virtual_clock
from . import fences
from .fences import Place
from .libraries import Answer, Frame, import_ahead, import_late, install, run_apart
from .namespace import Code
from .order import order_sets
from .pipe import Pipe
from .runtime import Runtime
from .telling import install_hooks
from .values import Unsendable, encode_text, words_of

_DIED = 70


class _Printer:
    """Stands for sys.stdout and sys.stderr."""

    encoding = "utf-8"
    errors = "replace"
    closed = False

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def write(self, text: str) -> int:
        self._runtime.telling.say(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False


class _NoInput:
    """Stands for sys.stdin: at its end from the start."""

    def read(self, size: int = -1) -> str:
        return ""

    def readline(self, size: int = -1) -> str:
        return ""

    def __iter__(self) -> Iterator[str]:
        return iter(())


class Server:
    """Answers the judge's frames until the pipe closes."""

    def __init__(self, read_fd: int, write_fd: int, libraries: Sequence[str] = ()) -> None:
        self._libraries = libraries
        self._own: Collection[str] = ()
        self._imported: set[str] = set()
        clock = virtual_clock.VirtualClock()
        self._pipe = Pipe(read_fd, write_fd)
        self._runtime = Runtime(self._pipe, clock)
        self._fences = fences.Fences(self._refuse)
        virtual_clock.install(clock)
        self._fences.install()
        order_sets()
        install_hooks(self._runtime)
        if libraries:
            install(libraries, self._apart)
        self._watchdog = fences.Watchdog(self._bark, lambda: self._pipe.frames)
        self._runtime.watchdog = self._watchdog
        streams: Any = sys
        streams.stdout = streams.__stdout__ = streams.stderr = streams.__stderr__ = _Printer(self._runtime)
        streams.stdin = streams.__stdin__ = _NoInput()

    def run(self) -> None:
        frame = self._pipe.read()
        while True:
            try:
                frame = self._answer(frame)
            except Unsendable as error:
                self._die("protocol", str(error), None)
            except BaseException as error:
                self._crash(error)

    def _answer(self, frame: list[Any]) -> list[Any]:
        if frame[0] == "begin":
            return self._run_apart(frame) if self._libraries else self._runtime.run(frame)
        if frame[0] == "load":
            self._load(*frame[1:])
        return self._pipe.read()

    def _run_apart(self, frame: Frame) -> Frame:
        after, unread, late = run_apart(self._begin_apart, frame)
        self._pipe.take_over(unread)
        if late:
            self._imported.update(late)
            with self._importing():
                import_late(late)
            gc.freeze()
        return after

    def _begin_apart(self, frame: Frame) -> Answer:
        self._watchdog.watch_a_fork()
        after = self._runtime.run(frame)
        late = [name for name in sys.modules if name not in self._imported and name not in self._own]
        return after, self._pipe.hand_over(), late

    def _load(self, files: dict[str, str], entry: str, corrected: bool | list[str], nonce: int) -> None:
        self._runtime.nonce = nonce
        self._watchdog.watch()
        problem: list[Any] | None = None
        try:
            code = Code(files, entry)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            file = getattr(error, "filename", None) or f"{entry}.py"
            problem = [file, getattr(error, "lineno", None) or 1, encode_text(_syntax_words(error))]
        else:
            self._fences.files = code.files
            fences.prepare_randomness(files.values())
            if self._libraries:
                self._prepare_libraries(code, files)
            self._runtime.load(code, corrected)
            gc.collect()
            gc.freeze()
        self._pipe.write(["loaded", nonce, problem])

    def _prepare_libraries(self, code: Code, files: dict[str, str]) -> None:
        fences.prepare_randomness(["random uuid secrets"])
        with self._importing():
            import_ahead(files.values(), code.known)
        self._own = code.known
        self._imported = set(sys.modules)

    @contextmanager
    def _importing(self) -> Iterator[None]:
        if self._fences.are_lifted:
            yield
            return
        before = self._watchdog.seconds
        self._watchdog.watch(fences.LIBRARIES_ALLOWANCE_S)
        with self._fences.lifted():
            yield
        self._watchdog.watch(before)

    @contextmanager
    def _apart(self, seed: int) -> Iterator[None]:
        with self._importing(), fences.chance_of_its_own(seed):
            yield

    def _refuse(self, sentence: str, place: Place | None) -> None:
        if self._runtime.ended:
            raise RuntimeError(sentence)
        self._die("blocked", sentence, place)

    def _bark(self, frame: FrameType | None) -> None:
        self._die("runaway", "did not come back", fences.learner_place(self._runtime.files, frame))

    def _crash(self, error: BaseException) -> None:
        place = None
        traceback = error.__traceback__
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename in self._runtime.files:
                place = [traceback.tb_frame.f_code.co_filename, traceback.tb_lineno]
            traceback = traceback.tb_next
        kind = "crashed" if place or isinstance(error, (SystemExit, KeyboardInterrupt, MemoryError)) else "broken"
        self._die(kind, words_of(error)[:500], place)

    def _die(self, kind: str, message: str, place: Place | None) -> None:
        file, line = place or (None, None)
        self._pipe.write(["fatal", self._runtime.nonce, kind, encode_text(message), file, line])
        self._pipe.flush()
        os._exit(_DIED)


def _syntax_words(error: Exception) -> str:
    if isinstance(error, (RecursionError, MemoryError)):
        return "it is nested too deeply to be compiled"
    return error.msg if isinstance(error, SyntaxError) else words_of(error)


def serve(read_fd: int, write_fd: int, memory_bytes: int, libraries: Sequence[str] = ()) -> None:
    """Run until the judge closes the pipe."""
    if hasattr(faulthandler, "register"):
        trace = os.dup(2)
        faulthandler.register(signal.SIGUSR1, file=trace, all_threads=False)
        # Ends the process from C, where no Python handler would ever run (see fences.Watchdog).
        faulthandler.register(signal.SIGVTALRM, file=trace, all_threads=False, chain=True)
    os.dup2(0, 2)
    gc.disable()
    fences.limit_resources(memory_bytes)
    Server(read_fd, write_fd, libraries).run()
