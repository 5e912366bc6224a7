"""What races can drive: each test is a small subject that has nothing to do with any kata."""

from __future__ import annotations

import sys

from gym.judge.verdict import Verdict
from gym.race import (
    Fault,
    Process,
    Raised,
    StopStream,
    World,
    call,
    enter,
    leave,
    op,
    outcomes,
    race,
    send,
    step_next,
    together,
    wait_for,
)
from tests.race.arena import Arena


def test_a_returned_callable_can_be_driven_through_virtual_time(arena: Arena) -> None:
    source = """
        import asyncio

        def debounce(delay, fn):
            timer = None
            def run(*args):
                nonlocal timer
                if timer is not None:
                    timer.cancel()
                timer = asyncio.get_running_loop().call_later(delay, fn, *args)
            return run
    """

    @race("the last of three calls runs, once", shape="control")
    def last_call_wins(world: World) -> None:
        ran = world.callback("ran")

        debounced = world.subject("debounce", 0.25, ran)

        def keys():  # type: ignore[no-untyped-def]
            for text in ("a", "ab", "abc"):
                yield call(debounced, text)

        world.flow("keys", keys)
        world.run()
        last = ran.calls[-1]
        world.check(last.args == ("abc",), "the last call wins", str(last))
        world.check(len(ran.calls) <= 3, "no call runs twice")
        world.check(world.now >= 0.25, "it waited")

    verdict = arena.judge(source, last_call_wins)
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "all 4 schedules (L0)")


def test_an_async_for_and_an_async_with_are_driven_step_by_step(arena: Arena) -> None:
    source = """
        class Shelf:
            def __init__(self, db):
                self.db = db
                self.open = False
            async def __aenter__(self):
                await self.db.ping()
                self.open = True
                return self
            async def __aexit__(self, kind, error, tb):
                await self.db.ping()
                self.open = False
            async def items(self):
                for number in range(2):
                    await self.db.ping()
                    yield number
            async def echo(self):
                got = yield 'ready'
                while True:
                    got = yield got * 2
            def is_open(self):
                return self.open
    """

    class Db:
        async def ping(self) -> None:
            pass

    @race("what is entered is left", shape="lifecycle")
    def walk(world: World) -> None:
        shelf = world.subject("Shelf", world.port("db", Db()))
        seen: list[object] = []

        def reader():  # type: ignore[no-untyped-def]
            yield enter(shelf)
            seen.append((yield call(shelf.is_open)))
            items = yield call(shelf.items)
            try:
                while True:
                    seen.append((yield step_next(items)))
            except StopStream:
                seen.append("end")
            echo = yield call(shelf.echo)
            seen.append((yield step_next(echo)))
            seen.append((yield send(echo, 21)))
            yield leave(shelf)
            return (yield call(shelf.is_open))

        flow = world.flow("reader", reader)
        world.run()
        world.check(seen == [True, 0, 1, "end", "ready", 42], "in order", repr(seen))
        world.check(flow.value is False and len(world.calls("db")) == 4, "left", repr(flow.value))

    assert arena.judge(source, walk).verdict is Verdict.ACCEPTED


def test_a_cancelled_script_leaves_what_it_had_entered(arena: Arena) -> None:
    source = """
        import asyncio

        class Box:
            def __init__(self, db):
                self.db, self.lock = db, asyncio.Lock()
            async def hold(self):
                await self.db.ping()
            async def __aenter__(self):
                await self.lock.acquire()
            async def __aexit__(self, *error):
                self.lock.release()
            async def take(self):
                async with self.lock:
                    return 'free'
    """

    class Db:
        async def ping(self) -> None:
            pass

    @race("the lock is free after the holder was cancelled", shape="permit-leak", level=2, max_ties=1, max_early=1)
    def freed(world: World) -> None:
        box = world.subject("Box", world.port("db", Db()))

        def holder():  # type: ignore[no-untyped-def]
            yield enter(box)
            yield call(box.hold)
            yield leave(box)

        first = world.flow("holder", holder)
        world.may_cancel(first)
        second = world.flow("next", box.take, after=[first])
        world.run()
        world.check(second.value == "free", "the lock is free", second.outcome)

    verdict = arena.judge(source, freed)
    assert verdict.verdict is Verdict.ACCEPTED, verdict.message
    assert verdict.coverage.startswith("all ")


