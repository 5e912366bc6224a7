"""The rest of what a world offers: time, streams, events, split ports, faults, kills, and the default checks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator

import pytest

from gym.errors import ContentError
from gym.judge.verdict import CheckVerdict, Verdict
from gym.race import Fault, Op, World, call, op, outcomes, race
from gym.race.ports import FakePort
from tests.race.arena import Arena


class Net:
    """Answers at once, or after a while."""

    async def get(self, key: str) -> str:
        return key.upper()

    @op(latency=0.2)
    async def slow(self, key: str) -> str:
        return key.upper()

    @op(latency=0.05)
    async def fast(self, key: str) -> str:
        return key.upper()


# -- time


def test_calls_with_a_latency_end_in_the_order_of_virtual_time(arena: Arena) -> None:
    source = """
        import asyncio, time
        async def both(net):
            began = time.monotonic()
            done = []
            async def take(call, key):
                done.append(await call(key))
            await asyncio.gather(take(net.slow, 'slow'), take(net.fast, 'fast'), take(net.slow, 'same'))
            return [*done, round(time.monotonic() - began, 3)]
    """

    @race("the fast one first, those due together in any order", shape="ordering")
    def in_order(world: World) -> None:
        flow = world.flow("both", world.function("both"), world.port("net", Net()))
        world.run()
        seen.add(tuple(flow.value))  # type: ignore[arg-type]

    seen: set[tuple[object, ...]] = set()
    assert arena.judge(source, in_order).verdict is Verdict.ACCEPTED
    assert seen == {("FAST", "SLOW", "SAME", 0.2), ("FAST", "SAME", "SLOW", 0.2)}


def test_a_fake_may_say_how_long_each_call_takes(arena: Arena) -> None:
    source = """
        import asyncio, time
        async def both(net):
            done = []
            async def take(key):
                done.append(await net.get(key))
                done.append(round(time.monotonic(), 3))
            await asyncio.gather(take('far'), take('near'))
            return done
    """

    class Uneven:
        def _latency(self, op: Op) -> float | None:
            return {"far": 3.0, "near": 0.5}[str(op.args[0])]

        async def get(self, key: str) -> str:
            return key.upper()

    @race("near before far", shape="ordering")
    def near_first(world: World) -> None:
        flow = world.flow("both", world.function("both"), world.port("net", Uneven()))
        world.run()
        world.check(flow.value == ["NEAR", 0.5, "FAR", 3.0], "each takes its own time", repr(flow.value))

    assert arena.judge(source, near_first).coverage == "the only schedule (L0)"


def test_a_call_of_which_nothing_is_said_ends_when_the_schedule_likes(arena: Arena) -> None:
    source = """
        import asyncio, time
        async def both(net):
            done = []
            async def take(key):
                done.append(await net.get(key))
            await asyncio.gather(take('free'), take('timed'))
            return done
    """

    class Half:
        def _latency(self, op: Op) -> float | None:
            return 0.5 if op.args[0] == "timed" else None

        async def get(self, key: str) -> str:
            return key

    @race("either first", shape="ordering")
    def either_first(world: World) -> None:
        flow = world.flow("both", world.function("both"), world.port("net", Half()))
        world.run()
        seen.add(tuple(flow.value))  # type: ignore[arg-type]

    seen: set[tuple[object, ...]] = set()
    assert arena.judge(source, either_first).verdict is Verdict.ACCEPTED
    assert seen == {("free", "timed"), ("timed", "free")}


@pytest.mark.parametrize(("later", "schedules"), [(0.2, "all 4 schedules (L1)"), (0.3, "the only schedule (L1)")])
def test_only_calls_that_are_due_together_tie(arena: Arena, later: float, schedules: str) -> None:
    source = """
        import asyncio, time
        async def both(net):
            async def take(key):
                await net.get(key)
                return round(time.monotonic(), 3)
            return await asyncio.gather(take(0.2), take(LATER))
    """

    class Timed:
        def _latency(self, op: Op) -> float | None:
            return float(str(op.args[0]))

        async def get(self, key: float) -> None:
            return None

    @race("each in its own time", shape="ordering", level=1)
    def in_time(world: World) -> None:
        flow = world.flow("both", world.function("both"), world.port("net", Timed()))
        world.run()
        world.check(flow.value == [0.2, later], "each ends when it is due", repr(flow.value))

    verdict = arena.judge(source.replace("LATER", str(later)), in_time)
    assert (verdict.message, verdict.coverage) == (None, schedules)


def test_a_sleep_costs_nothing_and_is_never_early(arena: Arena) -> None:
    source = """
        import asyncio, time
        async def nap():
            began = time.monotonic()
            await asyncio.sleep(86_400 * 3)
            return time.monotonic() - began
    """

    @race("three days", shape="control")
    def three_days(world: World) -> None:
        flow = world.flow("nap", world.function("nap"))
        world.run()
        assert isinstance(flow.value, float)
        world.check(0 <= flow.value - 259_200 < 0.001, "three days and no less", repr(flow.value))

    assert arena.judge(source, three_days).coverage == "the only schedule (L0)"


TIMEOUT = """
    import asyncio
    async def ask(net):
        try:
            async with asyncio.timeout(1):
                return await net.get('a')
        except TimeoutError:
            return 'too late'
