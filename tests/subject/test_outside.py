"""No world finds loggers or an environment as another one left them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.judge.verdict import Verdict
from gym.race import World, race
from tests.race.arena import Arena, new_arena

SUBJECT = """
import logging
import os
import sys

logger = logging.getLogger("shop.wallet")
logger.setLevel(logging.INFO)
logger.addHandler(logging.StreamHandler(sys.stderr))
logging.getLogger().handlers.append(logging.NullHandler())
logging.getLogger("asyncio").setLevel(logging.ERROR)


async def visit(db):
    logger.info("visited")
    before = os.environ.get("VISITORS", "")
    os.environ["VISITORS"] = before + "x"
    await db.ping()
    return [len(logger.handlers), len(logging.getLogger().handlers), before]
"""


class Db:
    async def ping(self) -> None:
        pass


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    arena = new_arena()
    yield arena
    arena.puppet.close()


@race("each world is the first")
def first_world(world: World) -> None:
    db = world.port("db", Db())
    flows = [world.flow(name, world.function("visit"), db) for name in ("one", "two")]
    world.run()
    world.check(sorted(map(repr, (flow.value for flow in flows))) == ["[1, 1, '']", "[1, 1, 'x']"], "as if alone")


@race("each is told of")
def told(world: World) -> None:
    world.flow("one", world.function("visit"), world.port("db", Db()))
    world.run()
    world.check(False, "never")


def test_handlers_and_variables_do_not_pile_up(arena: Arena) -> None:
    verdict = arena.judge(SUBJECT, first_world)
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "all 6 schedules (L0)"), verdict.message


def test_what_is_logged_is_told_once_however_many_worlds_there_were(arena: Arena) -> None:
    arena.judge(SUBJECT, first_world)
    trace = arena.judge(SUBJECT, told).trace
    assert trace is not None
    assert [step.printed for step in trace.steps] == [("visited",), ()]