def test_a_synchronous_callable_may_raise_into_the_subject(arena: Arena) -> None:
    source = """
        class Screen:
            def __init__(self, draw):
                self.draw = draw
            def show(self, text):
                try:
                    return self.draw(text)
                except Full as full:
                    return ['full', full.status]
        class Full(Exception):
            pass
    """

    @race("the error is seen", shape="lifecycle")
    def drawn(world: World) -> None:
        def draw(text: object) -> object:
            if text == "b":
                raise Fault("Full", "no room", attrs={"status": 507})
            return f"drew {text}"

        screen = world.subject("Screen", world.callback("draw", draw))
        first, second = world.flow("one", screen.show, "a"), world.flow("two", screen.show, "b")
        world.run()
        world.check(first.value == "drew a" and second.value == ["full", 507], "both", repr(second.value))

    assert arena.judge(source, drawn).verdict is Verdict.ACCEPTED


def test_two_loads_in_one_turn_make_one_batch(arena: Arena) -> None:
    source = """
        import asyncio

        class Loader:
            def __init__(self, fetch):
                self.fetch, self.keys, self.batch = fetch, [], None
            async def load(self, key):
                self.keys.append(key)
                if self.batch is None:
                    self.batch = asyncio.get_running_loop().create_task(self._run())
                return (await asyncio.shield(self.batch))[key]
            async def _run(self):
                await asyncio.sleep(0)
                keys, self.keys, self.batch = self.keys, [], None
                return await self.fetch.many(keys)
    """

    class Fetch:
        async def many(self, keys: list[str]) -> dict[str, str]:
            return {key: key.upper() for key in keys}

    @race("loads of one turn share a call", shape="control")
    def batched(world: World) -> None:
        loader = world.subject("Loader", world.port("fetch", Fetch()))

        def caller():  # type: ignore[no-untyped-def]
            return (yield together(call(loader.load, "a"), call(loader.load, "b"), call(loader.load, "a")))

        flow = world.flow("caller", caller)
        world.run()
        world.check(flow.value == ["A", "B", "A"], "values", repr(flow.value))
        world.check([op.args for op in world.calls("fetch")] == [(["a", "b", "a"],)], "one call")

    assert arena.judge(source, batched).verdict is Verdict.ACCEPTED


def test_an_iterable_is_pulled_lazily(arena: Arena) -> None:
    source = """
        async def send_some(customers, mail):
            for count, name in enumerate(customers):
                await mail.send(name)
                if count == 1:
                    return count + 1
    """

    class Mail:
        async def send(self, name: str) -> None:
            pass

    @race("no more than needed is pulled", shape="control")
    def lazy(world: World) -> None:
        customers = world.iterable("customers", (f"c{number}" for number in range(1_000_000)))
        flow = world.flow("sender", world.function("send_some"), customers, world.port("mail", Mail()))
        world.run()
        world.check(flow.value == 2 and customers.pulled == 2, "two pulled", str(customers.pulled))

    assert arena.judge(source, lazy).verdict is Verdict.ACCEPTED


def test_a_method_of_a_port_goes_out_as_an_async_function(arena: Arena) -> None:
    source = """
        async def twice(send):
            return [await send('a'), await send('b', loud=True), send == send]
    """

    class Mail:
        async def send(self, name: str, loud: bool = False) -> str:
            return name.upper() if loud else name

    @race("it is awaited, and may fail as any call of its port", shape="control")
    def handed_out(world: World) -> None:
        mail = world.port("mail", Mail())
        flow = world.flow("sender", world.function("twice"), mail.send)
        world.may_fail(mail.send, Fault("OSError", "down"))
        world.run()
        seen.add(str(flow.value) if flow.outcome == "ok" else flow.outcome)
        world.check([call.method for call in world.calls("mail")][:1] == ["send"], "its calls are the port's")

    seen: set[str] = set()
    assert arena.judge(source, handed_out).verdict is Verdict.ACCEPTED
    assert seen == {"['a', 'B', True]", "OSError"}


