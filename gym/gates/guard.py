"""A fake with a gate before each of its async calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import TracebackType
from typing import Any

Arrive = Callable[[str, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]
"""Gives the awaitable that waits at a gate and then calls; takes the name, the method, and its arguments."""


class Guarded:
    """Stands for `fake`; its async methods stop at a gate, and so do those of what an `async with` gives.

    The two ends of such a block meet no gate. All else, plain methods and attributes, is the fake's own.
    """

    def __init__(self, fake: Any, arrive: Arrive) -> None:
        object.__setattr__(self, "_fake", fake)
        object.__setattr__(self, "_arrive", arrive)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._fake, name)
        if not callable(found) or inspect.isclass(found):
            return found
        arrive = self._arrive

        def called(*args: Any, **kwargs: Any) -> Any:
            if inspect.iscoroutinefunction(found):
                return arrive(name, found, args, kwargs)
            result = found(*args, **kwargs)
            return GuardedBlock(result, arrive) if hasattr(result, "__aenter__") else result

        return called

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._fake, name, value)

    def __repr__(self) -> str:
        return f"guarded {self._fake!r}"


class GuardedBlock:
    """An async context manager of a fake, a transaction for one."""

    def __init__(self, block: Any, arrive: Arrive) -> None:
        self._block = block
        self._arrive = arrive

    async def __aenter__(self) -> Any:
        return Guarded(await self._block.__aenter__(), self._arrive)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Any:
        return await self._block.__aexit__(kind, error, trace)