"""


def test_timers_wait_for_pending_calls_unless_the_race_says_otherwise(arena: Arena) -> None:
    def answers(timers: str) -> set[object]:
        seen: set[object] = set()

        @race("answered or too late", shape="control", level=1, timers=timers)  # type: ignore[arg-type]
        def ask(world: World) -> None:
            flow = world.flow("ask", world.function("ask"), world.port("net", Net()))
            world.run()
            seen.add(flow.value)

        assert arena.judge(TIMEOUT, ask).verdict is Verdict.ACCEPTED
        return seen

    assert answers("idle") == {"A"}
    assert answers("any") == {"A", "too late"}


def test_a_heartbeat_beside_a_pending_call_ends_at_its_cap(arena: Arena) -> None:
    source = """
        import asyncio
        async def ask(net):
            async def beat():
                while True:
                    await asyncio.sleep(1)
            beating = asyncio.create_task(beat())
            try:
                return await net.get('a')
            finally:
                beating.cancel()
    """

    @race("answered", shape="control", timers="any", max_ticks=2)
    def ask(world: World) -> None:
        flow = world.flow("ask", world.function("ask"), world.port("net", Net()))
        world.run()
        world.check(flow.value == "A", "answered")

    assert arena.judge(source, ask).coverage == "all 3 schedules (L0, timers at any time)"


def test_a_periodic_timer_that_hides_a_hang_is_still_a_hang(arena: Arena) -> None:
    source = """
        import asyncio
        async def wait(event):
            while not event.is_set():
                await asyncio.sleep(1)
    """

    @race("ends", shape="lifecycle")
    def ends(world: World) -> None:
        world.flow("waiter", world.function("wait"), world.event())
        world.run()

    assert arena.judge(source, ends).verdict is Verdict.HUNG


def test_a_loop_over_sleep_0_is_a_livelock_only_if_nothing_can_end_it(arena: Arena) -> None:
    source = """
        import asyncio
        async def wait(event):
            while not event.is_set():
                await asyncio.sleep(0)
            return 'seen'
    """

    def waiting(set_it: bool):  # type: ignore[no-untyped-def]
        @race("ends", shape="lifecycle")
        def ends(world: World) -> None:
            event = world.event("stop")
            waiter = world.flow("waiter", world.function("wait"), event)
            if set_it:
                world.flow("setter", event.set)
            world.run()
            world.check(waiter.value == "seen", "seen")

        return arena.judge(source, ends)

    assert waiting(True).verdict is Verdict.ACCEPTED
    assert (waiting(False).verdict, waiting(False).claim) == (Verdict.HUNG, "livelock")


def test_scripted_clocks_and_random_numbers_are_handed_in(arena: Arena) -> None:
    source = """
        async def draw(now, random):
            return [now(), random(), now()]
    """

    @race("as scripted", shape="control")
    def scripted(world: World) -> None:
        flow = world.flow("draw", world.function("draw"), world.clock("now", [5.0, 7.5]), world.random([0.25]))
        world.run()
        world.check(flow.value == [5.0, 0.25, 7.5], "as scripted", repr(flow.value))

    assert arena.judge(source, scripted).verdict is Verdict.ACCEPTED


# -- ports


def test_each_item_of_a_stream_is_a_call_and_closing_it_is_seen(arena: Arena) -> None:
    source = """
        async def read(provider, tokens, count):
            got = []
            stream = provider.stream('hello')
            async for token in stream:
                got.append(token)
                if len(got) == count:
                    await stream.aclose()
                    break
            return got + [item async for item in tokens]
    """

    class Provider:
        async def stream(self, prompt: str) -> AsyncIterator[str]:
            for letter in prompt:
                yield letter

    @race("two letters", shape="control")
    def two_letters(world: World) -> None:
        tokens = world.async_iterable("tokens", ["x", "y"])
        flow = world.flow("reader", world.function("read"), world.port("provider", Provider()), tokens, 2)
        world.run()
        world.check(flow.value == ["h", "e", "x", "y"], "two letters, then the rest", repr(flow.value))
        world.check([each.method for each in world.calls("provider")] == ["stream.open", "stream.next"], "two calls")
        world.check(tokens.pulled == 2, "pulled two")

    assert arena.judge(source, two_letters).coverage == "the only schedule (L0)"


def test_a_split_read_may_be_overtaken_on_its_way_back(arena: Arena) -> None:
    source = """
        class Cache:
            def __init__(self, store):
                self.store, self.kept = store, {}
            async def read(self, key):
                if key not in self.kept:
                    self.kept[key] = await self.store.get(key)
                return self.kept[key]
            async def write(self, key, value):
                await self.store.set(key, value)
                self.kept.pop(key, None)
    """

    class Store:
        def __init__(self) -> None:
            self.values: dict[str, str] = {"k": "old"}

        def get(self, key: str) -> Generator[None, None, str]:
            value = self.values[key]
            yield
            return value

        async def set(self, key: str, value: str) -> None:
            self.values[key] = value

    @race("nothing stale is kept", shape="stale-response")
    def fresh(world: World) -> None:
        cache = world.subject("Cache", world.port("store", Store()))
        reader, writer = world.flow("reader", cache.read, "k"), world.flow("writer", cache.write, "k", "new")
        last = world.flow("last", cache.read, "k", after=[reader, writer])
        world.run()
        world.check(last.value == "new", "the last reader sees the write", str(last.value))

    verdict = arena.judge(source, fresh)
    assert verdict.claim == "the last reader sees the write"
    assert verdict.trace is not None
    texts = [cell.text for step in verdict.trace.steps for cell in step.cells]
    assert "store.get('k') takes effect" in texts


def test_a_port_may_fail_for_the_flows_that_are_named(arena: Arena) -> None:
    source = """
        async def ask(net, key):
            try:
                return await net.get(key)
            except ConnectionError as error:
                return [type(error).__name__, error.status]
    """
    seen: set[tuple[str, str]] = set()

    @race("failures are seen", shape="control")
    def fails(world: World) -> None:
        net = world.port("net", Net())
        first = world.flow("first", world.function("ask"), net, "a")
        second = world.flow("second", world.function("ask"), net, "b")
        world.may_fail(net.get, Fault("ConnectionError", "reset", attrs={"status": 503}), flows=[first])
        world.run()
        seen.add((str(first.value), str(second.value)))

    assert arena.judge(source, fails).coverage == "all 12 schedules (L0, at most 1 fault)"
    assert seen == {("A", "B"), ("['ConnectionError', 503]", "B")}


def test_work_in_a_thread_is_done_inline_and_its_end_is_an_event(arena: Arena) -> None:
    source = """
        import asyncio
        async def compute():
            return await asyncio.to_thread(sum, [1, 2, 3])
    """

    @race("computed", shape="control")
    def computed(world: World) -> None:
        flow = world.flow("compute", world.function("compute"))
        world.run()
        world.check(flow.value == 6, "six", repr(flow.value))

    assert arena.judge(source, computed).verdict is Verdict.ACCEPTED


def test_an_enum_member_is_plain_for_a_port_and_not_for_a_check(arena: Arena) -> None:
    source = """
        import enum
        class State(str, enum.Enum):
            DONE = 'done'
        async def answer(db):
            await db.execute('INSERT INTO jobs VALUES (?)', State.DONE)
            return State.DONE
    """

    @race("plain at the port", shape="control")
    def plain(world: World) -> None:
        db = world.sql("CREATE TABLE jobs (state TEXT)")
        flow = world.flow("answer", world.function("answer"), db)
        world.run()
        world.check(db.scalar("SELECT state FROM jobs") == "done", "stored as text")
        world.check(flow.value != "done", "exact types only", repr(flow.value))

    assert arena.judge(source, plain).verdict is Verdict.ACCEPTED


def test_a_cancelled_call_lands_drops_or_may_do_either(arena: Arena) -> None:
    source = """
        async def charge(bank):
            await bank.charge()
    """

    def amounts(manner: str) -> set[int]:
        seen: set[int] = set()

        class Bank:
            def __init__(self) -> None:
                self.taken = 0

            @op(on_cancel=manner)  # type: ignore[arg-type]
            async def charge(self) -> None:
                self.taken += 1

        @race("cancelled", shape="lifecycle")
        def cancelled(world: World) -> None:
            bank = Bank()
            flow = world.flow("payer", world.function("charge"), world.port("bank", bank))
            world.may_cancel(flow)
            world.run()
            if flow.outcome == "cancelled" and world.calls("bank"):
                seen.add(bank.taken)

        assert arena.judge(source, cancelled).verdict is Verdict.ACCEPTED
        return seen

    assert amounts("lands") == {1}
    assert amounts("drops") == {0}
    assert amounts("may") == {0, 1}


def test_a_commit_whose_caller_goes_away_took_effect_or_was_rolled_back(arena: Arena) -> None:
    source = """
        async def pay(db):
            async with db.transaction() as tx:
                await tx.execute('UPDATE wallets SET balance = balance - 30')
                await tx.execute('INSERT INTO ledger VALUES (-30)')
    """
    seen: set[tuple[object, object]] = set()

    @race("both or neither", shape="lifecycle", level=1, ties="cancel")
    def both(world: World) -> None:
        db = world.sql(
            "CREATE TABLE wallets (balance INT); CREATE TABLE ledger (amount INT)", "INSERT INTO wallets VALUES (100)"
        )
        flow = world.flow("payer", world.function("pay"), db)
        world.may_cancel(flow)
        world.run()
        state = db.scalar("SELECT balance FROM wallets"), db.scalar("SELECT count(*) FROM ledger")
        world.check(state in ((100, 0), (70, 1)), "both or neither", repr(state))
        if flow.outcome == "cancelled":
            seen.add(state)

    assert arena.judge(source, both).verdict is Verdict.ACCEPTED
    assert seen == {(100, 0), (70, 1)}


def test_the_calls_on_a_port_include_those_on_its_transactions(arena: Arena) -> None:
    source = """
        async def pay(db):
            async with db.transaction() as tx:
                await tx.execute('UPDATE wallets SET balance = 0')
            await db.execute('UPDATE wallets SET balance = 1')
    """
    seen: list[str] = []

    @race("all calls", shape="lifecycle")
    def all_calls(world: World) -> None:
        db = world.sql("CREATE TABLE wallets (balance INT)", "INSERT INTO wallets VALUES (100)")
        world.sql("CREATE TABLE wallets (balance INT)", name="db2")
        world.flow("payer", world.function("pay"), db)
        world.run()
        seen[:] = [f"{call.port}.{call.method}" for call in world.calls("db")]
        world.check(len(world.calls("db", "execute")) == 2 and world.calls("db2") == [], "two writes, on one database")

    assert arena.judge(source, all_calls).verdict is Verdict.ACCEPTED
    assert seen == ["db.transaction.enter", "db.tx1.execute", "db.transaction.exit", "db.execute"]


# -- default checks and authors' mistakes


def test_a_swallowed_cancellation_is_rejected(arena: Arena) -> None:
    source = """
        async def ask(net):
            try:
                return await net.get('a')
            except BaseException:
                return None
    """

    @race("asked", shape="swallowed-cancellation")
    def asked(world: World) -> None:
        flow = world.flow("ask", world.function("ask"), world.port("net", Net()))
        world.may_cancel(flow)
        world.run()

    verdict = arena.judge(source, asked)
    assert verdict.message == "ask was cancelled and returned as if it had not been"


def test_a_flow_cancelled_before_its_first_step_counts_as_cancelled(arena: Arena) -> None:
    source = """
        async def ask(net):
            return await net.get('a')
    """
    seen: list[dict[str, int]] = []

    @race("cancelled at once", shape="lifecycle", level=1)
    def at_once(world: World) -> None:
        flow = world.flow("ask", world.function("ask"), world.port("net", Net()))
        world.may_cancel(flow)
        world.run()
        seen.append(outcomes(flow) if world.calls("net") == [] else {})

    assert arena.judge(source, at_once).verdict is Verdict.ACCEPTED
    assert {"cancelled": 1} in seen


def test_a_subject_with_a_close_is_closed_before_leaks_are_counted(arena: Arena) -> None:
    source = """
        import asyncio
        class Beat:
            def __init__(self):
                self.task = asyncio.create_task(self.run())
            async def run(self):
                while True:
                    await asyncio.sleep(1)
            async def beat(self):
                return 'thump'
            async def aclose(self):
                self.task.cancel()
                try:
                    await self.task
                except asyncio.CancelledError:
                    pass
        class Leaky(Beat):
            aclose = None
    """

    def beating(name: str):  # type: ignore[no-untyped-def]
        @race("beats", shape="lifecycle")
        def beats(world: World) -> None:
            flow = world.flow("beat", world.subject(name).beat)
            world.run()
            world.check(flow.value == "thump", "thump")

        return arena.judge(source, beats)

    beat = beating("Beat")
    assert (beat.verdict, beat.coverage) == (Verdict.ACCEPTED, "all 7 schedules (L0, at most 6 ticks ahead of other events)")
    assert beating("Leaky").claim == "leaked task"


def test_an_exception_in_a_callback_is_a_lost_one(arena: Arena) -> None:
    source = """
        import asyncio
        def broken(future):
            raise KeyError('gone')
        async def ask(net):
            task = asyncio.ensure_future(net.get('a'))
            task.add_done_callback(broken)
            return await task
    """

    @race("asked", shape="lifecycle")
    def asked(world: World) -> None:
        world.flow("ask", world.function("ask"), world.port("net", Net()))
        world.run()

    verdict = arena.judge(source, asked)
    assert verdict.claim == "lost exception"
    assert verdict.message == "an exception was lost: KeyError: 'gone' (subject.py:4)"


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (lambda world: world.flow("a", "x"), "a flow calls a handle or a method of one, or follows a script, not 'x'"),
        (lambda world: (world.event("x"), world.port("p", Net()), world.port("p", Net())), "there is already a port 'p'"),
        (lambda world: world.process("main"), "there is already a process 'main'"),
        (lambda world: None, "the race 'wrong' has no flow, so nothing of the subject was run"),
    ],
)  # fmt: skip
def test_an_authors_mistake_is_the_authors(arena: Arena, write: object, sentence: str) -> None:
    @race("wrong", shape="control")
    def wrong(world: World) -> None:
        write(world)  # type: ignore[operator]

    with pytest.raises(ContentError) as caught:
        arena.judge("x = 1\n", wrong)
    assert str(caught.value) == sentence


def test_what_a_race_raises_is_told_with_its_line(arena: Arena) -> None:
    @race("wrong")
    def wrong(world: World) -> None:
        world.check(len(7), "x")  # type: ignore[arg-type]

    with pytest.raises(ContentError) as caught:
        arena.judge("x = 1\n", wrong)
    line = wrong.run.__code__.co_firstlineno + 2
    place = f"test_worlds.py:{line}"
    assert str(caught.value) == f"the race 'wrong' raised TypeError: object of type 'int' has no len() ({place})"


def test_an_unknown_shape_or_level_is_refused_where_the_race_is_declared() -> None:
    with pytest.raises(ContentError, match="unknown shape 'rase'"):
        race("x", shape="rase")
    with pytest.raises(ContentError, match="level 3; there are 0, 1 and 2"):
        race("x", shape="control", level=3)
    assert call.__doc__ is not None


def test_a_flow_may_keep_what_came_with_its_cancellation(arena: Arena) -> None:
    source = """
        import asyncio
        async def stubborn(net):
            try:
                await net.get('a')
            except asyncio.CancelledError:
                return 'kept'
    """

    def told(allowed: bool) -> CheckVerdict:
        @race("kept", shape="control")
        def kept(world: World) -> None:
            flow = world.flow("stubborn", world.function("stubborn"), world.port("net", Net()))
            world.may_cancel(flow)
            if allowed:
                world.may_ignore_cancel(flow)
            world.run()
            world.check(flow.value in (None, "kept"), "kept or not")

        return arena.judge(source, kept)

    assert told(False).claim == "swallowed cancellation"
    assert told(True).verdict is Verdict.ACCEPTED


def test_a_trace_shows_the_call_that_the_code_itself_gave_up(arena: Arena) -> None:
    source = """
        import asyncio
        async def hasty(net):
            other = asyncio.create_task(net.get('b'))
            await net.get('a')
            other.cancel()
    """

    @race("hasty", shape="control")
    def hasty(world: World) -> None:
        world.flow("hasty", world.function("hasty"), world.port("net", Net()))
        world.run()
        world.check(False, "never")

    trace = arena.judge(source, hasty).trace
    assert trace is not None
    assert [cell.text for step in trace.steps for cell in step.cells] == [
        "hasty(net)",
        "net.get('a') -> 'A'",
        "returns",
        "net.get('b') is cancelled",
    ]


class HeldNet(Net):
    """Answers `get` only once it may."""

    def __init__(self) -> None:
        self.may_answer = False

    def _ready(self, op: object) -> bool:
        return self.may_answer


class HeldPort(FakePort):
    """The same, said by the port and not by the fake."""

    def __init__(self) -> None:
        super().__init__("net", Net())
        self.may_answer = False

    def ready(self, op: object) -> bool:
        return self.may_answer


@pytest.mark.parametrize("held", [HeldNet, HeldPort])
def test_a_call_waits_until_its_port_lets_it_complete(held: type[HeldNet | HeldPort], arena: Arena) -> None:
    source = """
        async def ask(net):
            return await net.get("a")
        async def nothing():
            pass
    """
    ends: list[tuple[str, str]] = []

    @race("nobody is answered before the other has come by", shape="ordering")
    def in_order(world: World) -> None:
        net = held()
        asking = world.flow("asking", world.function("ask"), world.port("net", net))
        nothing = world.flow("nothing", world.function("nothing"))

        def allow() -> bool:
            net.may_answer = nothing.outcome == "ok"
            return True

        world.always("it is looked at after every step", allow)
        world.run()
        ends.append((asking.outcome, asking.value))  # type: ignore[arg-type]

    assert arena.judge(source, in_order).coverage == "all 2 schedules (L0)"
    assert set(ends) == {("ok", "A")}
