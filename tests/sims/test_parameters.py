"""What `--set` takes, and what keys make of it."""

from __future__ import annotations

import pytest

from gym.errors import UsageError
from gym.sims.parameters import Choice, Number, Parameter, Settings, Times, settings_of
from gym.sims.shelf import SIMS, find_sim

K = Number("K", "calls", 20, 1, 500, 10)
EDGES = Choice("edges", "which", ("all", "leading", "trailing"))
EVENTS = Times("events", "when", (0, 20), ((5, 6), (7,)))
ALL = (K, EDGES, EVENTS)


def test_what_was_said_holds_and_the_rest_is_as_it_was() -> None:
    said = settings_of("some", ALL, ["k = 1,0", "K=30", "EDGES= Trailing", "events=40, 10 \r\n 20"])
    assert said == Settings({"K": 30, "edges": "trailing", "events": (10, 20, 40)})
    assert settings_of("some", ALL) == Settings({"K": 20, "edges": "all", "events": (0, 20)})


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("K=0", "K is a whole number from 1 to 500, not '0'."),
        ("K=501", "K is a whole number from 1 to 500, not '501'."),
        ("K=-3", "K is a whole number from 1 to 500, not '-3'."),
        ("K=2.5", "K is a whole number from 1 to 500, not '2.5'."),
        ("K=", "K is a whole number from 1 to 500, not ''."),
        ("K=\u0663", "K is a whole number from 1 to 500, not '\u0663'."),
        ("K=" + "9" * 13, "K is a whole number from 1 to 500, not '9999999999999'."),
        ("edges=both", "edges is all, leading or trailing, not 'both'."),
        ("events=", "events is 1 to 60 times in milliseconds, each from 0 to 20,000, as in 0 20 40, not ''."),
        ("events=0 -1", "events is 1 to 60 times in milliseconds, each from 0 to 20,000, as in 0 20 40, not '0 -1'."),
        ("events=20001", "events is 1 to 60 times in milliseconds, each from 0 to 20,000, as in 0 20 40, not '20001'."),
        ("K", "'K' sets nothing: write --set NAME=VALUE, as in --set K=20."),
        ("", "'' sets nothing: write --set NAME=VALUE, as in --set K=20."),
        ("edgse=all", "some has no parameter 'edgse'; the nearest is edges. It has K, edges, events."),
        ("=3", "some has no parameter ''. It has K, edges, events."),
    ],
)
def test_what_cannot_be_is_told_with_what_can(said: str, told: str) -> None:
    with pytest.raises(UsageError) as refused:
        settings_of("some", ALL, [said])
    assert str(refused.value) == told


def test_too_many_events_are_refused() -> None:
    assert len(settings_of("some", ALL, ["events=" + "1 " * 60]).times("events")) == 60
    with pytest.raises(UsageError, match="1 to 60 times"):
        settings_of("some", ALL, ["events=" + "1 " * 61])


def test_keys_move_along_a_grid_and_stop_at_the_ends() -> None:
    assert [K.moved(value, by) for value, by in ((20, 1), (20, -1), (1, 1), (25, 1), (25, -1), (10, -1), (495, 1))] == [
        30, 10, 10, 30, 20, 1, 500,
    ]  # fmt: skip
    assert [K.moved(500, 10), K.moved(500, -1)] == [500, 490]
    assert [EDGES.moved("all", -1), EDGES.moved("all", 1), EDGES.moved("leading", 10)] == ["all", "leading", "trailing"]
    assert [EVENTS.moved((0, 20), 1), EVENTS.moved((5, 6), 9), EVENTS.moved((1, 2), 1)] == [(5, 6), (7,), (0, 20)]


PARAMETERS = [(sim.slug, each) for sim in SIMS for each in sim.parameters]


@pytest.mark.parametrize(("sim", "parameter"), PARAMETERS, ids=[f"{sim}-{each.name}" for sim, each in PARAMETERS])
def test_a_default_is_allowed_and_both_ends_can_be_reached_by_keys(sim: str, parameter: Parameter) -> None:
    default = parameter.default
    text = " ".join(map(str, default)) if isinstance(default, tuple) else str(default)
    assert parameter.read(text) == default
    if isinstance(parameter, Number):
        assert (parameter.moved(default, -1000_000), parameter.moved(default, 1000_000)) == (parameter.least, parameter.most)


def test_what_to_try_is_a_line_of_the_screen() -> None:
    assert [each.slug for each in SIMS if len(each.asks) > 78 or len(f"{each.slug}: {each.title}") > 78] == []


def test_a_simulation_is_found_by_a_bit_of_its_name() -> None:
    assert [find_sim(name).slug for name in ("breaker", "Pool", "search", " wallet ")] == [
        "breaker", "pool-limit", "stale-search", "wallet-race",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("retry", "'retry' may mean retry-storm, retry-layers or retry-budget; write more of its name."),
        ("throtle", "there is no simulation 'throtle'; the nearest is throttle. See them all: gym sim --list"),
        ("", "there is no simulation ''. See them all: gym sim --list"),
    ],
)
def test_a_name_that_means_none_or_several_is_told(name: str, told: str) -> None:
    with pytest.raises(UsageError) as refused:
        find_sim(name)
    assert str(refused.value) == told
