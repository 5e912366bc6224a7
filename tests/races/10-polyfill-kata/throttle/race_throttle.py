"""A map that draws where the mouse is: what is drawn, when, and what is still to come."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from gym.race import Flow, World, call, race, together
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]
EVENTS = (0, 20, 40, 60, 80, 120, 140, 400)


@dataclass
class Map:
    """A throttled drawing; `drawn` keeps (milliseconds, point)."""

    world: World
    wait: float
    edges: dict[str, bool] = field(default_factory=dict)
    maker: str = "callers:draws"
    drawn: list[tuple[int, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        screen = self.world.callback("screen", self._draw)
        self.draw = self.world.subject(self.maker, screen, self.wait, **self.edges)
        self.pending = self.world.function("callers:is_pending")
        self.world.watch("drawn", lambda: ", ".join(point for _, point in self.drawn[-3:]) or "-")

    def _draw(self, point: str, at_ms: int) -> str:
        self.drawn.append((at_ms, point))
        return ""

    def row(self) -> Flow:
        """The mouse moves as in the row of the brief."""
        points = [(at / 1000, f"{at}") for at in EVENTS]
        return self.world.flow("mouse", self.world.function("callers:move"), self.draw, points)

    def moves(self, name: str, point: str) -> None:
        """Somebody who moves the mouse at any time."""

        def script() -> Generator[Step, Any, object]:
            self.asked.append(point)
            return (yield call(self.draw, point))

        self.world.flow(name, script)

    def check_drawn(self, *expected: tuple[int, str]) -> None:
        self.world.check(self.drawn == list(expected), "it is drawn as the spec says", f"{self.drawn}")


@race("the row of the spec, both edges", shape="ordering", points=2, fault="oldest-of-the-wait-runs")
def both_edges(world: World) -> None:
    page = Map(world, 0.1)
    page.row()
    world.run()
    page.check_drawn((0, "0"), (100, "80"), (200, "140"), (400, "400"))


@race("the row of the spec, leading edge only", shape="ordering", points=1)
def leading_only(world: World) -> None:
    page = Map(world, 0.1, {"trailing": False})
    page.row()
    world.run()
    page.check_drawn((0, "0"), (120, "120"), (400, "400"))


@race("the row of the spec, trailing edge only; and no edge at all", shape="ordering", points=1)
def trailing_only(world: World) -> None:
    page, none = Map(world, 0.1, {"leading": False}), Map(world, 0.1, {"leading": False, "trailing": False})
    mouse = page.row()
    looks = together(call(none.draw, "x"), call(none.pending, none.draw))
    look = world.flow("without edges", lambda: steps(looks), after=[mouse])
    world.run()
    page.check_drawn((100, "80"), (200, "140"), (500, "400"))
    world.check(none.drawn == [] and look.value == [None, False], "without edges nothing runs", f"{none.drawn}")


@race(
    "moves at any time, also when a wait is just over: drawings are a wait apart, and the last move is drawn",
    shape="ordering",
    points=2,
    fault="late-run-counts-for-nothing",
    level=1,
)
def any_time(world: World) -> None:
    page = Map(world, 0.032)
    for name, point in (("move 1", "a"), ("move 2", "b"), ("move 3", "c")):
        page.moves(name, point)

    def apart() -> bool:
        return all(later - earlier >= 32 for (earlier, _), (later, _) in pairwise(page.drawn))

    world.always("drawings are never less than the wait apart", apart)
    world.run()
    points = [point for _, point in page.drawn]
    world.check(points[-1:] == page.asked[-1:], "the last move is drawn", f"{points}")
    world.check(points == [each for each in page.asked if each in points], "no point is drawn twice", f"{points}")


@race("a cancel drops what is kept and ends the wait: the next move is drawn at once", shape="lifecycle", points=1)
def cancelled(world: World) -> None:
    page = Map(world, 0.032)
    pending = call(page.pending, page.draw)
    draw, cancel = page.draw, page.draw.cancel
    turn = together(
        call(draw, "a"), pending, call(draw, "b"), pending, call(cancel), pending, call(draw, "c"), call(draw, "d")
    )
    mouse = world.flow("mouse", lambda: steps(turn))
    world.run()
    page.check_drawn((0, "a"), (0, "c"), (32, "d"))
    looks = mouse.value[1:6:2] if isinstance(mouse.value, list) else []
    world.check(looks == [False, True, False], "pending tells whether a call is kept", f"{looks}")


@race("a drawing that asks for another one: that comes when the wait is over, on either edge", shape="lifecycle", points=1)
def asked_inside(world: World) -> None:
    page = Map(world, 0.032, maker="callers:draws_once_more")
    world.flow("mouse", world.function("callers:move"), page.draw, [(0.0, "A"), (0.1, "x"), (0.11, "B")])
    world.run()
    page.check_drawn((0, "A"), (32, "a"), (100, "x"), (132, "B"), (164, "b"))


def steps(*those: Step) -> Generator[Step, Any, object]:
    """A script of these steps; its value is that of the last."""
    value = None
    for step in those:
        value = yield step
    return value
