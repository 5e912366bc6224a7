"""Answers the synchronous calls of the subject: callbacks and iterables of the judge's."""

from __future__ import annotations

from typing import Any

from gym.errors import ContentError, GymError
from gym.race.failure import SubjectStopped
from gym.race.faults import Fault
from gym.race.frames import Sync
from gym.race.ports import short
from gym.race.state import State
from gym.race.things import CallbackThing, IterableThing, Record
from gym.race.values import BadValue


class Answerer:
    """The subject waits while one of its calls is answered."""

    def __init__(self, state: State) -> None:
        self._state = state

    def answer(self, sync: Sync) -> tuple[bool, Any]:
        """(True, value) or (False, exception), in wire form. The items that came with it have been taken in."""
        codec = self._state.codec
        try:
            thing = codec.things.get(sync.port)
            if isinstance(thing, IterableThing):
                return True, codec.encode(thing.pull())
            args = tuple(codec.decode(arg) for arg in sync.args)
            kwargs = {key: codec.decode(arg) for key, arg in sync.kwargs.items()}
        except BadValue as error:
            raise SubjectStopped("protocol", str(error)) from None
        if not isinstance(thing, CallbackThing) or thing.function is None:
            raise SubjectStopped("protocol", "a call of something that was not handed out")
        thing.calls.append(Record(sync.flow, args, kwargs))
        return self._run_callback(thing, sync, args, kwargs)

    def _run_callback(
        self, thing: CallbackThing, sync: Sync, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> tuple[bool, Any]:
        codec = self._state.codec
        assert thing.function is not None
        shown = ", ".join([short(arg) for arg in args])
        try:
            value = thing.function(*args, **kwargs)
        except Fault as fault:
            self._cell(sync, f"{thing.name}({shown}) !! {fault.name}")
            return False, codec.encode_fault(fault)
        except GymError:
            raise
        except Exception as error:
            raise ContentError(f"the callback {thing.name!r} raised {type(error).__name__}: {error}") from error
        self._cell(sync, f"{thing.name}({shown})" + ("" if value is None else f" -> {short(value)}"))
        return True, codec.encode(value)

    def _cell(self, sync: Sync, text: str) -> None:
        if self._state.recorder is not None:
            self._state.recorder.cell(sync.flow, text, sync.process)
