"""The effect of a split call takes place however its caller ends: its reply lost, its caller gone, its process killed."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest

from gym.judge.verdict import Verdict
from gym.race import Fault, Flow, World, op, race
from tests.race.arena import Arena

SOURCE = """
    import asyncio
    class Shop:
        def __init__(self, bank):
            self.bank = bank
        async def pay(self):
            return await self.bank.charge()
        async def pay_anyway(self):
            return await asyncio.shield(self.bank.charge())
"""


def bank(manner: str) -> Any:
    class Bank:
        def __init__(self) -> None:
            self.charged = 0

        @op(on_cancel=manner)  # type: ignore[arg-type]
        def charge(self) -> Generator[None, None, str]:
            self.charged += 1
            yield
            return "paid"

    return Bank()


def lost(world: World, port: Any, flow: Flow) -> None:
    world.may_lose(port.charge, Fault("ConnectionError", "gone"))


def cancelled(world: World, port: Any, flow: Flow) -> None:
    world.may_cancel(flow)


def killed(world: World, port: Any, flow: Flow) -> None:
    world.may_kill()


Declare = Callable[[World, Any, Flow], None]


def ends(arena: Arena, declare: Declare, manner: str, method: str = "pay") -> set[tuple[str, int, bool]]:
    """How the caller can end, how often the bank charged then, and whether its call is said to have taken effect."""
    seen: set[tuple[str, int, bool]] = set()

    @race("charged", shape="control", level=1)
    def charged(world: World) -> None:
        fake = bank(manner)
        port = world.port("bank", fake)
        flow = world.flow("payer", getattr(world.subject("Shop", port), method))
        declare(world, port, flow)
        world.run()
        seen.update((flow.outcome, fake.charged, call.effected) for call in world.calls("bank"))

    assert arena.judge(SOURCE, charged).verdict is Verdict.ACCEPTED
    return seen


def test_a_lost_reply_is_of_a_call_that_took_effect(arena: Arena) -> None:
    assert ends(arena, lost, "drops") == {("ok", 1, True), ("ConnectionError", 1, True)}


@pytest.mark.parametrize(
    ("manner", "ending"),
    [
        ("drops", {("cancelled", 0, False), ("cancelled", 1, True)}),
        ("lands", {("cancelled", 1, True)}),
        ("may", {("cancelled", 0, False), ("cancelled", 1, True)}),
        ("at once", {("cancelled", 0, False), ("cancelled", 1, True)}),
    ],
)
def test_what_is_told_of_a_cancelled_call_is_so(arena: Arena, manner: str, ending: set[tuple[str, int, bool]]) -> None:
    assert ends(arena, cancelled, manner) == {("ok", 1, True)} | ending


def test_a_killed_process_has_charged_or_not(arena: Arena) -> None:
    assert ends(arena, killed, "drops") == {("ok", 1, True), ("killed", 0, False), ("killed", 1, True)}


def test_a_shielded_call_that_lands_at_once_still_gets_its_reply(arena: Arena) -> None:
    assert ends(arena, cancelled, "at once", "pay_anyway") == {("ok", 1, True), ("cancelled", 1, True)}
