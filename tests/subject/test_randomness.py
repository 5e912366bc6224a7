"""Randomness, identifiers and hashes are the same in every world, process and interpreter run."""

from __future__ import annotations

import pytest

from tests.subject.asking import Asker

SOURCE = """
import os, random, secrets, tempfile, uuid
from random import choice, random as roll

def numbers():
    return [random.random(), roll(), random.randint(1, 6), random.gauss(0, 1), choice("abcdef"), random.getrandbits(70)]

def own_generators():
    return [random.Random().random(), random.Random(3).random(), random.SystemRandom().random()]

def identifiers():
    return [str(uuid.uuid4()), str(uuid.uuid4()), str(uuid.uuid1()), str(uuid.uuid5(uuid.NAMESPACE_DNS, "x"))]

def secret():
    return [secrets.token_hex(8), secrets.token_bytes(5), secrets.randbelow(10**6), secrets.choice("abcdef")]

def system():
    return [os.urandom(4), os.urandom(9), os.urandom(0), os.getrandom(3) if hasattr(os, "getrandom") else b"   "]

def hashes():
    return [hash("ada"), hash(b"ada"), list({"a", "b", "c", "d", "e"}), list(frozenset(["x", "y", "z"])), hash(("a", 1))]

def shuffled():
    names = list("abcdef")
    random.shuffle(names)
    return names

def seeded_with_nothing():
    random.seed()
    return [random.random(), random.Random(None).random()]

def seeded():
    random.seed(5)
    return random.random()
"""

NAMES = ["numbers", "own_generators", "identifiers", "secret", "system", "hashes", "shuffled", "seeded_with_nothing"]


@pytest.fixture(scope="module")
def dice(asker: Asker) -> Asker:
    asker.load(SOURCE)
    return asker


@pytest.mark.parametrize("name", NAMES)
def test_every_world_draws_the_same(name: str, dice: Asker) -> None:
    assert dice.call(name) == dice.call(name)


def test_another_process_draws_the_same(dice: Asker) -> None:
    with Asker() as other:
        other.load(SOURCE)
        assert [other.call(name) for name in NAMES] == [dice.call(name) for name in NAMES]


def test_one_world_does_not_draw_the_same_twice(dice: Asker) -> None:
    first, second, *_ = dice.call("identifiers")  # type: ignore[misc]
    assert first != second
    assert len(set(dice.call("numbers")[:2])) == 2  # type: ignore[index]


def test_a_seed_of_the_learners_lasts_for_one_world(dice: Asker) -> None:
    before = dice.call("numbers")
    assert dice.call("seeded") == 0.6229016948897019
    assert dice.call("numbers") == before


def test_the_judge_chooses_the_seed(dice: Asker) -> None:
    drawn = []
    for seed in (1, 2, 1):
        world = dice.world(seed=seed)
        world.arrive("flow", "numbers")
        drawn.append(world.result("flow"))
    assert drawn[0] == drawn[2] != drawn[1]


def test_uuid4_is_a_real_one(dice: Asker) -> None:
    text = dice.call("identifiers")[0]  # type: ignore[index]
    assert (len(text), text[14]) == (36, "4")
