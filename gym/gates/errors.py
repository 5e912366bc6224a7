"""What goes wrong at gates: the test is at fault, or what it tests."""

from __future__ import annotations


class GateError(Exception):
    """The test is at fault: it waits for what only it could let happen, or asks for what there is not."""


class NeverReturns(AssertionError):
    """The code under test is at fault: no gate is closed and no timer runs, and still somebody waits."""
