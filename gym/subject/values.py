"""Values across the pipe, subject side: plain values by copy, everything else by reference.

The grammar stands in protocol.py. Types are compared exactly: a subclass of str or int never passes for a plain one.
"""

from __future__ import annotations

import base64
import builtins
import dataclasses
import importlib
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .protocol import MAX_BITS, MAX_DEPTH, MAX_MESSAGE, MAX_TEXT

if TYPE_CHECKING:
    from .book import Book

_LIMIT = 1 << 63
_PLAIN_BASES = (str, int, float, bytes)


class Kept:
    """Asks for an object to be sent by reference, whatever it is."""

    def __init__(self, value: object) -> None:
        self.value = value


class Encoded:
    """Already in the form of the wire."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Unsendable(Exception):
    """A value that the grammar refuses: too deep, too long, a number too large. The judge is told of a ValueError."""

    def __str__(self) -> str:
        return f"handed over {self.args[0]}"


def encode(value: Any, book: Book, depth: int = 0) -> Any:
    """Turn a value into JSON-able form; `book` keeps what is sent by reference. Raises Unsendable."""
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return value if len(value) <= MAX_TEXT and value.isascii() else _encode_odd(value)
    if kind is int:
        return value if -_LIMIT <= value < _LIMIT else _encode_big(value)
    if kind is float:
        return value if value - value == 0.0 else ["f", repr(value)]
    if depth > MAX_DEPTH:
        raise Unsendable(f"a value nested more than {MAX_DEPTH} deep")
    if kind is list or kind is tuple:
        tag = "l" if kind is list else "t"
        return [tag, *[encode(item, book, depth + 1) for item in value]]
    if kind is dict:
        if all(type(key) is str and _clean(key) for key in value):
            return {key: encode(item, book, depth + 1) for key, item in value.items()}
        return book.reference(value)
    if kind is bytes:
        return _encode_bytes(value)
    return _encode_other(value, kind, book, depth)


def _encode_other(value: Any, kind: type, book: Book, depth: int) -> Any:
    if kind is Kept:
        return book.reference(value.value)
    if kind is Encoded:
        return value.value
    known = book.known_port(value)
    if known is not None:
        return ["p", known, "", "", {}]
    if isinstance(value, BaseException):
        return encode_exception(value, book, depth + 1)
    fields = _record_fields(value, kind)
    if fields is not None:
        return ["r", kind.__name__, {name: encode(getattr(value, name), book, depth + 1) for name in fields}]
    for base in _PLAIN_BASES:
        if isinstance(value, base):
            return ["x", kind.__name__, encode(_exact(value, base), book, depth + 1)]
    return book.reference(value)


def _exact(value: Any, base: type) -> object:
    """The plain value under a subclass, by the base's own methods: an overridden one cannot lie."""
    if base is str:
        return "".join(str.__iter__(value))
    if base is bytes:
        return bytes(bytes.__iter__(value))
    return base.__pos__(value) if base is float else int.__index__(value)


def _clean(key: str) -> bool:
    return key.isascii() or encode_text(key) == key


def encode_text(text: str) -> Any:
    """Text in the form of the wire: what UTF-8 refuses goes in hexadecimal."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return ["s", text.encode("utf-8", "surrogatepass").hex()]
    return text


def _encode_odd(text: str) -> Any:
    """A text that is long or beyond ASCII."""
    if len(text) > MAX_TEXT:
        raise Unsendable(f"a text of {len(text):,} characters")
    return encode_text(text)


def _encode_bytes(data: bytes) -> list[str]:
    if len(data) > MAX_TEXT:
        raise Unsendable(f"{len(data):,} bytes")
    return ["b", base64.b64encode(data).decode()]


def _encode_big(number: int) -> list[str]:
    if number.bit_length() > MAX_BITS:
        raise Unsendable(f"a whole number of {number.bit_length()} bits")
    return ["i", hex(number)]


_ACTIVE = ("__await__", "__aiter__", "__anext__", "__aenter__", "__call__")


def _record_fields(value: Any, kind: Any) -> list[str] | None:
    """The field names of a dataclass, named tuple or attrs instance without behaviour of its own, else None."""
    # Not hasattr(kind, ...): every class has the __call__ of its metaclass.
    if any(name in vars(base) for base in kind.__mro__ for name in _ACTIVE):
        return None
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind) if hasattr(value, field.name)]
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return list(kind._fields)
    if hasattr(kind, "__attrs_attrs__"):
        return [attribute.name for attribute in kind.__attrs_attrs__]
    return None


def abilities(value: object) -> list[str]:
    """What can be done with an object that goes by reference: the words of protocol.py's "h"."""
    found: list[str] = []
    if callable(value):
        found.append("callable")
    for ability, name in (
        ("awaitable", "__await__"),
        ("async iterable", "__aiter__"),
        ("async iterator", "__anext__"),
        ("async context", "__aenter__"),
    ):
        if hasattr(type(value), name):
            found.append(ability)
    return found


