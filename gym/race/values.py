"""Values across the pipe, judge side. Exact types only: nothing that merely looks equal comes out as plain."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from gym.errors import ContentError, GymError
from gym.race.faults import Fault, Raised
from gym.race.ports import PortMethod, PortThing
from gym.subject.protocol import MAX_BITS, MAX_DEPTH

_LIMIT = 1 << 63


_MALFORMED = (IndexError, TypeError, ValueError, KeyError, AttributeError)
"""What decoding raises when a frame is not of the grammar."""


class BadValue(GymError):
    """The subject sent a value that the grammar does not have."""


@dataclass(frozen=True, slots=True)
class Subclassed:
    """An instance of a subclass of str, int, float or bytes. Equal to no plain value; ports may take `.value`."""

    type_name: str
    value: object


class Record(dict[str, object]):
    """A dataclass, named tuple or attrs instance that came by value: a dict of its fields, with its class name."""

    __slots__ = ("type_name",)

    def __init__(self, type_name: str, fields: dict[str, object]) -> None:
        super().__init__(fields)
        self.type_name = type_name


@dataclass(frozen=True, slots=True, eq=False)
class Handle:
    """An object of the subject, by reference. `handle.method` is a bound method for a flow to call."""

    number: int
    type_name: str = "object"
    abilities: frozenset[str] = frozenset()
    process: str = "main"

    def __getattr__(self, name: str) -> Method:
        if name.startswith("__"):
            raise AttributeError(name)
        return Method(self, name)

    def __repr__(self) -> str:
        return f"<{self.type_name}>"


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a handle, not yet called; `name` is None for the object itself."""

    handle: Handle
    name: str | None


class Sendable(Protocol):
    """Something of the judge's that goes by reference."""

    def wire(self) -> list[Any]:
        """The "p" of protocol.py."""


