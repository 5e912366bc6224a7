"""What can be changed in a simulation: each reads a text, names its range, and has a next value on either side."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from gym.errors import UsageError

Value = int | str | tuple[int, ...]


class Parameter(Protocol):
    """One thing to change. `name` is what `--set` calls it."""

    @property
    def name(self) -> str: ...

    @property
    def says(self) -> str: ...

    @property
    def default(self) -> Value: ...

    @property
    def allowed(self) -> str:
        """What it may be, as the end of a sentence."""

    def read(self, text: str) -> Value:
        """The value that is written there. Raises UsageError."""

    def moved(self, value: Value, by: int) -> Value:
        """The value so many steps further, or the last one there is."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`."""

    name: str
    says: str
    default: int
    least: int
    most: int
    step: int = 1

    @property
    def allowed(self) -> str:
        """See Parameter."""
        return f"a whole number from {self.least:,} to {self.most:,}"

    def read(self, text: str) -> Value:
        """See Parameter."""
        bare = text.strip().replace(",", "").replace("_", "")
        if not re.fullmatch(r"[+-]?[0-9]{1,12}", bare) or not self.least <= int(bare) <= self.most:
            raise _refused(self, text)
        return int(bare)

    def moved(self, value: Value, by: int) -> Value:
        """See Parameter. Steps lie on a grid, so that from 1 the next after tens is 10."""
        assert isinstance(value, int)
        grid = value // self.step if by > 0 else -(-value // self.step)
        return min(max((grid + by) * self.step, self.least), self.most)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words; the first is what it is by default."""

    name: str
    says: str
    words: tuple[str, ...]

    @property
    def default(self) -> Value:
        """See Parameter."""
        return self.words[0]

    @property
    def allowed(self) -> str:
        """See Parameter."""
        return f"{', '.join(self.words[:-1])} or {self.words[-1]}"

    def read(self, text: str) -> Value:
        """See Parameter."""
        if text.strip().lower() not in self.words:
            raise _refused(self, text)
        return text.strip().lower()

    def moved(self, value: Value, by: int) -> Value:
        """See Parameter."""
        assert isinstance(value, str)
        return self.words[min(max(self.words.index(value) + by, 0), len(self.words) - 1)]


@dataclass(frozen=True, slots=True)
class Times:
    """Moments in milliseconds, in order; `others` are bursts to turn to by a key."""

    name: str
    says: str
    default: tuple[int, ...]
    others: tuple[tuple[int, ...], ...] = ()
    most: int = 60
    last: int = 20_000

    @property
    def allowed(self) -> str:
        """See Parameter."""
        return f"1 to {self.most} times in milliseconds, each from 0 to {self.last:,}, as in 0 20 40"

    def read(self, text: str) -> Value:
        """See Parameter."""
        parts = re.split(r"[\s,]+", text.strip(" \t\r\n,"))
        right = len(parts) <= self.most and all(re.fullmatch(r"[0-9]{1,12}", part) for part in parts)
        if not right or max(map(int, parts)) > self.last:
            raise _refused(self, text)
        return tuple(sorted(map(int, parts)))

    def moved(self, value: Value, by: int) -> Value:
        """See Parameter. What was typed is left for the first of those that there are."""
        known = (self.default, *self.others)
        at = known.index(value) + by if value in known else 0
        return known[min(max(at, 0), len(known) - 1)]


def shown(value: Value) -> str:
    """The value as `--set` takes it."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _refused(parameter: Parameter, text: str) -> UsageError:
    return UsageError(f"{parameter.name} is {parameter.allowed}, not {text.strip()!r}.")


class Settings:
    """The value of every parameter of a simulation."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = dict(values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self.values == other.values

    __hash__ = None  # type: ignore[assignment]

    def number(self, name: str) -> int:
        """A number's value."""
        value = self.values[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """The word that was chosen."""
        value = self.values[name]
        assert isinstance(value, str)
        return value

    def times(self, name: str) -> tuple[int, ...]:
        """The moments, in milliseconds."""
        value = self.values[name]
        assert isinstance(value, tuple)
        return value

    def but(self, name: str, value: Value) -> Settings:
        """The same with one value changed."""
        return Settings({**self.values, name: value})


def settings_of(sim: str, parameters: Sequence[Parameter], said: Sequence[str] = ()) -> Settings:
    """The defaults of the simulation `sim`, but for what was said as NAME=VALUE; the last word counts.

    Raises UsageError, which names what is allowed.
    """
    by_name = {each.name.lower(): each for each in parameters}
    values = {each.name: each.default for each in parameters}
    for each in said:
        name, equals, text = each.partition("=")
        if not equals:
            raise UsageError(f"{each!r} sets nothing: write --set NAME=VALUE, as in --set {_example(parameters[0])}.")
        parameter = by_name.get(name.strip().lower())
        if parameter is None:
            raise UsageError(_unknown(sim, name.strip(), [each.name for each in parameters]))
        values[parameter.name] = parameter.read(text)
    return Settings(values)


def _example(parameter: Parameter) -> str:
    return f"{parameter.name}={shown(parameter.default)}"


def _unknown(sim: str, name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1)
    nearest = f"; the nearest is {near[0]}" if near else ""
    return f"{sim} has no parameter {name!r}{nearest}. It has {', '.join(names)}."
