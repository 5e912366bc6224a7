"""Errors that travel between judge and subject as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gym.engine.text import told

MOST_SHOWN = 300
"""So much of an exception's message is shown; races compare the whole of it."""


class Fault(Exception):
    """An error that a port raises into the learner's code.

    `name` is looked up among the learner's modules first, then the builtins and asyncio; one of a library's is named with
    its module, as `httpx.ReadTimeout`. Where it is not found, a class derived from `base` is made up. `attrs` become
    attributes of the exception; `cause` and `members` (of an exception group) are faults themselves.
    """

    def __init__(
        self,
        name: str,
        message: str = "",
        base: str = "Exception",
        attrs: Mapping[str, object] | None = None,
        cause: Fault | None = None,
        members: Sequence[Fault] | None = None,
    ) -> None:
        super().__init__(f"{name}: {message}" if message else name)
        self.name = name
        self.message = message
        self.base = base
        self.attrs = dict(attrs or {})
        self.cause = cause
        self.members = None if members is None else tuple(members)


# Not frozen: `with` and traceback code set attributes of an exception that passes through them.
@dataclass(slots=True, eq=False)
class Raised(Exception):
    """An exception that left the learner's code, as data.

    `bases` are the class names it derives from, nearest first; `place` is (file, line) in the learner's code, where known.
    """

    name: str
    bases: tuple[str, ...]
    message: str
    attrs: Mapping[str, object] = field(default_factory=dict)
    cause: Raised | None = None
    members: tuple[Raised, ...] | None = None
    place: tuple[str, int] | None = None

    @property
    def base(self) -> str:
        """The nearest base class."""
        return self.bases[0] if self.bases else "object"

    def is_a(self, name: str) -> bool:
        """Whether it is of that class or derives from one of that name."""
        return name == self.name or name in self.bases

    def __str__(self) -> str:
        name, message = told(self.name, 60), told(self.message, MOST_SHOWN)
        return f"{name}: {message}" if message else name


class StopStream(Exception):
    """Raised into a script whose `step_next` found the end of the stream."""
