"""The figures that the gym quotes, each from a run."""

from __future__ import annotations

import pytest

from gym.sims.outcome import Load, Outcome, Strip
from gym.sims.parameters import settings_of
from gym.sims.pool import found_limit
from gym.sims.shelf import SIMS, find_sim


def ran(name: str, *said: str) -> Outcome:
    sim = find_sim(name)
    return sim.run(settings_of(sim.slug, sim.parameters, said))


def rows(outcome: Outcome, *columns: str) -> list[tuple[object, ...]]:
    """Some columns of the table."""
    places = [outcome.table.columns.index(each) for each in columns]
    return [tuple(row[at] for at in places) for row in outcome.table.rows]


def tracks(outcome: Outcome) -> list[str]:
    """The marks of each track, without their places."""
    (strip,) = [each for each in outcome.pictures if isinstance(each, Strip)]
    return ["".join(mark for _place, mark in track.marks) for track in strip.tracks]


def test_twenty_thousand_calls_of_200_ms_take_4000_s_in_series_and_200_s_twenty_at_a_time() -> None:
    outcome = ran("pool-limit")
    assert outcome.table.rows == ((1, 4_000_000, 20_000, 0, None), (20, 200_000, 20_000, 0, None))
    assert outcome.says[1] == "With K=20: 20,000 calls took 200.0 s, and none was refused."


def test_one_more_at_a_time_is_refused_and_the_best_k_is_found_by_running() -> None:
    (_series, mine) = ran("pool-limit", "K=21", "calls=1000").table.rows
    assert mine == (21, 8_800, 909, 91, 6_000)
    sim = find_sim("pool-limit")
    tried = found_limit(settings_of(sim.slug, sim.parameters, ["calls=1000"]))
    assert [(each.limit, bool(each.refused)) for each in tried] == [
        (250, True), (125, True), (62, True), (31, True), (15, False), (23, True), (19, False), (21, True), (20, False),
    ]  # fmt: skip
    found = ran("pool-limit", "calls=1000", "find=yes", "latency=400").says[2]
    assert (
        found == "K=40 finishes first without a refusal, after 10.0 s; 9 values of K were tried, each until its first 429."
    )


def test_when_no_k_will_do_that_is_said() -> None:
    said = ran("pool-limit", "calls=100", "latency=10", "rate=1", "burst=1", "find=yes").says[2]
    assert said == "Even K=1 is refused; 6 values of K were tried."
    said = ran("pool-limit", "calls=10", "rate=10000", "find=yes").says[2]
    assert said == (
        "K=10 finishes first without a refusal, after 0.2 s, and is the greatest there is to try; "
        "4 values of K were tried, each until its first 429."
    )


def test_all_at_once_five_of_a_thousand_mails_are_sent_and_995_refused() -> None:
    outcome = ran("fan-out")
    assert outcome.table.rows == (
        ("in series", 20_000, 1_000, 0, 0),
        ("all at once", 20, 5, 995, 0),
        ("a pool of 5", 4_000, 1_000, 0, 0),
    )
    assert outcome.says[0] == "All at once, 5 of 1,000 mails were sent and 995 refused."


def test_a_pool_that_is_too_great_is_refused_and_stops() -> None:
    outcome = ran("fan-out", "pool=6")
    assert outcome.table.rows[2] == ("a pool of 6", 20, 5, 1, 994)
    assert outcome.says[1] == "A pool of 6 is more than the provider allows: 1 refused, and 994 never tried."


def test_sixty_mails_take_195_ms_from_a_pool_and_600_ms_in_batches() -> None:
    outcome = ran("batches")
    assert outcome.table.rows == (("a pool of 5", 195), ("batches of 5", 600))
    assert outcome.says[0] == (
        "60 mails, one in 5 taking 50 ms and the rest 5 ms: 195 ms for a pool of 5, 600 ms in batches of 5."
    )


def test_three_layers_of_four_tries_are_64_calls() -> None:
    outcome = ran("retry-layers")
    assert [count for _layer, count in outcome.table.rows] == [4, 16, 64]
    assert outcome.says == (
        "One request, 3 layers that each try 4 times: 4 x 4 x 4 = 64 calls of the service that is down.",
    )
    assert [count for _layer, count in ran("retry-layers", "layers=1").table.rows] == [4]
    assert ran("retry-layers", "layers=5", "tries=6").table.rows[-1] == ("layer 5", 6**5)


def test_a_budget_of_a_tenth_turns_4000_calls_into_1100() -> None:
    assert rows(ran("retry-budget"), "calls", "of them retries") == [(4_000, 3_000), (1_100, 100)]
    assert rows(ran("retry-budget", "share=0", "floor=0"), "calls") == [(4_000,), (1_000,)]
    assert rows(ran("retry-budget", "share=400"), "calls") == [(4_000,), (4_000,)]


