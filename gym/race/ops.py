"""One call on a port, from its invocation to its end."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Op:
    """A port call.

    `id` is stable: the flow's letter and the ordinal of the call in it (`a1`). `state` goes from "invoked" to
    "completed", "failed", "lost" (the effect happened, an error was delivered), "cancelled" or "killed". `effected` tells
    whether the port's effect took place, whatever the caller saw. `entered` is, for the exit of an async context, the value
    that its enter returned; for an item of a stream it is the stream.
    """

    id: str
    number: int
    flow: str
    process: str
    port: str
    method: str
    args: tuple[object, ...] = ()
    kwargs: dict[str, object] = field(default_factory=dict)
    state: str = "invoked"
    effected: bool = False
    value: object = None
    error: BaseException | None = None
    entered: object = None
    due_ns: int | None = None
    on_cancel: str = "may"
    place: tuple[str, int] | None = None
    turn: int = 0

    @property
    def pending(self) -> bool:
        return self.state == "invoked"
