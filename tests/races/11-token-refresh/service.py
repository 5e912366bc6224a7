"""The world of the session's races: a token server that knows which refresh token is good, a service, and a shared store."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, Flow, Handle, Op, Process, World, op
from gym.race.ports import PortThing
from gym.race.steps import Step

BUDGET = 4_000
CLAIM_S = 5
PATH = "/inbox"

Script = Callable[[], Generator[Step, Any, object]]


@dataclass
class Issuer:
    """Which tokens are good. In the beginning a1 has run out already, and r1 is good."""

    number: int = 1
    good: set[str] = field(default_factory=set)
    revoked: bool = False

    def expire(self) -> None:
        """What time does to an access token."""
        self.good.clear()

    def rotate(self, refresh: object) -> dict[str, str]:
        """Use a refresh token up. One that was used before revokes the session."""
        if self.revoked or refresh != f"r{self.number}":
            self.revoked = True
            self.good.clear()
            raise Fault("SessionRevoked", f"{refresh} was used before")
        self.number += 1
        self.good = {f"a{self.number}"}
        return {"access": f"a{self.number}", "refresh": f"r{self.number}"}


class Auth:
    """The token server. `held` tells which calls may not end yet; `asked` hears of each before it takes effect."""

    def __init__(self, issuer: Issuer) -> None:
        self._issuer = issuer
        self.held: Callable[[Op], bool] = lambda call: False
        self.asked: Callable[[], None] = lambda: None
        self.seconds: float | None = None

    @op(on_cancel="lands")
    async def refresh(self, refresh: str) -> dict[str, str]:
        self.asked()
        return self._issuer.rotate(refresh)

    def _ready(self, call: Op) -> bool:
        return not self.held(call)

    def _latency(self, call: Op) -> float | None:
        return self.seconds

    def _watched(self) -> dict[str, str]:
        return {"session": "revoked" if self._issuer.revoked else f"r{self._issuer.number}"}


class Api:
    """Gives `data of PATH` for a good access token, but to nobody what is in `forbidden`."""

    def __init__(self, issuer: Issuer) -> None:
        self._issuer = issuer
        self.forbidden: set[str] = set()
        self.held: Callable[[Op], bool] = lambda call: False
        self.seconds: Callable[[Op], float | None] = lambda call: None

    @op(on_cancel="drops")
    async def get(self, path: str, access: str) -> str:
        if access not in self._issuer.good or path in self.forbidden:
            raise Fault("Unauthorized", "401")
        return data(path)

    def _ready(self, call: Op) -> bool:
        return not self.held(call)

    def _latency(self, call: Op) -> float | None:
        return self.seconds(call)


class Store:
    """One record for all tabs. `known` are the access tokens that it has held."""

    def __init__(self) -> None:
        self.record: dict[str, Any] = {"access": "a1", "refresh": "r1"}
        self.known: set[object] = {"a1"}
        self.held: Callable[[Op], bool] = lambda call: False

    async def read(self) -> dict[str, Any]:
        return dict(self.record)

    async def swap(self, old: dict[str, Any], new: dict[str, Any]) -> bool:
        if self.record != old:
            return False
        self.record = dict(new)
        self.known.add(new.get("access"))
        return True

    def _ready(self, call: Op) -> bool:
        return not self.held(call)

    def _watched(self) -> dict[str, str]:
        return {"store": str(self.record.get("refresh"))}


class Service:
    """All of it: the server, its ports, and the tabs that use them. Where a tab dies, the session may be lost."""

    def __init__(self, world: World, *, may_be_lost: bool = False) -> None:
        self.world = world
        self.issuer = Issuer()
        self.api, self.auth, self.store = Api(self.issuer), Auth(self.issuer), Store()
        if not may_be_lost:
            world.always("the session is not revoked", lambda: not self.issuer.revoked)
        self._claimed = self.store.record
        self.auth.asked = self._note_claim
        self._ports = [
            world.port("api", self.api),
            world.port("auth", self.auth),
            world.port("store", self.store),
        ]

    @property
    def api_port(self) -> PortThing:
        return self._ports[0]

    @property
    def auth_port(self) -> PortThing:
        return self._ports[1]

    def tab(self, name: str, process: Process | None = None) -> Handle:
        """A tab's session, opened while a1 was good. Without `process`, in the first one."""
        place = self.world if process is None else process
        return place.subject("Session", *self._ports, name, "a1")

    def _note_claim(self) -> None:
        self._claimed = self.store.record

    def back_to_the_claim(self) -> None:
        """Everything is as it was before the server used r1 up: whoever had a claim then might as well have died."""
        self.store.record = self._claimed
        self.issuer.number = 1
        self.issuer.expire()

    def refreshes(self) -> list[Op]:
        """The refreshes so far."""
        return self.world.calls("auth", "refresh")

    def at_most_one_under_way(self) -> bool:
        """Whether no second refresh was begun before the first was over."""
        return sum(each.pending for each in self.refreshes()) <= 1

    def none_cut_off(self) -> bool:
        """Whether no refresh was cancelled."""
        return all(each.state != "cancelled" for each in self.refreshes())

    def asked(self, path: str = PATH, process: str | None = None) -> list[object]:
        """The access tokens with which this was asked for so far, by all or by one process."""
        calls = [each for each in self.world.calls("api") if process in (None, each.process)]
        return [_given(each).get("access") for each in calls if _given(each).get("path") == path]

    def saved_first(self) -> bool:
        """Whether every token that was shown to the service so far was in the store before."""
        return {_given(each).get("access") for each in self.world.calls("api")} <= self.store.known

    def one_refresh(self, times: int = 1) -> None:
        """Check that the server was asked for a pair so many times."""
        found = len(self.refreshes())
        self.world.check(found == times, "one refresh for all", f"{found}")


def _given(asked: Op) -> dict[str, object]:
    """What the service was asked with: `path` and `access`."""
    return dict(zip(("path", "access"), asked.args, strict=False)) | asked.kwargs


def data(path: str = PATH) -> str:
    """What is at a path."""
    return f"data of {path}"


def later(world: World, seconds: float, after: Iterable[Flow]) -> Flow:
    """A flow in which nothing but time goes on."""
    return world.flow(f"{seconds} s go by", world.function("asyncio:sleep"), seconds, after=after)


def told(flow: Flow) -> str:
    """What this widget came back with."""
    return str(flow.value) if flow.outcome == "ok" else flow.outcome


def all_told(flows: Iterable[Flow]) -> list[str]:
    """What they came back with, each answer once."""
    return sorted({told(flow) for flow in flows})


def widgets(world: World, session: Handle, *names: str, after: Iterable[Flow] = ()) -> list[Flow]:
    """Widgets that ask for the same, of which nothing tells one from another."""
    flows = [world.flow(name, session.get, PATH, after=after) for name in names]
    world.alike(*flows)
    return flows
