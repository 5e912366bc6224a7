"""`gym sim` without a full screen: the list, a run, its data, and what is refused."""

from __future__ import annotations

import io
import json

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from gym.sims.shelf import SIMS
from tests.cli.conftest import Desk
from tests.cli.test_completion import completed

THROTTLE = """\
Throttle on a burst that you type: leading, trailing, or both
events="0 20 40 60 80 120 140 400"  wait=100  edges=all

leading+trailing: 8 events, 4 runs.
leading: 8 events, 3 runs.
trailing: 8 events, 3 runs.

way                runs   when, and for which event
leading+trailing      4   0(0) 100(80) 200(140) 400(400)
leading               3   0(0) 120(120) 400(400)
trailing              3   100(80) 200(140) 500(400)

over time:  | an event   # a run
events            | | |  | |    |  |                               |
leading+trailing  #           #           #                        #
leading           #             #                                  #
trailing                      #           #                                    #
                  0                                                       501 ms
"""
BATCHES = """\
way            took ms
a pool of 5        195
batches of 5       600

ms
a pool of 5   ###################  195
batches of 5  #############################################################  600

mails sent in each 10 ms, on one scale; behind them the most
a pool of 5   =@=::-++=:--===. ...                                           7
batches of 5  =    +    +    +    +    +    +    +    +    +    +    +    .  5
              0                                                      610 ms
"""


@pytest.fixture
def narrow(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("COLUMNS", "80")
    return desk


def test_a_run_is_printed_with_its_settings_its_table_and_its_plot(narrow: Desk) -> None:
    said = narrow.gym("sim", "throttle")
    assert (said.status, said.out) == (0, THROTTLE)
    assert said.err == (
        "Predict when each of them runs before you look; then move one event. What may be changed: gym sim throttle --list\n"
    )


def test_where_only_ascii_can_be_written_plots_are_ascii(narrow: Desk) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="")
    session = Session(narrow.cwd, io.StringIO(), out, io.StringIO(), narrow.judge, narrow.catalogue)
    assert run(["sim", "batches"], session) == 0
    out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    assert out.buffer.getvalue().decode("ascii").endswith(BATCHES)


def test_a_parameter_is_set_and_the_last_word_counts(narrow: Desk) -> None:
    said = narrow.gym("sim", "retry-layers", "--set", "layers=4", "--set", "layers=2", "--set", "TRIES=3", "--plain")
    assert said.out.splitlines()[1:5] == [
        "layers=2  tries=3",
        "",
        "One request, 2 layers that each try 3 times: 3 x 3 = 9 calls of the service that",
        "is down.",
    ]


def test_the_data_is_what_the_text_says(desk: Desk) -> None:
    told = json.loads(desk.gym("sim", "fan-out", "--set", "mails=20", "--json").out)
    assert list(told) == ["name", "title", "parameters", "says", "rows", "pictures"]
    assert told["parameters"] == {"mails": 20, "connections": 5, "pool": 5, "takes": 20}
    assert told["rows"][1] == {"way": "all at once", "took ms": 20, "sent": 5, "refused": 15, "never tried": 0}
    assert told["pictures"][0]["kind"] == "load"
    assert told["pictures"][0]["series"][1] == {"label": "all at once", "values": [0, 0, 0, 5]}


def test_all_are_listed_as_lines_and_as_data(desk: Desk) -> None:
    listed = desk.gym("sim")
    assert [line.split()[0] for line in listed.out.splitlines()] == ["name", *(each.slug for each in SIMS)]
    assert listed.err == "One of them: gym sim NAME. What may be changed in it: gym sim NAME --list\n"
    assert desk.gym("sim", "--list").out == listed.out
    told = json.loads(desk.gym("sim", "--list", "--json").out)["sims"]
    assert [each["name"] for each in told] == [each.slug for each in SIMS]


def test_the_parameters_of_one_are_listed_with_their_ranges(desk: Desk) -> None:
    said = desk.gym("sim", "retry-layers", "--list")
    assert said.out.splitlines() == [
        "parameter   value   what it is                               allowed",
        "layers      3       clients that call one another            a whole number from 1 to 5",
        "tries       4       calls that each makes before giving up   a whole number from 1 to 6",
    ]
    (told,) = json.loads(desk.gym("sim", "retry-layers", "--list", "--json").out)["sims"]
    assert told["parameters"][0]["allowed"] == "a whole number from 1 to 5"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["retry-layers", "--set", "layers=9"], "layers is a whole number from 1 to 5, not '9'."),
        (["retry-layers", "--set", "layers=many"], "layers is a whole number from 1 to 5, not 'many'."),
        (
            ["retry-layers", "--set", "layer=2"],
            "retry-layers has no parameter 'layer'; the nearest is layers. It has layers, tries.",
        ),
        (["retry-layers", "--set", "2"], "'2' sets nothing: write --set NAME=VALUE, as in --set layers=3."),
        (["retry-strom"], "there is no simulation 'retry-strom'; the nearest is retry-storm. See them all: gym sim --list"),
        (
            ["--set", "K=2"],
            "--set needs a simulation: gym sim NAME --set NAME=VALUE. See them all: gym sim --list",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_and_status_2(desk: Desk, words: list[str], told: str) -> None:
    said = desk.gym("sim", *words, "--json")
    assert (said.status, said.out, said.err) == (2, "", f"gym: {told}\n")


@pytest.mark.parametrize("columns", ["20", "40", "80", "200"])
@pytest.mark.parametrize("sim", [each.slug for each in SIMS if each.slug != "pool-limit"])
def test_whatever_the_width_no_plot_and_no_table_is_wider(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, sim: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = desk.gym("sim", sim)
    assert (said.status, "Traceback" in said.err) == (0, False)
    if int(columns) >= 80:
        body = said.out.splitlines()[3:]
        assert [line for line in body if len(line) > int(columns)] == []


def test_names_parameters_and_words_are_completed(tmp_path: object) -> None:
    assert completed("gym sim retry-", tmp_path) == ["retry-storm", "retry-layers", "retry-budget"]  # type: ignore[arg-type]
    assert completed("gym sim throttle --set e", tmp_path) == [  # type: ignore[arg-type]
        "events=", "edges=all", "edges=leading+trailing", "edges=leading", "edges=trailing",
    ]  # fmt: skip