def test_an_exception_brings_its_attributes_cause_and_group(arena: Arena) -> None:
    source = """
        class Declined(Exception):
            def __init__(self, message, status):
                super().__init__(message)
                self.status = status
        async def pay(kind):
            if kind == 'single':
                try:
                    raise ValueError('low')
                except ValueError as error:
                    raise Declined('no', 402) from error
            raise ExceptionGroup('all failed', [Declined('a', 500), TimeoutError('b')])
    """

    @race("errors come whole", shape="control")
    def whole(world: World) -> None:
        one = world.flow("one", world.function("pay"), "single")
        many = world.flow("many", world.function("pay"), "group")
        world.run()
        error, group = one.error, many.error
        assert error is not None and group is not None and error.cause is not None and group.members is not None
        world.check((error.name, error.base, error.message) == ("Declined", "Exception", "no"), "name")
        world.check(error.attrs == {"status": 402} and error.cause.name == "ValueError", "attributes and cause")
        world.check([member.name for member in group.members] == ["Declined", "TimeoutError"], "members")
        world.check(group.members[1].is_a("OSError") and group.message == "all failed", "bases")
        world.check(error.place == ("subject.py", 11), "place", str(error.place))

    assert arena.judge(source, whole).verdict is Verdict.ACCEPTED


def test_errors_handed_in_keep_attributes_cause_and_members(arena: Arena) -> None:
    source = """
        class Overloaded(Exception):
            pass
        async def ask(provider):
            try:
                await provider.generate()
            except Overloaded as error:
                return [error.retry_after, type(error.__cause__).__name__]
            except ExceptionGroup as group:
                return [len(group.exceptions), str(group.exceptions[0])]
    """

    class Provider:
        def __init__(self, fault: Fault) -> None:
            self.fault = fault

        async def generate(self) -> None:
            raise self.fault

    @race("errors go whole", shape="control")
    def whole(world: World) -> None:
        first = Fault("Overloaded", "later", attrs={"retry_after": 3}, cause=Fault("OSError", "reset"))
        group = Fault("ExceptionGroup", "both", members=[Fault("ConnectionError", "x"), Fault("ConnectionError", "y")])
        one = world.flow("one", world.function("ask"), world.port("first", Provider(first)))
        two = world.flow("two", world.function("ask"), world.port("second", Provider(group)))
        world.run()
        world.check(one.value == [3, "OSError"], "attributes and cause", repr(one.value))
        world.check(two.value == [2, "x"], "members", repr(two.value))

    assert arena.judge(source, whole).verdict is Verdict.ACCEPTED


KILLED = """
    class Worker:
        def __init__(self, db):
            self.db = db
        async def run(self):
            job = await self.db.claim()
            if job is not None:
                await self.db.finish(job)
            return job
"""


class Jobs:
    """One job; a claim of a dead worker is taken over by the next."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def claim(self) -> str | None:
        return None if self.done else "job"

    async def finish(self, job: str) -> None:
        self.done.append(job)


def test_a_killed_process_has_a_successor_on_the_same_database(arena: Arena) -> None:
    @race("the job is done whatever dies", shape="lifecycle")
    def survives(world: World) -> None:
        jobs = Jobs()
        db = world.port("db", jobs)

        def start(process: Process) -> None:
            world.flow(f"run in {process.name}", process.subject("Worker", db).run)

        first = world.flow("run", world.subject("Worker", db).run)
        world.may_kill(successor=start)
        world.run()
        world.check(jobs.done == ["job"], "done once", repr(jobs.done))
        world.check(first.outcome in ("ok", "killed"), "killed or not", first.outcome)

    verdict = arena.judge(KILLED, survives)
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "all 5 schedules (L0, at most 1 kill)")


def test_a_kill_after_which_nobody_starts_is_found(arena: Arena) -> None:
    @race("the job is done whatever dies", shape="lifecycle")
    def lost(world: World) -> None:
        jobs = Jobs()
        world.flow("run", world.subject("Worker", world.port("db", jobs)).run)
        world.may_kill()
        world.run()
        world.check(jobs.done == ["job"], "done once", repr(jobs.done))

    verdict = arena.judge(KILLED, lost)
    assert (verdict.verdict, verdict.claim) == (Verdict.REJECTED, "done once")


def test_a_lost_reply_takes_effect_and_fails_all_the_same(arena: Arena) -> None:
    source = """
        async def pay(bank):
            try:
                return await bank.charge(80)
            except ConnectionError:
                return await bank.charge(80)
    """

    class Bank:
        def __init__(self) -> None:
            self.taken = 0

        async def charge(self, amount: int) -> int:
            self.taken += amount
            return self.taken

    @race("a retry charges once", shape="double-submit")
    def once(world: World) -> None:
        bank = Bank()
        port = world.port("bank", bank)
        payer = world.flow("payer", world.function("pay"), port)
        world.may_lose(port.charge, Fault("ConnectionError", "reset"), flows=[payer])
        world.run()
        world.check(bank.taken == 80, "80 is taken", str(bank.taken))

    verdict = arena.judge(source, once)
    assert (verdict.verdict, verdict.claim, verdict.message) == (
        Verdict.REJECTED,
        "80 is taken",
        "broken promise: 80 is taken (found: 160)",
    )
    assert verdict.token is not None
    assert arena.replay(source, once, verdict.token).message == verdict.message


TIE = """
    class Lease:
        def __init__(self, db):
            self.db, self.held = db, 0
        async def use(self):
            grant = False
            try:
                grant = await self.db.grant()
                self.held += 1
            finally:
                if grant:
                    self.held -= 1
                    await self.db.release()
        def free(self):
            return self.held
