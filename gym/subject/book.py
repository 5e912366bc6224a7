"""What goes across the pipe by reference: the subject's own objects, and stand-ins for the judge's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .fences import Place, learner_place
from .ports import make_port
from .values import abilities, builtin_exception

if TYPE_CHECKING:
    from types import FrameType

    from .runtime import Runtime


class Book:
    """The numbered objects of one world. Numbers from the judge are negative, our own positive."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._ports: dict[int, Any] = {}
        self._port_numbers: dict[int, int] = {}

    def keep(self, number: int, value: object) -> None:
        """Put an object under a number that the judge chose."""
        self._objects[number] = value
        self._numbers[id(value)] = number

    def reference(self, value: object) -> list[Any]:
        number = self._numbers.get(id(value))
        if number is None:
            number = len(self._objects) + 1
            self.keep(number, value)
        return ["h", number, abilities(value), type(value).__name__]

    def dereference(self, number: int) -> Any:
        return self._objects[number]

    def port(self, value: list[Any]) -> Any:
        _, number, kind, name, methods = value
        found = self._ports.get(number)
        if found is None:
            found = self._ports[number] = make_port(self._runtime.calls, number, kind, name, methods)
            self._port_numbers[id(found)] = number
        return found

    def known_port(self, value: object) -> int | None:
        return self._port_numbers.get(id(value))

    def exception_class(self, name: str) -> type[BaseException] | None:
        return self._runtime.builder.exception_class(name) or builtin_exception(name)

    def place_of_error(self, error: BaseException) -> Place | None:
        """[file, line] of the innermost learner frame in an exception's traceback, or None."""
        files = self._runtime.files
        found = None
        traceback = error.__traceback__
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename in files:
                found = [traceback.tb_frame.f_code.co_filename, traceback.tb_lineno]
            traceback = traceback.tb_next
        if found is None and isinstance(error, SyntaxError) and error.filename in files:
            found = [error.filename, error.lineno or 1]
        return found


def waiting_place(files: frozenset[str], coroutine: Any) -> Place | None:
    """[file, line] of the innermost learner frame in a chain of awaiting coroutines, or None."""
    found = None
    for _ in range(100):
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "ag_frame", None)
        frame = frame or getattr(coroutine, "gi_frame", None)
        if frame is not None and frame.f_code.co_filename in files:
            found = [frame.f_code.co_filename, frame.f_lineno]
        coroutine = (
            getattr(coroutine, "cr_await", None)
            or getattr(coroutine, "ag_await", None)
            or getattr(coroutine, "gi_yieldfrom", None)
        )
        if coroutine is None:
            break
    return found


def calling_place(files: frozenset[str], frame: FrameType) -> Place | None:
    return learner_place(files, frame)