def test_a_storm_of_500_clients_is_served_only_where_they_come_apart() -> None:
    outcome = ran("retry-storm")
    assert rows(outcome, "wait", "calls", "most retries in 100 ms", "served", "gave up") == [
        ("fixed delay", 4_875, 500, 250, 250),
        ("backoff", 4_875, 500, 250, 250),
        ("full jitter", 2_115, 73, 500, 0),
    ]
    (load,) = outcome.pictures
    assert isinstance(load, Load)
    fixed, backoff, _jitter = (each.values for each in load.series)
    assert (load.every_ms, fixed[::4]) == (250, (500, 500, 500, 475, 450, 425, 400, 375, 350, 325, 300, 275))
    assert [at // 4 for at, value in enumerate(backoff) if value] == [0, 1, 3, 7]


def test_another_seed_spreads_the_storm_in_another_way_and_the_same_one_in_the_same() -> None:
    few = "clients=50"
    assert ran("retry-storm", few, "seed=2") == ran("retry-storm", few, "seed=2") != ran("retry-storm", few)


def test_a_breaker_recovers_under_traffic_unless_refusals_restart_its_cooldown() -> None:
    outcome = ran("breaker")
    assert rows(outcome, "breaker", "failed", "trials at once", "first answer after ms") == [
        ("the reference", 10, 1, 450),
        ("refusals restart the cooldown", 9, None, None),
        ("everybody after the cooldown", 14, 5, 450),
        ("no breaker", 50, None, 50),
    ]
    mine, restarted, *_ = tracks(outcome)
    assert mine == "." * 19 + "O" * 20 + "h" * 5 + "O" * 20 + "h" + "." * 85
    assert restarted == "." * 19 + "O" * 131
    assert ran("breaker", "runs=6").says[1:] == ("The requests end before the outage does: nobody can recover.",)
    slow = ran("breaker", "every=2500", "runs=30", "outage=15000")
    assert rows(slow, "first answer after ms")[1] == rows(slow, "first answer after ms")[0] != (None,)


def test_a_debounced_burst_runs_when_it_is_over() -> None:
    assert ran("debounce").table.rows == (("debounce", 2, "240(140) 500(400)"),)
    assert ran("debounce", "wait=261").table.rows == (("debounce", 1, "661(400)"),)


def test_a_throttled_burst_runs_on_the_edges_that_were_asked_for() -> None:
    assert ran("throttle").table.rows == (
        ("leading+trailing", 4, "0(0) 100(80) 200(140) 400(400)"),
        ("leading", 3, "0(0) 120(120) 400(400)"),
        ("trailing", 3, "100(80) 200(140) 500(400)"),
    )
    assert ran("throttle", "events=400 0 140 120 80 60 40 20", "edges=leading").table.rows == ran("throttle").table.rows[1:2]


def test_two_charges_race_where_the_second_reads_before_the_first_has_written() -> None:
    outcome = ran("wallet-race")
    assert outcome.table.rows == (
        ("the starter", "done", "done", 20, 160, "NO"),
        ("the reference", "done", "InsufficientCredits", 20, 80, "yes"),
    )
    assert tracks(outcome) == ["XXX" + "A" * 18, "A" * 21]
    assert tracks(ran("wallet-race", "latency_a=50"))[0] == "BXXXXXXX" + "A" * 13
    assert tracks(ran("wallet-race", "along=latency_a")) == ["AAXXXX" + "B" * 15, "AAAA" + "B" * 17]
    small = ran("wallet-race", "charge=40")
    assert (tracks(small)[1], small.table.rows[0][3:]) == ("=" * 21, (60, 80, "NO"))


def test_the_old_answer_stays_where_it_comes_last() -> None:
    outcome = ran("stale-search")
    assert rows(outcome, "drawn (at ms)", "the newest") == [("latte@650 lat@1150", "NO"), ("latte@650", "yes")]
    assert tracks(outcome) == ["." * 9 + "X" * 32, "." * 41]
    old = ran("stale-search", "client=old")
    assert rows(old, "searches sent", "on screen at the end") == [(2, "lat"), (2, "latte")]
    assert rows(ran("stale-search", "gap=100"), "searches sent") == [(2,), (1,)]


def test_a_version_that_is_compared_before_the_write_still_loses_an_edit() -> None:
    outcome = ran("lost-update")
    assert outcome.table.rows == (
        ("the starter", "done", "done", "B's text", 2, "NO"),
        ("the reference", "done", "StalePlan", "A's text", 1, "yes"),
    )
    assert tracks(outcome) == ["BBBBBBBBXXXXXAAAAAAAA", "B" * 10 + "A" * 11]
    assert outcome.says[0] == "The starter: an edit was lost here; it goes wrong where gap is 80 to 120 ms."


def test_one_click_sent_twice_is_charged_once_with_a_key_that_is_heeded() -> None:
    outcome = ran("double-submit")
    assert outcome.table.rows == (
        ("the starter", "done", "done", 60, 2, "NO"),
        ("the reference", "done", "InProgress", 80, 1, "yes"),
    )
    assert tracks(outcome) == ["X" * 21, "A" * 9 + "=" * 12]
    assert ran("double-submit", "gap=1000").table.rows[1] == ("the reference", "done", "done", 80, 1, "yes")


SMALL = {"pool-limit": "calls=50", "fan-out": "mails=50", "retry-storm": "clients=20", "retry-budget": "requests=50"}
LONG = ("calls", "mails", "clients", "requests")


@pytest.mark.parametrize("sim", [sim.slug for sim in SIMS])
@pytest.mark.parametrize("end", ["least", "most"])
def test_every_parameter_can_be_at_either_end(sim: str, end: str) -> None:
    wanted = find_sim(sim)
    small = settings_of(sim, wanted.parameters, [SMALL[sim]] if sim in SMALL else [])
    for each in wanted.parameters:
        value = each.moved(each.default, 10**6 if end == "most" else -(10**6))
        if end == "most" and each.name in LONG:
            continue
        outcome = wanted.run(small.but(each.name, value))
        assert (len(outcome.table.columns), outcome.says != ()) == (len(outcome.table.rows[0]), True)