@dataclass(slots=True)
class Codec:
    """Encodes and decodes for one world; `things` are what was sent by reference, by number."""

    things: dict[int, object] = field(default_factory=dict)
    handles: dict[int, Handle] = field(default_factory=dict)
    process: str = "main"
    last_number: int = 0
    _port_things: dict[int, PortThing] = field(default_factory=dict)

    def number(self) -> int:
        """A fresh number for something that goes by reference."""
        self.last_number += 1
        return self.last_number

    def encode(self, value: object) -> Any:
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            return self._text(value)  # type: ignore[arg-type]
        if kind is int:
            return value if -_LIMIT <= value < _LIMIT else ["i", hex(value)]  # type: ignore[operator,arg-type]
        if kind is float:
            return value if value - value == 0.0 else ["f", repr(value)]  # type: ignore[operator]
        return self._encode_other(value)

    def _text(self, value: str) -> Any:
        if value.isascii():
            return value
        try:
            value.encode()
        except UnicodeEncodeError:
            return ["s", value.encode("utf-8", "surrogatepass").hex()]
        return value

    def _encode_other(self, value: object) -> Any:
        if isinstance(value, dict):
            if not all(type(key) is str for key in value):
                raise ContentError(f"only dicts with string keys go to the subject, not {value!r}")
            return {key: self.encode(item) for key, item in value.items()}
        if isinstance(value, list):
            return ["l", *map(self.encode, value)]
        if isinstance(value, tuple):
            return ["t", *map(self.encode, value)]
        if isinstance(value, bytes):
            return ["b", base64.b64encode(value).decode()]
        if isinstance(value, Fault | Raised):
            return self.encode_fault(value if isinstance(value, Fault) else _as_fault(value))
        return self._encode_reference(value)

    def _encode_reference(self, value: object) -> Any:
        if isinstance(value, Handle):
            return ["h", value.number]
        if isinstance(value, Subclassed):
            return self.encode(value.value)
        if isinstance(value, PortMethod):
            return ["m", self.encode(value.thing), value.name]
        wire: Callable[[], Any] | None = getattr(value, "wire", None)
        if wire is None and hasattr(value, "apply") and hasattr(value, "methods"):
            wire = self._port_thing(value).wire
        if wire is None:
            raise ContentError(f"a value of type {type(value).__name__} cannot be handed to the subject: {value!r}")
        sent = wire()
        self.things.setdefault(sent[1], value)
        return sent

    def _port_thing(self, port: Any) -> PortThing:
        """The numbered stand-in of a port that was handed over as it is (a database, a transaction)."""
        found = self._port_things.get(id(port))
        if found is None:
            found = self._port_things[id(port)] = PortThing(self.number(), port)
            self.things[found.number] = found
        return found

    def encode_fault(self, fault: Fault) -> Any:
        cause = None if fault.cause is None else self.encode_fault(fault.cause)
        members = None if fault.members is None else [self.encode_fault(member) for member in fault.members]
        attrs = {key: self.encode(item) for key, item in fault.attrs.items()}
        return ["e", fault.name, [fault.base], self.encode(fault.message), attrs, cause, members, None]

    def decode(self, value: Any, depth: int = 0) -> object:
        kind = type(value)
        if kind is not list and kind is not dict:
            return value
        if depth > 2 * MAX_DEPTH:
            raise BadValue("a value is nested too deep")
        if kind is dict:
            return {key: self.decode(item, depth + 1) for key, item in value.items()}
        try:
            return self._decode_tagged(value, depth)
        except _MALFORMED as error:
            raise BadValue(f"a value is not of the wire's grammar ({str(error)[:80]})") from None

    def _decode_tagged(self, value: list[Any], depth: int) -> object:
        tag = value[0]
        if tag == "l":
            return [self.decode(item, depth + 1) for item in value[1:]]
        if tag == "t":
            return tuple(self.decode(item, depth + 1) for item in value[1:])
        if tag == "h":
            return self._handle(value)
        if tag == "e":
            return self.decode_error(value, depth)
        if tag == "p":
            return self.things[value[1]]
        if tag == "r":
            return Record(str(value[1]), {key: self.decode(item, depth + 1) for key, item in value[2].items()})
        if tag == "x":
            return Subclassed(str(value[1]), self.decode(value[2], depth + 1))
        return _decode_scalar(tag, value[1])

    def _handle(self, value: list[Any]) -> Handle:
        _, number, abilities, type_name = value
        found = self.handles.get(number)
        if found is None:
            if type(number) is not int or type(type_name) is not str:
                raise BadValue("a handle is malformed")
            found = self.handles[number] = Handle(number, type_name, frozenset(abilities), self.process)
        return found

    def decode_error(self, value: Any, depth: int = 0) -> Raised:
        """An exception of the subject as data."""
        try:
            return self._decode_error(value, depth)
        except _MALFORMED as error:
            raise BadValue(f"an exception is malformed ({str(error)[:80]})") from None

    def _decode_error(self, value: Any, depth: int) -> Raised:
        if type(value) is not list or len(value) != 8 or value[0] != "e" or depth > 2 * MAX_DEPTH:
            raise BadValue("an exception is malformed")
        _, name, bases, message, attrs, cause, members, place = value
        return Raised(
            name=str(name),
            bases=tuple(map(str, bases)),
            message=str(self.decode(message, depth + 1)),
            attrs={str(key): self.decode(item, depth + 1) for key, item in attrs.items()},
            cause=None if cause is None else self.decode_error(cause, depth + 1),
            members=None if members is None else tuple(self.decode_error(item, depth + 1) for item in members),
            place=None if place is None else (str(place[0]), int(place[1])),
        )


def _decode_scalar(tag: object, body: Any) -> object:
    if tag == "b":
        return base64.b64decode(body, validate=True)
    if tag == "f":
        if body not in ("nan", "inf", "-inf"):
            raise BadValue("a float is malformed")
        return float(body)
    if tag == "i":
        if len(body) > MAX_BITS // 4 + 8:
            raise BadValue("a whole number is too large")
        return int(body, 16)
    if tag == "s":
        return bytes.fromhex(body).decode("utf-8", "surrogatepass")
    raise BadValue(f"a value has the unknown tag {str(tag)[:20]!r}")


def _as_fault(raised: Raised) -> Fault:
    return Fault(raised.name, raised.message, raised.base, raised.attrs)


def plain(value: object) -> object:
    """What a driver would take for a value: the plain one under a subclass (an enum member, say)."""
    return plain(value.value) if isinstance(value, Subclassed) else value
