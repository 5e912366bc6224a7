"""What there is to step through, and which steps matter."""

from __future__ import annotations

from dataclasses import replace

from gym.engine.trace import Cell, Place, Step, Trace
from gym.report.stepping import TIME, moments, processes, sources_shown
from tests.support.traces import overspend, step

LINE = Place("wallet.py", 17, "await it")
GIVEN = Place("ports.py", 3, "await this")


def with_waits(*waits: dict[str, Place]) -> Trace:
    """The overspend with who waits after each step."""
    steps = tuple(replace(each, waits=waiting) for each, waiting in zip(overspend().steps, waits, strict=True))
    return replace(overspend(), steps=steps)


def test_each_moment_tells_what_was_done_and_what_has_changed() -> None:
    found = moments(overspend())
    assert [dict(moment.by_flow) for moment in found[:2]] == [
        {"request A": ("SELECT balance -> 100",)},
        {"request B": ("SELECT balance -> 100",)},
    ]
    assert [moment.state for moment in found] == [
        (("ada", "100", False),),
        (("ada", "100", False),),
        (("ada", "20", True),),
        (("ada", "20", False),),
    ]


def test_flows_that_wait_at_one_line_stand_together() -> None:
    trace = with_waits({"request A": LINE}, {"request A": LINE, "request B": LINE}, {"request B": LINE}, {})
    assert [dict(moment.waiting) for moment in moments(trace)] == [
        {("wallet.py", 17): ("request A",)},
        {("wallet.py", 17): ("request A", "request B")},
        {("wallet.py", 17): ("request B",)},
        {},
    ]


def test_where_the_schedule_left_the_default_order_it_mattered_and_where_the_claim_broke() -> None:
    trace = with_waits({"request A": LINE}, {"request A": LINE}, {"request B": LINE}, {})
    chosen = replace(trace, steps=(*trace.steps[:2], replace(trace.steps[2], deviates=True), trace.steps[3]))
    assert [moment.mattered for moment in moments(chosen)] == [False, False, True, True]


def test_in_the_default_order_a_switch_within_an_operation_matters() -> None:
    trace = with_waits({"request A": LINE}, {"request A": LINE}, {}, {})
    assert [moment.mattered for moment in moments(trace)] == [False, True, False, True]


def test_a_step_of_nobody_tells_that_time_passes() -> None:
    quiet = Step(1, 250, ("t",), (), {})
    other = Step(2, 250, ("k1",), (), {}, tie=True, early=True, deviates=True)
    found = moments(Trace(("A",), (), (quiet, other), "hang"))
    assert [dict(moment.by_flow) for moment in found] == [{TIME: ("time passes",)}, {TIME: ("k1",)}]
    assert found[1].marks == (
        "out of the default order",
        "several events in one poll",
        "while the loop still had work",
    )


def test_what_a_terminal_could_act_on_is_written_out() -> None:
    (moment,) = moments(Trace(("A",), ("n",), (step(1, "A", "\x1b[2J", "\x07"),), "over"))
    assert moment.by_flow["A"] == ("\\x1b[2J",)
    assert moment.state == (("n", "", False),)


def test_a_flow_is_in_the_process_in_which_it_was_seen_last() -> None:
    steps = (Step(1, 0, ("a",), (Cell("A", "x", "main"), Cell("B", "x", "two")), {}),)
    assert processes(Trace(("A", "B"), (), steps, "over")) == {"A": "main", "B": "two"}


def test_the_sources_are_ones_own_files_and_those_where_a_flow_waits() -> None:
    files = {"ports.py": "p", "wallet.py": "w", "fakes.py": "f"}
    assert sources_shown(["wallet.py"], files, overspend(), None) == {"wallet.py": "w"}
    waiting = with_waits({"request A": GIVEN}, {}, {}, {})
    assert list(sources_shown(["wallet.py"], files, None, waiting)) == ["wallet.py", "ports.py"]
