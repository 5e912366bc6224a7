"""Sets a world up: its processes, each with the learner's modules anew, and the objects that the judge asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .calls import WorldOver
from .here import HERE, NOBODY, Process, context_of
from .namespace import Code, Namespace
from .ports import new_event
from .values import decode, encode_exception

if TYPE_CHECKING:
    from .runtime import Runtime


class Builder:
    """The processes of one world. `spare` are namespaces of earlier worlds: they serve again while they are unchanged."""

    def __init__(self, runtime: Runtime, code: Code, spare: list[Namespace]) -> None:
        self._runtime = runtime
        self._code = code
        self._spare = spare
        self.processes: dict[str, Process] = {}

    def add_process(self, name: str) -> Process:
        process = Process(name, self._unchanged() or Namespace(self._code))
        self.processes[name] = process
        return process

    def _unchanged(self) -> Namespace | None:
        while self._spare:
            namespace = self._spare.pop()
            if namespace.unchanged():
                return namespace
        return None

    def keep_namespaces(self) -> None:
        """For a later world. Whether they are unchanged is asked then: what is being abandoned may still run finalizers."""
        self._spare += [process.namespace for process in self.processes.values() if not process.dead]

    def exception_class(self, name: str) -> type[BaseException] | None:
        """The learner's exception of that name, in the process at hand or in any."""
        process, _ = HERE.get(NOBODY)
        spaces = [process.namespace] if process else [found.namespace for found in self.processes.values()]
        for space in spaces:
            for module in list(space.modules.values()):
                found = vars(module).get(name)
                if isinstance(found, type) and issubclass(found, BaseException):
                    return found
        return None

    def set_up(self, set_up: list[list[Any]]) -> None:
        """Do what the judge asks for before flows arrive."""
        for item in set_up:
            kind = item[0]
            if kind == "process":
                self.add_process(item[1])
            elif kind == "event":
                self._runtime.book.keep(item[2], new_event())
            elif kind == "name":
                self._construct(item[1], item[2], item[3], None, {})
            else:
                self._construct(*item[1:])

    def _construct(self, process_name: str, handle: int, name: str, args: list[Any] | None, kwargs: dict[str, Any]) -> None:
        runtime = self._runtime
        process = self.processes[process_name]
        try:
            made = context_of(process, None).run(self._build, process, name, args, kwargs)
            runtime.book.keep(handle, made)
            closers = [word for word in ("aclose", "close") if callable(getattr(made, word, None))]
            if closers:
                runtime.items.append(["made", runtime.turn, handle, closers])
        except (SystemExit, KeyboardInterrupt, WorldOver):
            raise
        except BaseException as error:
            runtime.items.append(["broken", runtime.turn, name, encode_exception(error, runtime.book), None])

    def _build(self, process: Process, name: str, args: list[Any] | None, kwargs: dict[str, Any]) -> Any:
        namespace, book = process.namespace, self._runtime.book
        fresh = not namespace.modules
        if not fresh:
            namespace.publish()
        target = namespace.find(name)
        if fresh:
            namespace.freeze()
        if args is None:
            return target
        return target(*[decode(arg, book) for arg in args], **{key: decode(arg, book) for key, arg in kwargs.items()})
