"""What goes across the pipe by reference: the subject's own objects, and stand-ins for the judge's."""

from .fences import learner_place
from .ports import make_port
from .values import abilities, builtin_exception


class Book:
    """The numbered objects of one world. Numbers from the judge are negative, our own positive."""

    def __init__(self, runtime):
        self._runtime = runtime
        self._objects = {}
        self._numbers = {}
        self._ports = {}
        self._port_numbers = {}

    def keep(self, number, value):
        """Put an object under a number that the judge chose."""
        self._objects[number] = value
        self._numbers[id(value)] = number

    def reference(self, value):
        number = self._numbers.get(id(value))
        if number is None:
            number = len(self._objects) + 1
            self.keep(number, value)
        return ["h", number, abilities(value), type(value).__name__]

    def dereference(self, number):
        return self._objects[number]

    def port(self, value):
        _, number, kind, name, methods = value
        found = self._ports.get(number)
        if found is None:
            found = self._ports[number] = make_port(self._runtime, number, kind, name, methods)
            self._port_numbers[id(found)] = number
        return found

    def known_port(self, value):
        return self._port_numbers.get(id(value))

    def exception_class(self, name):
        return self._runtime.exception_class(name) or builtin_exception(name)

    def place_of_error(self, error):
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


def waiting_place(files, coroutine):
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


def calling_place(files, frame):
    return learner_place(files, frame)
