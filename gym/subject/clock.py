"""Virtual time: one integer of nanoseconds that only a tick of the judge, or a reading, moves."""

import os
import time

from .protocol import EPOCH_NS

_REAL_DATETIME = None


class VirtualClock:
    """Nanoseconds since the world began. Each reading adds 1 ns, so that time never stands still."""

    __slots__ = ("ns",)

    def __init__(self):
        self.ns = 0

    def read_ns(self):
        self.ns += 1
        return self.ns

    def read(self):
        self.ns += 1
        return self.ns / 1e9

    def advance_to(self, deadline_ns):
        """Land 1 us after the deadline: a timer is never early, and keeps its order of creation."""
        self.ns = max(self.ns, deadline_ns + 1000)


def install(clock):
    """Make `time` and `datetime` read the virtual clock. Learner code has not been imported yet."""
    _patch_time(clock)
    _patch_datetime(clock)


def _patch_time(clock):
    def wall_ns():
        return EPOCH_NS + clock.read_ns()

    def wall():
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
    real = {name: getattr(time, name) for name in ("gmtime", "localtime", "strftime", "asctime")}
    time.gmtime = lambda secs=None: real["gmtime"](wall() if secs is None else secs)
    time.localtime = lambda secs=None: real["localtime"](wall() if secs is None else secs)
    time.asctime = lambda t=None: real["asctime"](time.localtime() if t is None else t)
    time.ctime = lambda secs=None: time.asctime(time.localtime(secs))
    time.strftime = lambda layout, t=None: real["strftime"](layout, time.localtime() if t is None else t)


def _patch_datetime(clock):
    import datetime as module

    real_datetime, real_date = module.datetime, module.date

    def now_utc():
        return epoch + module.timedelta(microseconds=(EPOCH_NS + clock.read_ns()) // 1000)

    def lookalike(real):
        class Meta(type(real)):
            def __instancecheck__(cls, value):
                return isinstance(value, real)

            def __subclasscheck__(cls, other):
                return issubclass(other, real)

        return Meta

    class datetime(real_datetime, metaclass=lookalike(real_datetime)):
        @classmethod
        def now(cls, tz=None):
            stamp = now_utc()
            return stamp if tz is None else stamp.replace(tzinfo=module.UTC).astimezone(tz)

        @classmethod
        def utcnow(cls):
            return now_utc()

        @classmethod
        def today(cls):
            return now_utc()

        def __repr__(self):
            return "datetime." + real_datetime.__repr__(self)

    class date(real_date, metaclass=lookalike(real_date)):
        @classmethod
        def today(cls):
            now = now_utc()
            return cls(now.year, now.month, now.day)

        def __repr__(self):
            return "datetime." + real_date.__repr__(self)

    # Of the class that stands for the real one, so that `type(now) is datetime` holds.
    epoch = datetime(1970, 1, 1)

    for fake in (datetime, date):
        fake.__module__ = "datetime"
        fake.__qualname__ = fake.__name__
    module.datetime, module.date = datetime, date
