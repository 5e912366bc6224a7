"""All ways through a program that asks for choices: the last digit that can still go up does, and what follows is 0."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Odometer:
    """Hands out choices. The program must ask in the same way whenever it was answered in the same way."""

    def __init__(self) -> None:
        self._digits: list[int] = []
        self._sizes: list[int] = []
        self._asked = 0

    def choose(self, size: int) -> int:
        """A number below `size`."""
        if size == 1:
            return 0
        if self._asked == len(self._digits):
            self._digits.append(0)
            self._sizes.append(size)
        assert self._sizes[self._asked] == size, "the program asked otherwise than the last time"
        self._asked += 1
        return self._digits[self._asked - 1]

    def advance(self) -> bool:
        """Go on to the next way. False when there is none left."""
        assert self._asked == len(self._digits), "the program asked less than the last time"
        self._asked = 0
        while self._digits:
            if self._digits[-1] + 1 < self._sizes[-1]:
                self._digits[-1] += 1
                return True
            self._digits.pop()
            self._sizes.pop()
        return False


def every(program: Callable[[Odometer], T]) -> Iterator[T]:
    """What the program gives, once for each way through its choices."""
    odometer = Odometer()
    while True:
        yield program(odometer)
        if not odometer.advance():
            return
