"""What worlds share whatever namespace they have: loggers and the environment. Each begins with them as they were.

A module that adds a handler to its logger would otherwise add one more in every world, and all of them would print.
"""

from __future__ import annotations

import logging
import os
from typing import Any


class Outside:
    """As it was when this was made; `restore` makes it so again."""

    def __init__(self) -> None:
        self._loggers: dict[str, Any] = dict(logging.Logger.manager.loggerDict)
        known = [logging.root, *(one for one in self._loggers.values() if isinstance(one, logging.Logger))]
        self._states = [(one, one.handlers[:], one.filters[:], one.level, one.disabled, one.propagate) for one in known]
        self._disabled_below = logging.Logger.manager.disable
        self._environ = dict(_raw_environ())

    def restore(self) -> None:
        """Forget what was added since, and put back what was changed."""
        manager: Any = logging.Logger.manager
        if len(manager.loggerDict) != len(self._loggers):
            manager.loggerDict = dict(self._loggers)
        for one, handlers, filters, level, disabled, propagate in self._states:
            if one.handlers != handlers or one.filters != filters or one.level != level:
                one.handlers, one.filters, one.level = handlers[:], filters[:], level
                manager._clear_cache()
            one.disabled, one.propagate = disabled, propagate
        manager.disable = self._disabled_below
        if _raw_environ() != self._environ:
            os.environ.clear()
            os.environ.update({os.fsdecode(name): os.fsdecode(value) for name, value in self._environ.items()})


def _raw_environ() -> dict[bytes, bytes]:
    """What os.environ keeps: its own comparison decodes every variable."""
    raw: dict[bytes, bytes] = os.environ._data  # type: ignore[attr-defined]
    return raw
