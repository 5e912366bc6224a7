"""Runs programs on a stock SelectorEventLoop with real sockets, threads and timers: `python -I -S stock.py FOLDER`.

The driver stands at the selector. When the loop is about to wait, it makes the sockets readable that the script
names and lets the real selector find them; it changes nothing of the loop. Prints {program: [effect ...]} as JSON.
"""

import asyncio
import concurrent.futures
import gc
import json
import selectors
import socket
import sys
import threading
import time

SLACK_S = 0.002
"""Timers this close together are meant to be due in one poll; real time that slips by more spoils the run."""

PACES = (1, 1, 1, 2, 2, 4, 4, 8, 16, 32, 64)
"""A run that was spoiled is tried again with the loop's clock so many times slower."""


class Finished(BaseException):
    """The script is over and every flow has ended."""


class Spoiled(BaseException):
    """The machine was too slow for this run: timers came due together that were not meant to."""


class DrivenSelector(selectors.DefaultSelector):
    """The platform's own selector, told before each poll what is to be ready in it."""

    driver = None

    def select(self, timeout=None):
        return self.driver.poll(super().select, timeout)


class PacedLoop(asyncio.SelectorEventLoop):
    """The stock loop, whose seconds last longer on a machine that is too busy for real ones."""

    pace = 1

    def time(self):
        return super().time() / self.pace


class SlowExecutor(concurrent.futures.ThreadPoolExecutor):
    """A real thread whose calls come back when the driver wants them to."""

    def __init__(self):
        super().__init__(1)
        self.held = []

    def submit(self, function, /, *args):
        gate = threading.Event()

        def work():
            gate.wait()
            return function(*args)

        future = super().submit(work)
        self.held.append((gate, future))
        return future

    def release(self, loop):
        gate, future = self.held.pop(0)
        before = len(loop._ready)
        gate.set()
        while not future.done() or len(loop._ready) == before:
            time.sleep(0.0001)


