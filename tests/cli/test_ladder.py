"""A kata in parts: begun and judged together, or each by its own name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Desk
from tests.support.content import EXERCISE, write_kata
from tests.support.judges import failing, kata_verdict, passing

PARTS = ("10-polyfills/sleep", "10-polyfills/debounce")


@pytest.fixture
def ladder(desk: Desk) -> Desk:
    """In a workspace; after two katas the curriculum has a ladder of two parts."""
    place = desk.catalogue.place
    for order, part in enumerate(PARTS):
        write_kata(place, part, EXERCISE.replace('title = "Counter"', f'title = "Counter"\norder = {order}'))
    (place.exercises / "10-polyfills" / "ladder.toml").write_text('title = "Polyfills"\nsummary = "Build them."\n')
    assert desk.gym("init").status == 0
    return desk


@pytest.fixture
def started(ladder: Desk) -> Desk:
    assert ladder.gym("start", "10").status == 0
    return ladder


def test_a_ladder_is_begun_whole_and_its_first_part_is_at_hand(ladder: Desk) -> None:
    home = ladder.cwd
    said = ladder.gym("start", "10")
    assert (said.status, said.err) == (0, "")
    assert said.out == (
        f"Wrote the files of 2 parts into {home / '10-polyfills'}\n"
        f"Next: read {home / '10-polyfills' / 'sleep' / 'brief.md'}, then:  gym watch 10-polyfills/sleep\n"
    )
    assert (home / "10-polyfills" / "debounce" / "counter.py").read_text() == "count = 0\n"
    assert ladder.gym().out.startswith("You began 10-polyfills/sleep: read 10-polyfills/sleep/brief.md")
    assert ladder.gym("start", "10").out.startswith("Left as they are: 2 parts\n")


def test_the_list_shows_the_parts_below_their_ladder(started: Desk) -> None:
    started.will_say(kata_verdict(passing(kata=PARTS[0]), kata=PARTS[0]))
    assert started.gym("check", "sleep").status == 0
    lines = [line.split()[:3] for line in started.gym("list", "10").out.splitlines()[1:]]
    assert lines == [["10-polyfills", "1/2", "accepted"], ["/sleep", "accepted", "0/1"], ["/debounce", "started", "1"]]
    listed = json.loads(started.gym("list", "10", "--json").out)["katas"]
    assert [(kata["id"], kata["ladder"]) for kata in listed] == [(part, "10-polyfills") for part in PARTS]
    assert [line.split()[0] for line in started.gym("list").out.splitlines()[1:4]] == [
        "07-counter",
        "08-clock",
        "10-polyfills",
    ]
    assert started.gym("list", "10/sleep").out.startswith("  accepted  2/2  both-count\n")


def test_a_ladder_is_judged_part_by_part(started: Desk) -> None:
    started.will_say(
        kata_verdict(passing(kata=PARTS[0]), kata=PARTS[0]), kata_verdict(failing(kata=PARTS[1]), kata=PARTS[1])
    )
    said = started.gym("check", "10-polyfills")
    assert (said.status, said.out) == (
        1,
        "  accepted  2/2  sleep\n  rejected  0/2  debounce\n\n10-polyfills: 1 of 2 parts accepted\n",
    )
    assert said.err == (
        "checking 10-polyfills/sleep ...\nchecking 10-polyfills/debounce ...\n"
        "Next: see what fails, and have each save judged:  gym watch 10-polyfills/debounce\n"
    )


def test_a_ladder_is_accepted_when_every_part_is(started: Desk, ladder: Desk) -> None:
    both = [kata_verdict(passing(kata=part), kata=part) for part in PARTS]
    started.will_say(*both)
    assert started.gym("check", "10").status == 0
    started.will_say(*both)
    told = json.loads(started.gym("check", "10", "--json").out)
    assert (told["ladder"], told["parts"]) == ("10-polyfills", 2)
    assert [verdict["kata"] for verdict in told["judged"]] == [*PARTS]


def test_a_part_that_is_not_begun_keeps_a_ladder_from_being_accepted(ladder: Desk) -> None:
    assert ladder.gym("check", "10").err == (
        "gym: no part of 10-polyfills is begun in this workspace; begin them with: gym start 10-polyfills\n"
    )
    assert ladder.gym("start", "10/debounce").status == 0
    ladder.will_say(kata_verdict(passing(kata=PARTS[1]), kata=PARTS[1]))
    said = ladder.gym("check", "10")
    assert (said.status, said.out.splitlines()[-2:]) == (1, ["10-polyfills: 1 of 2 parts accepted", "Not begun: sleep"])


def test_in_the_folder_of_a_part_that_part_is_meant(started: Desk) -> None:
    home = started.cwd
    started.cwd = home / "10-polyfills" / "debounce"
    assert started.gym("hint").out.startswith("10-polyfills/debounce, hint 1 of 3")
    started.cwd = home / "10-polyfills"
    assert started.gym("hint").out.startswith("10-polyfills/debounce, hint 2 of 3")


@pytest.mark.parametrize("command", ["watch 10", "hint 10", "explain 10", "reset 10", "snapshots 10"])
def test_a_command_on_one_part_asks_which(started: Desk, command: str) -> None:
    said = started.gym(*command.split())
    assert (said.status, said.err) == (
        2,
        "gym: 10-polyfills has 2 parts; name one, as 10-polyfills/sleep. See them: gym list 10-polyfills\n",
    )


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("check", "10", "--only", "both-count"), "--only"),
        (("check", "10", "--file", "counter.py"), "--file"),
        (("check", "10", "--all"), "--all"),
        (("start", "10", "--keep"), "--keep"),
        (("start", "10", "--restart"), "--restart"),
    ],
)
def test_an_option_about_one_part_asks_which(started: Desk, arguments: tuple[str, ...], option: str) -> None:
    said = started.gym(*arguments)
    told = f"gym: {option} is about one part, and 10-polyfills has 2; name one, as 10-polyfills/sleep.\n"
    assert (said.status, said.err) == (2, told)


def test_reset_and_snapshots_work_on_a_part(started: Desk) -> None:
    mine = started.cwd / "10-polyfills" / "sleep" / "counter.py"
    mine.write_text("count = 5\n")
    assert started.gym("reset", "sleep", "--yes").status == 0
    assert mine.read_text() == "count = 0\n"
    assert started.gym("snapshots", "sleep", "restore", "1").status == 0
    assert mine.read_text() == "count = 5\n"
    assert sorted(path.name for path in Path(started.cwd / ".gym" / "snapshots").iterdir()) == ["10-polyfills"]
