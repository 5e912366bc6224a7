"""The world of the search box's races: a page with one box, a server whose answers tell which request they are to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gym.race import Flow, Op, World, call
from gym.race.ports import FakePort, MethodKind
from gym.race.steps import Step
from gym.race.things import Record

DELAY = 0.25
TEXTS = ("r", "ri", "ric")

Script = Callable[[], Generator[Step, Any, object]]


class Server(FakePort):
    """The search. The third request for "ric" is answered with ["ric, answer 3"]."""

    def __init__(self, world: World) -> None:
        super().__init__("api", _Search())
        self._world = world

    def apply(self, op: Op) -> object:
        numbers = {call.id: number for number, call in enumerate(self._world.calls("api"), 1)}
        return [answer(text_of(op), numbers[op.id])]


class _Search:
    async def search(self, text: str) -> list[str]:
        raise AssertionError("Server answers")


class Screen(FakePort):
    """What is drawn: `drawn` keeps (text, rows or message), `spinning` whether the spinner turns."""

    def __init__(self) -> None:
        super().__init__("screen", object())
        self.drawn: list[tuple[object, object]] = []
        self.spinning = False

    @property
    def methods(self) -> Mapping[str, MethodKind]:
        return {"results": "record", "failure": "record", "spinner": "record"}

    def recorded(self, method: str, record: Record) -> None:
        given = [*record.args, *record.kwargs.values()]
        if method == "spinner":
            self.spinning = bool(given[0])
        else:
            self.drawn.append((given[0], given[1]))

    @property
    def shown(self) -> tuple[object, object]:
        return self.drawn[-1] if self.drawn else ("", "-")

    def watched(self) -> dict[str, str]:
        _, what = self.shown
        first = what[0] if isinstance(what, list) and what else what
        return {"screen": str(first or "no rows"), "spinner": "on" if self.spinning else "off"}


def answer(text: str, number: int) -> str:
    """The one row of the answer to that request."""
    return f"{text}, answer {number}"


def text_of(op: Op) -> str:
    """The text that a request asks for."""
    return str(op.args[0] if op.args else op.kwargs.get("text"))


@dataclass
class Page:
    """A page with a search box. `typed` keeps what was typed so far, in the order in which it reached the box."""

    world: World
    delay: float = 0.0
    old_client: bool = False
    screen: Screen = field(default_factory=Screen)
    typed: list[tuple[str, float]] = field(default_factory=list)
    sent: dict[str, float] = field(default_factory=dict)
    asked_before: int = 0  # the requests sent when the newest text was typed

    def __post_init__(self) -> None:
        self.api = self.world.port("api", Server(self.world))
        client = self.world.subject("ports:OldClient", self.api) if self.old_client else self.api
        self.box = self.world.subject("SearchBox", client, self.world.port("screen", self.screen), delay=self.delay)

    def types(self, *texts: str) -> Script:
        """A key; the text is the next of `texts`, whichever key it is that comes next."""

        def script() -> Generator[Step, Any, object]:
            text = texts[len(self.typed)]
            self.typed.append((text, self.world.now))
            self.asked_before = len(self.requests())
            yield call(self.box.on_input, text)
            return text

        return script

    def keys(self, *texts: str) -> list[Flow]:
        """Callers who type these texts one after the other; each waits for its text to be settled."""
        keys = [self.world.flow(f"key {number}", self.types(*texts)) for number, _ in enumerate(texts, 1)]
        self.world.alike(*keys)
        return keys

    @property
    def newest(self) -> str:
        return self.typed[-1][0] if self.typed else ""

    def requests(self) -> list[Op]:
        return self.world.calls("api", "search")

    def under_way(self) -> list[str]:
        """The texts of the requests that have neither ended nor been cancelled."""
        return [text_of(op) for op in self.requests() if op.state == "invoked"]

    @property
    def loading(self) -> bool:
        """Whether a request for the newest text is under way."""
        return self.newest in self.under_way()

    @property
    def settled(self) -> bool:
        """Whether the newest text's answer or failure has been drawn."""
        return not self.loading and self.newest in [text for text, _ in self.screen.drawn]

    def note_sent(self) -> bool:
        """Note when each request was sent. For `World.always`: holds whatever happens."""
        for op in self.requests():
            self.sent.setdefault(op.id, self.world.now)
        return True

    def never_draws_old(self) -> None:
        """What is drawn from one moment to the next is of the newest text, as it was before or as it is now."""
        count, before = 0, ""

        def holds() -> bool:
            nonlocal count, before
            fresh = {text for text, _ in self.screen.drawn[count:]}
            allowed = {before, self.newest}
            count, before = len(self.screen.drawn), self.newest
            return fresh <= allowed

        self.world.always("nothing of an older text is drawn", holds)

    def nothing_more(self, claim: str, over: Callable[[], bool]) -> None:
        """From the first moment at which it is `over`, nothing is asked or drawn."""
        then: list[tuple[int, int]] = []

        def holds() -> bool:
            now = len(self.requests()), len(self.screen.drawn)
            if over() and not then:
                then.append(now)
            return then in ([], [now])

        self.world.always(claim, holds)

    @property
    def last_answer(self) -> list[str]:
        """The rows that the last request is answered with."""
        return [answer(self.newest, len(self.requests()))]

    def shows_newest(self) -> None:
        """The end: the last answer is on the screen."""
        expected = (self.newest, self.last_answer)
        self.world.check(self.screen.shown == expected, "the newest answer is shown", f"{self.screen.shown[1]}")
