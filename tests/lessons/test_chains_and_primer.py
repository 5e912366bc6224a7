"""How many chains and pages there are, that each chain of the texts is one of ours, and where each page leads."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from gym.cli.app import app
from gym.curriculum import Catalogue
from gym.curriculum.place import content_place
from gym.lessons import shelf
from gym.lessons.chains import Chain, read_chain
from gym.lessons.piece import pieces_in, read_piece
from gym.lessons.primer import Page, read_page
from gym.lessons.spotting import spotting_of_kata

PLACE = content_place()
CATALOGUE = Catalogue(PLACE)
CHAINS = {path.stem: read_chain(path) for path in pieces_in(PLACE.exercises / "_chains")}
PAGES = pieces_in(PLACE.exercises / "_primer")

CONTROL = "Controlling Concurrency"
RACES = "Race Conditions"


class Told(NamedTuple):
    """A chain that a text asks to predict, its number there, what it begins with, and ours."""

    text: str
    number: int
    begins: str
    chain: str


TEXTS = (
    Told(CONTROL, 1, "everything in a long list begins at once", "everybody-at-once"),
    Told(CONTROL, 2, "a pool fails, and its workers look at no flag", "pool-that-goes-on"),
    Told(CONTROL, 3, "a slot is given back outside of finally", "slot-kept-by-errors"),
    Told(CONTROL, 4, "a failed load stays in the cache", "failure-kept"),
    Told(CONTROL, 5, "all clients wait equally long", "waves-of-retries"),
    Told(CONTROL, 6, "three layers with four attempts each", "layers-of-retries"),
    Told(CONTROL, 7, "a refused call restarts the cooldown", "cooldown-pushed-forward"),
    Told(CONTROL, 8, "a timeout wins, and nobody stops the loser", "loser-goes-on"),
    Told(RACES, 1, "an await inside a critical section", "wait-in-between"),
    Told(RACES, 2, "answers out of order, each drawn", "slow-answer-last"),
    Told(RACES, 3, "a client kept only after it has connected", "client-stored-late"),
    Told(RACES, 4, "a lock in memory, for several instances", "lock-in-memory"),
    Told(RACES, 5, "SELECT, then UPDATE with a number of the program's", "transaction-around-it"),
    Told(RACES, 6, "a charge without a key", "charge-without-key"),
    Told(RACES, 7, "events applied as they arrive", "applied-as-they-come"),
    Told(RACES, 8, "a race test with fakes that never wait", "fast-fakes"),
)
"""The sixteen of the lists "The Causal Chains"; the other two texts have none."""


def test_each_chain_of_the_texts_is_a_chain_here() -> None:
    assert [(told.text, told.number) for told in TEXTS] == [(text, at) for text in (CONTROL, RACES) for at in range(1, 9)]
    ours = [told.chain for told in TEXTS]
    assert sorted(ours) == sorted(chain.slug for chain in CHAINS.values() if chain.source == "texts")
    assert len(set(ours)) == 16


def test_there_are_as_many_chains_again_from_asyncios_own_traps() -> None:
    assert len([chain for chain in CHAINS.values() if chain.source == "asyncio"]) >= 16


def test_no_two_chains_share_a_title_or_a_proof() -> None:
    assert len({chain.title for chain in CHAINS.values()}) == len(CHAINS)
    assert len({chain.proof for chain in CHAINS.values()}) == len(CHAINS)


@pytest.mark.parametrize("chain", CHAINS.values(), ids=lambda chain: chain.slug)
def test_a_chain_has_links_that_ask_and_a_way_out_that_says_its_limit(chain: Chain) -> None:
    assert 2 <= len(chain.links) <= 5
    assert [asks for asks, _then in chain.links if not asks.endswith("?")] == []
    assert [then for _asks, then in chain.links if not then.endswith(".")] == []
    assert re.search(r"\blimits?\b", chain.way_out)
    assert len(chain.proof.splitlines()) <= 50
    assert chain.output.strip()


def test_the_primer_has_eight_pages_in_the_order_in_which_to_read_them() -> None:
    assert [path.stem for path in PAGES] == [
        "1-what-a-race-is",
        "2-where-code-can-switch",
        "3-cancellation",
        "4-three-worlds",
        "5-sql-tools",
        "6-fixes-and-limits",
        "7-testing-by-hand",
        "8-when-not-to-build-your-own",
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_begins_with_its_title_and_takes_minutes(path: Path) -> None:
    page: Page = read_page(path)
    assert page.text.startswith(f"# {page.title}\n")
    assert page.minutes <= 6
    assert len(page.text.splitlines()) <= 110


def kata_to_prove(name: str) -> str:
    kata = CATALOGUE.find(name)
    assert kata.promise is not None, f"in {name} there is nothing to prove"
    return kata.id


NAMES: dict[str, Callable[[str], str]] = {
    "drill": lambda name: shelf.drills(PLACE).find(name).slug,
    "chain": lambda name: shelf.chains(PLACE).find(name).slug,
    "start": lambda name: CATALOGUE.find(name).id,
    "play": lambda name: CATALOGUE.find(name).id,
    "prove": kata_to_prove,
    "spot": lambda name: spotting_of_kata(CATALOGUE.find(name)).id,
}
"""What a command's argument means, in full, where it takes one."""


def commands_in(text: str) -> list[list[str]]:
    """`gym drill x` as ["drill", "x"], of each that is quoted."""
    return [said.split()[1:] for said in re.findall(r"`(gym\s[^`]+)`", text)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_each_page_names_next_steps_that_there_are(path: Path) -> None:
    number = int(path.stem[0])
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    steps = commands_in(read_piece(path).section("Next"))
    assert steps
    for command, *names in [*steps, *commands_in(read_page(path).text)]:
        assert command in known
        for name in names if command in NAMES else ():
            assert NAMES[command](name) == name
    onward = [names for command, *names in steps if command == "primer"]
    assert onward == ([[str(number + 1)]] if number < len(PAGES) else [])