def encode_exception(error: BaseException, book: Book, depth: int = 0) -> list[Any]:
    """Class name, bases, message, declared attributes, cause, members of a group, and where it was raised.

    Never fails: what is chained too deep or cannot be sent is left out.
    """
    kind = ValueError if isinstance(error, Unsendable) else type(error)
    cause = error.__cause__ if depth < MAX_DEPTH else None
    members: Sequence[BaseException] | None = None
    if isinstance(error, BaseExceptionGroup):
        members = error.exceptions if depth < MAX_DEPTH else ()
    message = error.message if isinstance(error, BaseExceptionGroup) else message_of(error)
    return [
        "e",
        kind.__name__,
        [base.__name__ for base in kind.__mro__[1:-1]],
        encode_text(message[:MAX_MESSAGE]) if type(message) is str else "",
        _attributes(error, book, depth),
        None if cause is None else encode_exception(cause, book, depth + 1),
        None if members is None else [encode_exception(member, book, depth + 1) for member in members],
        book.place_of_error(error),
    ]


def message_of(error: BaseException) -> str:
    """What an exception says of itself; nothing where asking it fails."""
    try:
        return str(error)
    except Exception:
        return ""


def words_of(error: BaseException) -> str:
    """An exception as one text: `ValueError: too many`."""
    message = message_of(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _attributes(error: BaseException, book: Book, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in list(vars(error).items())[:32]:
        if type(name) is str and not name.startswith("_") and _clean(name):
            try:
                found[name] = encode(value, book, depth + 1)
            except Unsendable:
                continue
    return found


def decode(value: Any, book: Book) -> Any:
    """Turn what the judge sent into a Python value."""
    kind = type(value)
    if kind is dict:
        return {key: decode(item, book) for key, item in value.items()}
    if kind is not list:
        return value
    return _DECODERS[value[0]](value, book)


def decode_exception(value: list[Any], book: Book) -> BaseException:
    """Build an exception: its class by name from the learner's modules, then the builtins, then made up."""
    _, name, bases, message, attributes, cause, members, _ = value
    kind = book.exception_class(name)
    if kind is None:
        known = [found for found in map(book.exception_class, bases) if found is not None]
        kind = type(name, (known[0] if known else Exception,), {"__module__": "ports"})
    if members is not None:
        error: BaseException = kind(message, [decode_exception(member, book) for member in members])
    else:
        error = _construct(kind, message)
    for key, item in attributes.items():
        setattr(error, key, decode(item, book))
    if cause is not None:
        error.__cause__ = decode_exception(cause, book)
    return error


def _construct(kind: type[BaseException], message: str) -> BaseException:
    try:
        return kind(message)
    except TypeError:
        # A class of the learner's with a signature of its own: fill in what we know.
        error = kind.__new__(kind)
        error.args = (message,)
        return error


def builtin_exception(name: str) -> type[BaseException] | None:
    """The builtin or asyncio exception class of that name, or the one of a library (`httpx.ReadTimeout`), or None."""
    import asyncio

    library, _, name = name.rpartition(".")
    for module in (_imported(library),) if library else (builtins, asyncio):
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, BaseException):
            return found
    return None


def _imported(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


_DECODERS: dict[str, Callable[[list[Any], Book], Any]] = {
    "l": lambda value, book: [decode(item, book) for item in value[1:]],
    "t": lambda value, book: tuple([decode(item, book) for item in value[1:]]),
    "b": lambda value, book: base64.b64decode(value[1]),
    "f": lambda value, book: float(value[1]),
    "i": lambda value, book: int(value[1], 16),
    "s": lambda value, book: bytes.fromhex(value[1]).decode("utf-8", "surrogatepass"),
    "r": lambda value, book: decode(value[2], book),
    "x": lambda value, book: decode(value[2], book),
    "h": lambda value, book: book.dereference(value[1]),
    "p": lambda value, book: book.port(value),
    "m": lambda value, book: getattr(book.port(value[1]), value[2]),
    "e": decode_exception,
}