"""


class Leases:
    """Counts grants: one that took effect must be released."""

    def __init__(self) -> None:
        self.out = 0

    @op(on_cancel="drops")
    async def grant(self) -> bool:
        self.out += 1
        return True

    @op(on_cancel="lands")
    async def release(self) -> None:
        self.out -= 1


def test_a_tie_of_a_result_with_a_cancellation_is_found_at_l1_and_not_at_l0(arena: Arena) -> None:
    def leak_at(level: int):  # type: ignore[no-untyped-def]
        @race("no lease stays out", shape="permit-leak", level=level)
        def leak(world: World) -> None:
            leases = Leases()
            lease = world.subject("Lease", world.port("db", leases))
            user = world.flow("user", lease.use)
            world.may_cancel(user)
            world.run()
            world.check(leases.out == 0, "no lease stays out", str(leases.out))

        return arena.judge(TIE, leak)

    assert leak_at(0).verdict is Verdict.ACCEPTED
    found = leak_at(1)
    assert (found.verdict, found.claim) == (Verdict.REJECTED, "no lease stays out")
    assert found.trace is not None
    assert any(step.tie for step in found.trace.steps)


def test_an_early_delivery_is_found_at_l2_and_not_at_l1(arena: Arena) -> None:
    source = """
        import asyncio

        class Queue:
            def __init__(self, db):
                self.db, self.items, self.cond = db, [], asyncio.Condition()
            async def put(self, item):
                await self.db.ping()
                async with self.cond:
                    self.items.append(item)
                    self.cond.notify()
            async def take(self):
                await self.cond.acquire()
                try:
                    while not self.items:
                        await self.cond.wait()
                    return self.items.pop()
                finally:
                    self.cond.release()
    """

    class Db:
        async def ping(self) -> None:
            pass

    def lost_at(level: int):  # type: ignore[no-untyped-def]
        @race("somebody takes the item", shape="lost-wakeup", level=level, early="cancel", ties="cancel")
        def lost(world: World) -> None:
            queue = world.subject("Queue", world.port("db", Db()))
            first = world.flow("first", queue.take)
            second = world.flow("second", queue.take)
            putter = world.flow("putter", queue.put, 1)
            world.may_cancel(first)
            world.may_hang(second, first)
            world.run()
            taken = [flow for flow in (first, second) if flow.outcome == "ok"]
            world.check(putter.outcome == "ok" and len(taken) == 1, "one takes it", str(outcomes(first, second)))

        return arena.judge(source, lost, budget=6_000)

    assert lost_at(1).verdict is Verdict.ACCEPTED
    expected = Verdict.REJECTED if sys.version_info < (3, 13) else Verdict.ACCEPTED
    found = lost_at(2)
    assert found.verdict is expected, found.coverage


def test_a_result_can_be_awaited_later_through_its_handle(arena: Arena) -> None:
    source = """
        import asyncio

        def submit(db):
            return asyncio.ensure_future(work(db))
        async def work(db):
            return await db.get()
    """

    class Db:
        async def get(self) -> int:
            return 7

    @race("the handle gives the result", shape="control")
    def later(world: World) -> None:
        db = world.port("db", Db())

        def script():  # type: ignore[no-untyped-def]
            future = yield call(world.function("submit"), db, wait=False)
            return (yield wait_for(future))

        flow = world.flow("script", script)
        world.run()
        world.check(flow.value == 7, "seven", repr(flow.value))

    assert arena.judge(source, later).verdict is Verdict.ACCEPTED


def test_a_script_catches_what_the_subject_raises(arena: Arena) -> None:
    source = """
        async def fail():
            raise LookupError('nothing here')
    """

    @race("caught", shape="control")
    def caught(world: World) -> None:
        def script():  # type: ignore[no-untyped-def]
            try:
                yield call(world.function("fail"))
            except Raised as raised:
                return raised.message
            return "nothing was raised"

        flow = world.flow("script", script)
        world.run()
        world.check(flow.value == "nothing here", "caught", repr(flow.value))

    assert arena.judge(source, caught).verdict is Verdict.ACCEPTED


def test_who_hangs_in_no_line_of_its_own_is_told_by_its_call_and_by_what_was_lost(arena: Arena) -> None:
    source = """
        import asyncio

        def ask(number):
            loop = asyncio.get_running_loop()
            loop.call_soon({}.__getitem__, number)
            return loop.create_future()
    """

    @race("it hangs", shape="lifecycle")
    def hangs(world: World) -> None:
        world.flow("asker", world.function("ask"), 7)
        world.run()

    verdict = arena.judge(source, hangs)
    assert (verdict.verdict, verdict.claim) == (Verdict.HUNG, "hang")
    assert verdict.message == "asker never returns: it waits in ask(7); an exception was lost: KeyError: 7"


def test_the_line_of_a_hang_is_where_somebody_waits_and_not_where_the_last_call_stands(arena: Arena) -> None:
    source = """
        import asyncio

        class Door:
            def __init__(self, db):
                self.db, self.opened = db, asyncio.Event()
            async def enter(self):
                await self.opened.wait()
            async def open(self):
                await self.db.ping()
    """

    class Db:
        async def ping(self) -> None:
            pass

    @race("everybody comes in", shape="lost-wakeup")
    def comes_in(world: World) -> None:
        door = world.subject("Door", world.port("db", Db()))
        world.flow("guest", door.enter)
        world.flow("host", door.open)
        world.run()

    verdict = arena.judge(source, comes_in)
    assert (verdict.verdict, verdict.claim) == (Verdict.HUNG, "hang")
    assert verdict.trace is not None and verdict.trace.place is not None
    assert (verdict.trace.place.line, verdict.trace.place.source) == (8, "await self.opened.wait()")


def test_a_race_may_name_what_another_module_holds(arena: Arena) -> None:
    source = """
        class Shelf:
            def __init__(self, dumps):
                self.dumps = dumps
            def shown(self, text):
                return self.dumps(text)
    """

    @race("the library's function is handed over", shape="control")
    def named(world: World) -> None:
        shelf = world.subject("Shelf", world.function("json:dumps"))

        def waits():  # type: ignore[no-untyped-def]
            yield call(world.function("asyncio:sleep"), 0.25)
            return (yield call(shelf.shown, "a"))

        flow = world.flow("waits", waits)
        world.run()
        world.check((flow.value, round(world.now, 3)) == ('"a"', 0.25), "shown at 0.25 s", f"{flow.value!r} at {world.now}")

    verdict = arena.judge(source, named)
    assert verdict.verdict is Verdict.ACCEPTED, verdict.message


def test_a_name_that_no_module_holds_is_said(arena: Arena) -> None:
    @race("nothing is found", shape="control")
    def unknown(world: World) -> None:
        world.flow("a", world.subject("json:Nothing").call)
        world.run()

    verdict = arena.judge("x = 1", unknown)
    assert (verdict.verdict, verdict.message) == (
        Verdict.CRASHED,
        "json:Nothing could not be made: AttributeError: json has no Nothing",
    )
