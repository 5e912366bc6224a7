"""Virtual time: one integer of nanoseconds that only a tick of the judge, or a reading, moves."""

from __future__ import annotations

import os
import time
from typing import Any

from .protocol import EPOCH_NS


class VirtualClock:
    """Nanoseconds since the world began. Each reading adds 1 ns, so that time never stands still."""

    __slots__ = ("ns",)

    def __init__(self) -> None:
        self.ns = 0

    def read_ns(self) -> int:
        self.ns += 1
        return self.ns

    def read(self) -> float:
        self.ns += 1
        return self.ns / 1e9

    def advance_to(self, deadline_ns: int) -> None:
        """Land 1 us after the deadline: a timer is never early, and keeps its order of creation."""
        self.ns = max(self.ns, deadline_ns + 1000)


def install(clock: VirtualClock) -> None:
    """Make `time` and `datetime` read the virtual clock. Learner code has not been imported yet."""
    _patch_time(clock)
    _patch_datetime(clock)


def _patch_time(clock: VirtualClock) -> None:
    def wall_ns() -> int:
        return EPOCH_NS + clock.read_ns()

    def wall() -> float:
        return wall_ns() / 1e9

    for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, clock.read)
        setattr(time, name + "_ns", clock.read_ns)
    time.time = wall
    time.time_ns = wall_ns
    # The machine's time zone must not show: local time is UTC.
    os.environ["TZ"] = "UTC"
    if hasattr(time, "tzset"):
        time.tzset()
    fakes: Any = time
    real = {name: getattr(time, name) for name in ("gmtime", "localtime", "strftime", "asctime")}
    fakes.gmtime = lambda secs=None: real["gmtime"](wall() if secs is None else secs)
    fakes.localtime = lambda secs=None: real["localtime"](wall() if secs is None else secs)
    fakes.asctime = lambda t=None: real["asctime"](time.localtime() if t is None else t)
    fakes.ctime = lambda secs=None: time.asctime(time.localtime(secs))
    fakes.strftime = lambda layout, t=None: real["strftime"](layout, time.localtime() if t is None else t)


def _lookalike(real: type) -> type:
    """A metaclass by which every instance of the real class passes for one of the class that stands for it."""

    class Meta(type(real)):  # type: ignore[misc]
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, real)

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, real)

    return Meta


def _patch_datetime(clock: VirtualClock) -> None:
    import datetime as module

    real_datetime: Any = module.datetime
    real_date: Any = module.date

    def now_utc() -> module.datetime:
        return epoch + module.timedelta(microseconds=(EPOCH_NS + clock.read_ns()) // 1000)

    class DateTime(real_datetime, metaclass=_lookalike(real_datetime)):  # type: ignore[misc,metaclass]
        @classmethod
        def now(cls, tz: module.tzinfo | None = None) -> module.datetime:
            stamp = now_utc()
            return stamp if tz is None else stamp.replace(tzinfo=module.UTC).astimezone(tz)

        @classmethod
        def utcnow(cls) -> module.datetime:
            return now_utc()

        @classmethod
        def today(cls) -> module.datetime:
            return now_utc()

        def __repr__(self) -> str:
            return f"datetime.{real_datetime.__repr__(self)}"

    class Date(real_date, metaclass=_lookalike(real_date)):  # type: ignore[misc,metaclass]
        @classmethod
        def today(cls) -> module.date:
            now = now_utc()
            return cls(now.year, now.month, now.day)

        def __repr__(self) -> str:
            return f"datetime.{real_date.__repr__(self)}"

    # Of the class that stands for the real one, so that `type(now) is datetime` holds.
    epoch: module.datetime = DateTime(1970, 1, 1)

    for fake, name in ((DateTime, "datetime"), (Date, "date")):
        fake.__module__ = "datetime"
        fake.__name__ = fake.__qualname__ = name
        setattr(module, name, fake)
