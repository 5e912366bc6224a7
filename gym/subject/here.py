"""Whose work is running: kept in a context variable, so that every task and callback inherits it from its maker."""

from __future__ import annotations

import contextvars

from .namespace import Namespace


class Process:
    """One instance of the service: its own memory, and whether it was killed."""

    def __init__(self, name: str, namespace: Namespace) -> None:
        self.name = name
        self.namespace = namespace
        self.dead = False


Here = tuple[Process, str | None]
"""The process, and the flow where there is one."""

HERE: contextvars.ContextVar[Here] = contextvars.ContextVar("here")
NOBODY: tuple[None, None] = (None, None)


def context_of(process: Process, flow: str | None) -> contextvars.Context:
    """A context in which everything that is started belongs to this process and flow."""
    context = contextvars.Context()
    context.run(HERE.set, (process, flow))
    return context
