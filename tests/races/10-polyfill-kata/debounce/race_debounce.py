"""An editor that saves when nobody types: what is saved, when, and what is still to come."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, World, call, race, together
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]
WAIT = 0.032


@dataclass
class Editor:
    """A debounced save; `saved` keeps (milliseconds, text), `asked` the same of the calls."""

    world: World
    full: bool = False
    maker: str = "callers:saves"
    saved: list[tuple[int, str]] = field(default_factory=list)
    asked: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.disk = self.world.callback("disk", self._store)
        self.save = self.world.subject(self.maker, self.disk, WAIT)
        self.pending = self.world.function("callers:is_pending")
        self.world.watch("saved", lambda: ", ".join(text for _, text in self.saved) or "-")

    def _store(self, text: str, at_ms: int) -> str:
        self.saved.append((at_ms, text))
        if self.full:
            raise Fault("OSError", "disk full")
        return f"saved {text}"

    @property
    def now_ms(self) -> int:
        return round(self.world.now * 1000)

    def types(self, *keys: tuple[float, str]) -> None:
        """Somebody who types these texts at these times, in seconds."""
        self.world.flow("typist", self.world.function("callers:type_in"), self.save, list(keys))

    def key(self, name: str, text: str) -> None:
        """Somebody who presses a key at any time."""

        def script() -> Generator[Step, Any, object]:
            self.asked.append((self.now_ms, text))
            return (yield call(self.save, text))

        self.world.flow(name, script)

    def is_pending(self) -> Step:
        return call(self.pending, self.save)

    def check_saved(self, expected: list[tuple[int, str]], claim: str) -> None:
        self.world.check(self.saved == expected, claim, f"{self.saved}")


@race(
    "three keys at once, three later, three in a row: one save each, the wait after the last key", shape="control", points=1
)
def quiet(world: World) -> None:
    editor = Editor(world)
    at_once = [(0.0, text) for text in "abc"] + [(0.128, text) for text in "def"]
    editor.types(*at_once, (0.3, "g"), (0.32, "h"), (0.34, "i"))
    world.run()
    editor.check_saved([(32, "c"), (160, "f"), (372, "i")], "one save, the wait after the last key, of its text")


@race(
    "keys at any time, also when the wait is just over: the newest text is saved, never an older one after it",
    shape="ordering",
    points=1,
    level=1,
)
def any_time(world: World) -> None:
    editor = Editor(world)
    for name, text in (("key 1", "a"), ("key 2", "b"), ("key 3", "c")):
        editor.key(name, text)

    def due() -> bool:
        """Each save is of a text that was asked for exactly the wait before it."""
        return all((at - 32, text) in editor.asked for at, text in editor.saved)

    world.always("a text is saved the wait after its key", due)
    world.run()
    texts = [text for _, text in editor.saved]
    asked = [text for _, text in editor.asked]
    world.check(texts[-1:] == asked[-1:], "the last text is saved", f"{texts}")
    world.check(
        texts == [text for text in asked if text in texts], "no text is saved twice, or after a newer one", f"{texts}"
    )


@race(
    "a cancel before the wait is over: nothing is saved, nothing is pending, and the next key is as the first",
    shape="lifecycle",
)
def cancelled(world: World) -> None:
    editor = Editor(world)

    def script() -> Generator[Step, Any, object]:
        # In one turn of the loop, so that the timer does not come in between.
        asks, drops = call(editor.save, "a"), call(editor.save.cancel)
        return (yield together(asks, editor.is_pending(), drops, editor.is_pending(), call(editor.save.flush)))

    window = world.flow("window", script)
    world.flow("next key", editor.save, "b", after=[window])
    world.run()
    expected = [None, True, None, False, None]
    world.check(window.value == expected, "what is cancelled is neither pending nor flushed", f"{window.value}")
    texts = [text for _, text in editor.saved]
    world.check(texts == ["b"], "only what was not cancelled is saved", f"{texts}")


@race("a flush saves at once and gives the result, and nothing is saved again", shape="lifecycle", points=1)
def flushed(world: World) -> None:
    editor = Editor(world)

    def script() -> Generator[Step, Any, object]:
        yield call(editor.save, "a")
        first = yield call(editor.save.flush)
        pending = yield editor.is_pending()
        second = yield call(editor.save.flush)
        return first, pending, second

    window = world.flow("window", script)
    world.run()
    texts = [text for _, text in editor.saved]
    world.check(texts == ["a"], "it is saved once", f"{texts}")
    if editor.saved[0][0] == 0:
        expected = ("saved a", False, None)
        world.check(window.value == expected, "a flush gives the result, and one more gives None", f"{window.value}")


@race(
    "a save that asks for another one: it is pending, and can be flushed",
    shape="lifecycle",
    points=2,
    fault="forgets-what-was-asked-inside",
)
def asked_inside(world: World) -> None:
    editor = Editor(world, maker="callers:saves_once_more")
    world.flow("key", editor.save, "old")

    def script() -> Generator[Step, Any, object]:
        pending = yield editor.is_pending()
        seen = [text for _, text in editor.saved]
        return pending, seen, (yield call(editor.save.flush))

    window = world.flow("window", script)
    world.run()
    pending, seen, _ = window.value if isinstance(window.value, tuple) else (None, [], None)
    if seen == ["old"]:
        world.check(pending is True, "what the save asked for is pending", f"{pending}")
    texts = [text for _, text in editor.saved]
    world.check(texts == ["old", "new"], "both are saved, once", f"{texts}")


@race(
    "the disk is full when the window flushes: the error is told, and nothing is saved again behind it",
    shape="lifecycle",
    points=2,
    fault="flush-stops-the-timer-last",
)
def flush_fails(world: World) -> None:
    editor = Editor(world, full=True)

    def script() -> Generator[Step, Any, object]:
        # In one turn of the loop, so that the timer does not come first.
        _, told = yield together(call(editor.save, "a"), call(editor.save.flush))
        return getattr(told, "name", told), (yield editor.is_pending())

    window = world.flow("window", script)
    world.run()
    world.check(window.value == ("OSError", False), "the error is told, and nothing is pending", f"{window.value}")
    world.check(len(editor.saved) == 1, "it is not saved again", f"{editor.saved}")
