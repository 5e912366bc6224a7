"""The table of a trace, at the widths that people have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gym.engine.trace import Cell, Place, Step, Trace
from gym.report.terminal import render_trace
from tests.report.golden import assert_golden
from tests.support.traces import PLACE, overspend, step

WIDTHS = (80, 120)
LONG = "UPDATE wallets SET balance = 20, version = version + 1 WHERE user = 'ada' AND version = 7 -> 1 row"


def plain(trace: Trace, width: int = 80) -> str:
    return "\n".join(line.plain for line in render_trace(trace, width))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_overspend(width: int) -> None:
    assert_golden("overspend", render_trace(overspend(), width, "02-credit-wallet"), width)


@pytest.mark.parametrize("width", WIDTHS)
def test_long_cells_fold_and_their_middle_is_left_out(width: int) -> None:
    steps = (step(1, "request A", LONG, "20"), step(2, "request B", f"{LONG}; {LONG}; {LONG}", "20", decisive=True))
    assert_golden("long", render_trace(replace(overspend(), steps=steps), width), width)


@pytest.mark.parametrize("width", WIDTHS)
def test_many_flows_share_one_column_where_they_do_not_fit(width: int) -> None:
    flows = tuple(f"request {name}" for name in "ABCDEFG")
    steps = tuple(
        step(number, flow, "SELECT balance -> 100", "100", note="160 spent", decisive=number == 7)
        for number, flow in enumerate(flows, 1)
    )
    together = replace(steps[2], cells=(*steps[2].cells, *steps[3].cells), tie=True)
    trace = Trace(flows, ("ada",), (*steps[:2], together, *steps[4:]), "rejected", PLACE)
    assert_golden("many-flows", render_trace(trace, width), width)


@pytest.mark.parametrize("width", WIDTHS)
def test_time_processes_ties_early_events_prints_and_waits_are_told(width: int) -> None:
    place = Place("wallet.py", 31, "    await self._lock.acquire()\n")
    steps = (
        Step(1, 0, ("arrive A",), (Cell("A", "INSERT job 1", "main"),), {"jobs": "1", "ada": "100"}),
        Step(2, 250, ("tick",), (), {"jobs": "1", "ada": "100"}),
        Step(
            3,
            250,
            ("complete A.2", "cancel A"),
            (Cell("A", "generate -> 'story'"), Cell("A", "cancelled"), Cell("B", "SELECT job", "instance B")),
            {"jobs": "1", "ada": "20"},
            {"A": place, "B": place},
            ("line\n" * 3, "fourth", "fifth"),
            tie=True,
        ),
        Step(
            4, 30_250, ("kill",), (Cell("B", "killed", "instance B"),), {"jobs": "1", "ada": "20"}, {"A": place}, early=True
        ),
    )
    trace = Trace(("A", "B"), ("jobs", "ada"), steps, "hung")
    assert_golden("everything", render_trace(trace, width), width)


@pytest.mark.parametrize("width", WIDTHS)
def test_wide_letters_keep_the_columns_straight(width: int) -> None:
    steps = (
        step(1, "依頼 A", "残高を読む -> 百", "百"),
        step(2, "request B", "SELECT balance -> 100", "100", decisive=True, note="過払い"),
    )
    assert_golden("wide", render_trace(Trace(("依頼 A", "request B"), ("ada",), steps, "rejected", PLACE), width), width)


def test_the_decisive_step_is_marked_in_words_and_not_only_by_colour() -> None:
    (marked,) = [line for line in render_trace(overspend(), 120) if "<-" in line.plain]
    assert marked.plain.endswith("<- 160 spent from 100")
    assert str(marked.style) == "bold red"


def test_a_decisive_step_without_a_note_is_marked_all_the_same() -> None:
    assert "<- here" in plain(overspend(note=""))


def test_nothing_of_a_learner_s_text_reaches_the_terminal_as_a_command() -> None:
    evil = "\x1b]0;pwned\x07\x1b[2J\r\n\u202edaeh\u2066\x9b31m"
    steps = (step(1, evil, evil, evil, printed=(evil,), note=evil, decisive=True),)
    trace = Trace((evil,), (evil, "ada"), steps, evil, Place(evil, 1, evil))
    drawn = plain(trace, 200)
    assert "\x1b" not in drawn
    assert set("\x07\r\u202e\u2066\x9b") & set(drawn) == set()
    assert r"\x1b]0;pwned\x07\x1b[2J" in drawn


def test_text_that_looks_like_markup_stands_as_it_is() -> None:
    assert "[bold]SELECT[/bold] [red" in plain(overspend(note="[bold]SELECT[/bold] [red"), 120)


def test_a_trace_without_steps_is_its_place() -> None:
    trace = Trace((), (), (), "crashed", PLACE)
    assert plain(trace).split("\n")[-1].startswith("     wallet.py:17  balance = await")


@pytest.mark.parametrize("width", [1, 20, 39, 40, 41, 55, 63, 200, 1000])
def test_any_width_can_be_drawn_in(width: int) -> None:
    lines = render_trace(overspend(), width)
    assert max(len(line.plain) for line in lines) <= max(width, 40)
