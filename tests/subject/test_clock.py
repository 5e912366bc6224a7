"""Time in the subject is virtual, the same in every world, and never early."""

from __future__ import annotations

import pytest

from tests.subject.asking import Asker

EPOCH_S = 1_767_225_600

READINGS = """
import asyncio, datetime, time

def clocks():
    return [
        time.monotonic(), time.perf_counter(), time.process_time(), time.thread_time(), time.monotonic_ns(),
        time.perf_counter_ns(), time.time(), time.time_ns(),
    ]

def wall():
    now = datetime.datetime.now()
    return [
        now.isoformat(), datetime.datetime.utcnow().isoformat(), datetime.datetime.today().isoformat(),
        datetime.datetime.now(datetime.UTC).isoformat(), datetime.date.today().isoformat(),
        datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=2))).isoformat(),
        datetime.datetime.now().astimezone().isoformat(),
        time.ctime(), time.asctime(), time.strftime("%Y-%m-%d %H:%M"), list(time.localtime())[:6], list(time.gmtime())[:6],
        time.localtime().tm_zone, time.strftime("%H:%M", time.gmtime(90)), time.ctime(0), time.mktime(time.localtime()),
        list(time.tzname), time.timezone,
    ]

async def later(seconds):
    await asyncio.sleep(seconds)
    return datetime.datetime.now().isoformat()

def types():
    now = datetime.datetime.now()
    return [
        isinstance(now, datetime.datetime), isinstance(now, datetime.date), isinstance(now - now, datetime.timedelta),
        issubclass(datetime.datetime, datetime.date), isinstance(datetime.datetime(2020, 1, 2), datetime.datetime),
        isinstance(datetime.date(2020, 1, 2), datetime.datetime), repr(datetime.date(2020, 1, 2)),
        datetime.datetime.fromtimestamp(0, datetime.UTC).isoformat(), datetime.datetime.fromisoformat("2020-01-02").year,
        now.replace(year=2020).year, datetime.datetime.combine(datetime.date(2020, 1, 2), datetime.time(3)).hour,
        datetime.datetime.__name__, str(type(now + datetime.timedelta(days=1)).__name__), now == now.replace(),
        datetime.date.fromtimestamp(0).isoformat(), datetime.datetime.fromtimestamp(0).isoformat(),
        datetime.datetime.strptime("2020", "%Y").year, (datetime.datetime.max - now).days > 0,
    ]

async def early():
    loop = asyncio.get_running_loop()
    found = []
    for delay in [0.1, 0.2, 0.3, 0.7, 1.1, 1e-6, 3.3, 1 / 3, 2 / 3, 86_400.0, 1e-9, 1_000_000.7, 0.1 + 0.2]:
        for clock in (loop.time, time.monotonic, time.perf_counter, time.time):
            before = clock()
            await asyncio.sleep(delay)
            elapsed = clock() - before
            # time.time() is a float near 1.8e9, whose own steps are 0.24 us.
            found.append(elapsed >= delay - (3e-7 if clock is time.time else 0) and elapsed < delay + 1e-5)
    return found

async def date_after_sleep():
    start = datetime.datetime.now()
    await asyncio.sleep(1)
    return (datetime.datetime.now() - start).total_seconds() >= 1
"""


@pytest.fixture(scope="module")
def clock(asker: Asker) -> Asker:
    asker.load(READINGS)
    return asker


def test_the_first_readings_are_nanoseconds_after_the_epoch(clock: Asker) -> None:
    readings = clock.call("clocks")
    assert isinstance(readings, list)
    assert all(0 < reading < 1e-6 for reading in readings[:4])
    assert all(0 < reading < 1000 for reading in readings[4:6])
    assert readings[6] == float(EPOCH_S)
    assert 0 < readings[7] - EPOCH_S * 10**9 < 1000


@pytest.mark.parametrize("name", ["clocks", "wall", "types"])
def test_every_world_reads_the_same(name: str, clock: Asker) -> None:
    assert clock.call(name) == clock.call(name)


def test_two_processes_read_the_same_process_time(clock: Asker) -> None:
    with Asker() as other:
        other.load(READINGS)
        assert other.call("wall") == clock.call("wall")


def test_the_wall_is_at_new_year_2026_in_utc(clock: Asker) -> None:
    midnight = "2026-01-01T00:00:00"
    assert clock.call("wall") == [
        midnight,
        midnight,
        midnight,
        f"{midnight}+00:00",
        "2026-01-01",
        "2026-01-01T02:00:00+02:00",
        f"{midnight}+00:00",
        "Thu Jan  1 00:00:00 2026",
        "Thu Jan  1 00:00:00 2026",
        "2026-01-01 00:00",
        [2026, 1, 1, 0, 0, 0],
        [2026, 1, 1, 0, 0, 0],
        "UTC",
        "00:01",
        "Thu Jan  1 00:00:00 1970",
        float(EPOCH_S),
        ["UTC", "UTC"],
        0,
    ]


def test_a_sleep_moves_the_wall(clock: Asker) -> None:
    assert clock.call("later", 90) == "2026-01-01T00:01:30.000001"
    assert clock.call("later", 86_400 * 40) == "2026-02-10T00:00:00.000001"


def test_dates_keep_their_types(clock: Asker) -> None:
    assert clock.call("types") == [
        True,
        True,
        True,
        True,
        True,
        False,
        "datetime.date(2020, 1, 2)",
        "1970-01-01T00:00:00+00:00",
        2020,
        2020,
        3,
        "datetime",
        "datetime",
        True,
        "1970-01-01",
        "1970-01-01T00:00:00",
        2020,
        True,
    ]


def test_no_sleep_is_early_on_any_clock(clock: Asker) -> None:
    found = clock.call("early")
    assert isinstance(found, list)
    assert found == [True] * len(found)
    assert clock.call("date_after_sleep") is True


def test_reading_the_clock_for_ever_does_move_it(asker: Asker) -> None:
    asker.load("""
        import time
        def probe():
            start, readings = time.monotonic_ns(), 0
            while time.monotonic_ns() < start + 1000:
                readings += 1
            return readings
    """)
    assert asker.call("probe") == 999
