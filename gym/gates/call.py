"""One call of a guarded fake, from the gate on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from gym.gates.errors import GateError

State = Literal["waiting", "under way", "done", "failed", "cancelled"]


class Call:
    """A call: `caller` made it, `name` is the method, `args` and `kwargs` what it was given.

    `state` goes from "waiting" to "under way", and from there to "done" or "failed"; or to "cancelled", from either.
    A call that was cancelled while it waited had no effect.
    """

    brief = False
    """Whether arguments are left out where a call is named: on code that is not the learner's own they would tell it."""

    def __init__(
        self, caller: str, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], gate: asyncio.Future[None]
    ) -> None:
        self.caller = caller
        self.name = name
        self.args = args
        self.kwargs = dict(kwargs)
        self.state: State = "waiting"
        self._gate = gate

    def __repr__(self) -> str:
        if self.brief:
            return f"{self.caller}: {self.name}(...)"
        given = [repr(each) for each in self.args] + [f"{name}={value!r}" for name, value in self.kwargs.items()]
        return f"{self.caller}: {self.name}({', '.join(given)})"

    async def through(self, method: Callable[..., Awaitable[Any]]) -> Any:
        """Wait at the gate, then do what was called."""
        try:
            await self._gate
            result = await method(*self.args, **self.kwargs)
        except asyncio.CancelledError:
            self.state = "cancelled"
            raise
        except BaseException:
            self.state = "failed"
            raise
        self.state = "done"
        return result

    def let_through(self, error: BaseException | None = None) -> None:
        """Open the gate, or raise `error` behind it. Raises GateError when the call does not wait."""
        if self.state != "waiting" or self._gate.done():
            raise GateError(f"{self!r} does not wait at a gate: it is {self.state}.")
        self.state = "under way"
        if error is None:
            self._gate.set_result(None)
        else:
            self._gate.set_exception(error)
