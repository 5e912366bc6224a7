"""What a twin is: a right program that tempts an engine to cry wolf, and a wrong one that differs by one place."""

from __future__ import annotations

from dataclasses import dataclass

from gym.race import Race, World, op


@dataclass(frozen=True)
class Twin:
    """`wrong` is a part of the source and what stands there in the wrong twin, which is rejected by `claim`.

    `stock` is an expression with what it gives on a stock loop of the same interpreter: what the race expects then has
    been seen there. `since` is the first Python that has what the program uses. With `excuse` a fault of CPython's own,
    named where it is set, is not counted (as in katas).
    """

    source: str
    race: Race
    wrong: tuple[str, str]
    claim: str
    stock: tuple[str, object] | None = None
    since: tuple[int, int] = (3, 11)
    excuse: bool = False

    def wrong_source(self) -> str:
        """The source of the wrong twin."""
        right, wrong = self.wrong
        assert self.source.count(right) == 1, f"{right!r} stands {self.source.count(right)} times in the source"
        return self.source.replace(right, wrong)


class Net:
    """What most twins call: it gives back what it is asked, and remembers it. A cancelled call has no effect later.

    To close what is not open does nothing, so a right program closes what it may have opened.
    """

    def __init__(self) -> None:
        self.asked: list[object] = []

    @op(on_cancel="drops")
    async def ask(self, what: object) -> object:
        self.asked.append(what)
        return what

    @op(on_cancel="drops")
    async def open(self, what: object) -> object:
        self.asked.append(("open", what))
        return what

    @op(on_cancel="drops")
    async def close(self, what: object) -> object:
        self.asked.append(("close", what))
        return what

    @property
    def left_open(self) -> list[object]:
        """What was opened and not closed since."""
        last: dict[object, object] = {}
        for each in self.asked:
            if isinstance(each, tuple):
                kind, what = each
                last[what] = kind
        return [what for what, kind in last.items() if kind == "open"]


def under_way(world: World, method: str | None = None) -> int:
    """So many calls have begun and have neither ended nor been given up."""
    return sum(call.pending for call in world.calls("net", method))
