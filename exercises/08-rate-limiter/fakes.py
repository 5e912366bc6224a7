"""A stand-in for the visible tests: a clock that is moved by hand."""

from __future__ import annotations


class HandClock:
    """Stands at `at` until somebody moves it."""

    def __init__(self, at: float = 0.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at