class Driver:
    def __init__(self, name, make, script, pace):
        self.name = name
        self.selector = DrivenSelector()
        self.selector.driver = self
        self.loop = PacedLoop(self.selector)
        self.loop.pace = pace
        self.executor = SlowExecutor()
        self.loop.set_default_executor(self.executor)
        self.effects = []
        self.turn = 0
        self.waiting = {}
        self.tasks = {}
        self.begun = set()
        self.ended = set()
        self.sockets = []
        self.ahead = {}
        self.left_at = self.loop.time()
        self.entries = [parse(entry) for entry in script]
        self.flows = make(self, self.log)

    # -- what the program sees

    def log(self, text):
        self.effects.append(f"{self.turn} {text}")

    async def wait(self, name):
        future = asyncio.Future(loop=self.loop)
        self.waiting.setdefault(name, []).append(future)
        return await future

    async def run_flow(self, name):
        self.begun.add(name)
        try:
            value = await self.flows.flow(name)
        except asyncio.CancelledError:
            self.end(name, "cancelled")
            raise
        except BaseExceptionGroup as error:
            self.end(name, type(error).__name__)
        except Exception as error:
            self.end(name, type(error).__name__)
        else:
            self.end(name, f"ok {value}")

    def end(self, name, how):
        self.ended.add(name)
        self.log(f"{name}: {how}")

    # -- what happens outside; each runs as the callback of a readable socket

    def happen(self, words):
        if words[0] == "arrive":
            self.tasks[words[1]] = self.loop.create_task(self.run_flow(words[1]))
        elif words[0] == "cancel":
            self.tasks[words[1]].cancel()
        elif words[0] == "fail":
            self.settle(words[1], lambda future: future.set_exception(ValueError(words[1])))
        else:
            self.settle(words[0], lambda future: future.set_result(words[0]))

    def settle(self, name, how):
        future = self.waiting[name].pop(0)
        if not future.done():
            how(future)

    # -- the poll

    def poll(self, select, timeout):
        if self.loop._scheduled and self.loop.time() - self.left_at > SLACK_S:
            raise Spoiled
        found = self.events_of_poll(select, timeout)
        self.left_at = self.loop.time()
        return found

    def events_of_poll(self, select, timeout):
        self.watch_time()
        if timeout == 0:
            self.turn += 1
            if not (self.entries and self.entries[0][0] == self.turn):
                return select(0)
        else:
            self.end_unbegun()
        if not self.entries:
            return self.let_timers_run(select, timeout)
        at, events = self.entries.pop(0)
        assert timeout != 0 or at == self.turn
        assert timeout == 0 or not at, f"the loop was idle before poll {at}"
        self.turn = 0
        found = self.deliver(select, events)
        if ["tick"] not in events:
            self.watch_time()
        return found

    def deliver(self, select, events):
        if ["tick"] in events:
            self.wait_for_timers(select)
        wanted = []
        for words in events:
            if words == ["work"]:
                self.executor.release(self.loop)
            elif words != ["tick"]:
                wanted.append(self.make_readable(words))
        while True:
            found = {pair[0].fd: pair for pair in select(0)}
            if found.keys() >= set(wanted):
                # Which of several ready sockets comes first is the kernel's choice; the script names the one it means.
                named = [found.pop(fd) for fd in wanted]
                return [*found.values(), *named]

    def make_readable(self, words):
        near, far = socket.socketpair()
        self.sockets += [near, far]

        def read():
            near.recv(1)
            self.loop.remove_reader(near)
            try:
                self.happen(words)
            except LookupError:
                raise SystemExit(f"{self.name}: {words} cannot happen here") from None

        self.loop.add_reader(near, read)
        far.send(b"!")
        return near.fileno()

    def let_timers_run(self, select, timeout):
        if timeout == 0:
            return select(0)
        if timeout is None or set(self.tasks) <= self.ended:
            raise Finished
        self.turn = 0
        return self.wait_for_timers(select)

    def wait_for_timers(self, select):
        """Sleep until the next timers are due, all those that were meant for one instant and no other."""
        whens = sorted(handle._when for handle in self.loop._scheduled if not handle._cancelled)
        if not whens:
            raise Spoiled
        last = whens[0]
        for when in whens:
            last = when if when - last < SLACK_S else last
        later = [when for when in whens if when > last]
        found = []
        while self.loop.time() <= last:
            found += select(max(last - self.loop.time(), 0) * self.loop.pace)
        if self.loop.time() > last + SLACK_S or (later and later[0] <= self.loop.time() + SLACK_S):
            raise Spoiled
        self.ahead = {}
        return found

    def watch_time(self):
        """Timers that lay ahead must not come due by time slipping by."""
        now = self.loop.time()
        if any(when <= now for handle, when in self.ahead.items() if not handle._cancelled):
            raise Spoiled
        self.ahead.update({handle: handle._when for handle in self.loop._scheduled if handle._when > now + SLACK_S})

    def end_unbegun(self):
        for name, task in self.tasks.items():
            if task.done() and name not in self.begun:
                self.begun.add(name)
                self.end(name, "cancelled")

    # -- the run

    def run(self):
        try:
            self.loop.run_forever()
        except Finished:
            return self.effects
        finally:
            self.close()

    def close(self):
        asyncio.events._set_running_loop(None)
        for end in self.sockets:
            end.close()
        for gate, _ in self.executor.held:
            gate.set()
        self.executor.shutdown()
        self.loop._thread_id = None
        self.loop.set_exception_handler(lambda loop, context: None)
        sys.set_asyncgen_hooks(None, None)
        for task in asyncio.all_tasks(self.loop):
            task._log_destroy_pending = False


def parse(entry):
    """The poll (0: when idle) and the events of one entry, each a list of words."""
    at = 0
    if entry.startswith("@"):
        first, entry = entry.split(" ", 1)
        at = int(first[1:])
    return at, [event.split() for event in entry.split(" + ")]


def effects(started, name, script):
    for pace in PACES:
        try:
            return Driver(name, lambda outside, log: started(name, outside, log), script, pace).run()
        except Spoiled:
            gc.collect()
    raise SystemExit(f"{name}: this machine was too slow {len(PACES)} times in a row")


def main(folder):
    sys.path.insert(0, folder)
    import every
    from stage import PROGRAMS, Started

    assert every
    gc.disable()
    sys.unraisablehook = lambda unraisable: None
    found = {}
    for name, program in PROGRAMS.items():
        if sys.version_info >= program.since:
            found[name] = effects(Started, name, program.script)
    json.dump(found, sys.stdout)
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
