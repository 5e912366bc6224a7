"""The world of the client's races: providers that answer from a script, at scripted times, and callers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from gym.race import Fault, Handle, Op, Raised, Step, World, call, op, together
from gym.race.ports import FakePort, PortThing

Script = Callable[[], Generator[Step, Any, object]]

FOREVER = 3_600.0


def _at_once() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Reply:
    """What one call of a provider gets: its tokens, and then an error where there is one.

    `first` is in seconds to the first token or the error, None: when the schedule likes; `at` is the moment of it instead.
    `gap` is the same between tokens. Nothing of it comes before `when()`.
    """

    tokens: tuple[str, ...] = ("once ", "upon ", "a time")
    first: float | None = 0.01
    gap: float | None = 0.01
    at: float | None = None
    error: Fault | None = None
    when: Callable[[], bool] = _at_once

    @property
    def text(self) -> str:
        return "".join(self.tokens)


HANGS = Reply(first=FOREVER)


def fails(
    status: int, first: float | None = 0.01, retry_after: float | None = None, when: Callable[[], bool] = _at_once
) -> Reply:
    """An answer with that status and no token."""
    attrs = {"status": status, "retry_after": retry_after}
    return Reply((), first, error=Fault("ApiError", f"status {status}", attrs=attrs), when=when)


LOST = Reply((), error=Fault("ConnectionResetError", "gone"))
SEALED = Reply((), error=Fault("OSError", "no such certificate"))
"""What the network is not to blame for, although it is an OSError."""


class _Api:
    def __init__(self, latency: Callable[[Op], float | None]) -> None:
        self._latency = latency

    @op(on_cancel="drops")
    async def stream(self, prompt: str) -> AsyncIterator[str]:
        raise AssertionError("Provider answers")
        yield ""


class Provider(FakePort):
    """Call n gets reply n, and the last one is for all that follow; or each prompt has a reply, and others the usual one.

    `began` keeps when each call reached it.
    """

    def __init__(self, world: World, name: str, *replies: Reply, by_prompt: Mapping[str, Reply] | None = None) -> None:
        super().__init__(name, _Api(self._latency_of))
        self._world = world
        self._replies = replies or (Reply(),)
        self._by_prompt = by_prompt or {}
        self._open: dict[object, tuple[Reply, int]] = {}
        self.began: list[float] = []

    def _latency_of(self, op: Op) -> float | None:
        ticket, now = op.args[0], self._world.now
        if op.method != "stream.open":
            return self._open[ticket][0].gap
        usual = self._replies[min(len(self.began), len(self._replies) - 1)]
        reply = self._by_prompt.get(str(op.args[1] if len(op.args) > 1 else op.kwargs.get("prompt")), usual)
        self._open[ticket] = reply, 0
        self.began.append(now)
        return reply.first if reply.at is None else reply.at - now

    def ready(self, op: Op) -> bool:
        return self._open[op.args[0]][0].when()

    def apply(self, op: Op) -> list[str]:
        reply, taken = self._open[op.args[0]]
        self._open[op.args[0]] = reply, taken + 1
        if taken < len(reply.tokens):
            return [reply.tokens[taken]]
        if reply.error is not None:
            raise reply.error
        return []

    def describe(self, op: Op) -> str:
        """As any call, with the status of its error, which decides what is right then."""
        text = super().describe(op)
        status = op.error.attrs.get("status") if isinstance(op.error, Fault) else None
        return text if status is None else text.replace("!! ApiError", f"!! ApiError {status}")

    def watched(self) -> dict[str, str]:
        return {self.name: f"{len(self.began)} asked"}

    @property
    def calls(self) -> int:
        """How many calls reached it."""
        return len(self.began)

    def delay(self, call: int, since: float) -> float:
        """Seconds from `since` to that call of it, counted from 1; without end where it was not made."""
        return round(self.began[call - 1] - since, 3) if len(self.began) >= call else inf

    @property
    def under_way(self) -> int:
        """How many streams somebody waits for."""
        return sum(op.pending for op in self._world.calls(self.name))


@dataclass
class Desk:
    """A client of these providers. `settings` are those of ports.py; every draw is `draw`."""

    world: World
    providers: dict[str, Provider]
    ports: dict[str, PortThing]
    client: Handle

    def asks(self, prompt: str = "a story", deadline: float = 60.0) -> Step:
        """One call of complete."""
        return call(self.client.complete, prompt, deadline)

    def sleeps(self, seconds: float) -> Step:
        """Some time goes by."""
        return call(self.world.function("asyncio:sleep"), seconds)

    def tries(self, prompt: str = "a story", deadline: float = 60.0) -> Generator[Step, Any, str]:
        """The text or the error of one call, in words."""
        try:
            return words((yield self.asks(prompt, deadline)))
        except Raised as error:
            return words(error)

    def tries_in_turn(self, count: int) -> Generator[Step, Any, list[str]]:
        """The same of so many calls, one after the other."""
        found: list[str] = []
        while len(found) < count:
            found.append((yield from self.tries()))
        return found

    def tries_together(self, count: int) -> Generator[Step, Any, list[str]]:
        """The same of so many calls in one turn of the loop."""
        return [words(each) for each in (yield together(*[self.asks() for _ in range(count)]))]

    @property
    def under_way(self) -> int:
        """How many streams somebody waits for, at all providers."""
        return sum(provider.under_way for provider in self.providers.values())


def desk(world: World, *providers: Provider, draw: float = 0.25, **settings: object) -> Desk:
    """A client of these providers, with these settings and the defaults for the others."""
    made = world.subject("ports:Settings", **settings)
    ports = {provider.name: world.port(provider.name, provider) for provider in providers}
    client = world.subject("LLMClient", ports, made, random=world.random(lambda: draw))
    return Desk(world, {provider.name: provider for provider in providers}, ports, client)


_KNOWN = ("AllFailed", "ApiError", "CircuitOpen", "ConnectionResetError", "TimeoutError", "OSError")


def words(answer: object) -> str:
    """A text as it is, an error as its class (or the known one it derives from), with its status or its members."""
    if not isinstance(answer, Raised):
        return answer if type(answer) is str else f"not a text: {answer!r}"
    name = next((known for known in _KNOWN if answer.is_a(known)), answer.name)
    if answer.members is not None:
        return f"{name}({', '.join(map(words, answer.members))})"
    return f"{name} {answer.attrs.get('status')}" if name == "ApiError" else name
