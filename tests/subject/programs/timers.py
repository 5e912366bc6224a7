"""Timers, timeouts, and what the clock says."""

import asyncio

from stage import program


@program()
async def call_later_runs_in_order_of_deadline(event, log):
    loop = asyncio.get_running_loop()
    for delay in (0.030, 0.010, 0.020):
        loop.call_later(delay, log, f"after {delay}")
    await asyncio.sleep(0.040)
    log("slept")


@program()
async def timers_made_in_one_instant_keep_their_order(event, log):
    loop = asyncio.get_running_loop()
    for name in "abcdefgh":
        loop.call_later(0.008, log, name)
    await asyncio.sleep(0.008)
    log("slept")


@program()
async def sleepers_of_one_instant_wake_in_order(event, log):
    async def sleeper(name):
        await asyncio.sleep(0.008)
        log(f"{name} awake")
        await asyncio.sleep(0)
        log(f"{name} goes on")

    await asyncio.gather(*[sleeper(name) for name in "abcde"])


@program()
async def a_timer_with_the_same_delay_made_turns_later_is_later(event, log):
    async def sleeper(name, turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        await asyncio.sleep(0.008)
        log(f"{name} awake")

    await asyncio.gather(sleeper("a", 3), sleeper("b", 0), sleeper("c", 1))


@program()
async def equal_times_pop_in_heap_order(event, log):
    loop = asyncio.get_running_loop()
    when = loop.time() + 0.008
    for name in "abcdefg":
        loop.call_at(when, log, name)
    await asyncio.sleep(0.016)


@program()
async def a_delay_of_zero_takes_one_turn(event, log):
    loop = asyncio.get_running_loop()
    loop.call_later(0, log, "later 0")
    loop.call_soon(log, "soon")
    loop.call_later(-1, log, "later -1")
    for turn in range(3):
        log(f"main {turn}")
        await asyncio.sleep(0)


@program()
async def a_sleep_is_never_early(event, log):
    loop = asyncio.get_running_loop()
    for delay in (0.001, 0.0015, 0.002, 0.0033, 0.007, 0.0011):
        before = loop.time()
        await asyncio.sleep(delay)
        elapsed = loop.time() - before
        log(f"{elapsed >= delay} {elapsed < delay + 0.5}")


@program()
async def the_clock_never_goes_back(event, log):
    loop = asyncio.get_running_loop()
    readings = []
    for _ in range(5):
        readings += [loop.time(), loop.time()]
        await asyncio.sleep(0)
    await asyncio.sleep(0.002)
    readings.append(loop.time())
    log(str(readings == sorted(readings)))


@program()
async def wait_for_gives_the_result_or_times_out(event, log):
    log(await asyncio.wait_for(asyncio.sleep(0, "in time"), 1))
    log(await asyncio.wait_for(asyncio.sleep(0.004, "in time"), 1))
    try:
        await asyncio.wait_for(asyncio.sleep(1), 0.004)
    except TimeoutError:
        log("timed out")
    try:
        await asyncio.wait_for(asyncio.sleep(1), 0)
    except TimeoutError:
        log("timed out at once")
    log(await asyncio.wait_for(asyncio.sleep(0.002, "for ever"), None))


@program()
async def wait_for_waits_until_the_cancelled_task_has_ended(event, log):
    async def stubborn():
        try:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            log("cancelled, cleaning up")
            await asyncio.sleep(0.002)
            log("cleaned up")
            raise

    try:
        await asyncio.wait_for(stubborn(), 0.004)
    except TimeoutError:
        log("timed out")


@program()
async def wait_for_of_one_that_ignores_its_cancellation(event, log):
    async def ignores():
        try:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            return "all the same"

    async def fails():
        try:
            await asyncio.sleep(1)
        finally:
            raise KeyError("instead")

    try:
        log(await asyncio.wait_for(ignores(), 0.004))
    except TimeoutError:
        log("timed out")
    try:
        await asyncio.wait_for(fails(), 0.004)
    except Exception as error:
        log(type(error).__name__)


@program()
async def timeouts_nest(event, log):
    try:
        async with asyncio.timeout(0.020):
            try:
                async with asyncio.timeout(0.006) as inner:
                    await asyncio.sleep(1)
            except TimeoutError:
                log(f"inner {inner.expired()}")
            await asyncio.sleep(1)
    except TimeoutError:
        log("outer")
    try:
        async with asyncio.timeout(0.006) as outer:
            async with asyncio.timeout(0.030) as inner:
                await asyncio.sleep(1)
    except TimeoutError:
        log(f"outer {outer.expired()}, inner {inner.expired()}")


@program()
async def timeouts_of_one_instant(event, log):
    try:
        async with asyncio.timeout(0.006) as outer:
            try:
                async with asyncio.timeout(0.006) as inner:
                    await asyncio.sleep(1)
            except TimeoutError:
                log("inner raised")
            await asyncio.sleep(0)
            log("went on")
    except TimeoutError:
        log("outer raised")
    log(f"{outer.expired()} {inner.expired()}")


@program()
async def a_timeout_can_be_moved(event, log):
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(0.004) as timeout:
        timeout.reschedule(loop.time() + 0.040)
        await asyncio.sleep(0.008)
        log("not yet")
        timeout.reschedule(None)
        log(f"{timeout.when()}")
    try:
        async with asyncio.timeout(None) as timeout:
            timeout.reschedule(loop.time() + 0.004)
            await asyncio.sleep(1)
    except TimeoutError:
        log("moved to a time")
    try:
        async with asyncio.timeout_at(loop.time() - 1):
            log("before the first wait")
            await asyncio.sleep(0)
            log("never")
    except TimeoutError:
        log("a time that has passed")
    async with asyncio.timeout_at(loop.time() - 1):
        log("a body without a wait")


@program("tick + a")
async def a_result_and_its_timeout_in_one_poll(event, log):
    try:
        async with asyncio.timeout(0.006) as timeout:
            log(await event("a"))
            log("has the result")
            await asyncio.sleep(0)
            log("went on")
    except TimeoutError:
        log("timed out")
    log(f"expired {timeout.expired()}")


@program("tick + a")
async def a_result_and_wait_for_in_one_poll(event, log):
    try:
        log(await asyncio.wait_for(event("a"), 0.006))
    except TimeoutError:
        log("timed out")


@program("tick + fail a")
async def an_error_and_its_timeout_in_one_poll(event, log):
    try:
        async with asyncio.timeout(0.006):
            await event("a")
    except (TimeoutError, ValueError) as error:
        log(type(error).__name__)
    try:
        log(await asyncio.wait_for(asyncio.sleep(0, "and on"), 60))
    except TimeoutError:
        log("never")


@program("tick + cancel main")
async def a_cancellation_and_a_timeout_in_one_poll(event, log):
    try:
        async with asyncio.timeout(0.006) as timeout:
            await event("a")
    except asyncio.CancelledError:
        log(f"cancelled, expired {timeout.expired()}, {asyncio.current_task().cancelling()}")
        raise
    except TimeoutError:
        log("timed out")
    await event("b")


@program("tick + a")
async def an_event_and_a_due_timer_in_one_poll(event, log):
    loop = asyncio.get_running_loop()
    loop.call_later(0.006, log, "timer")
    asyncio.create_task(asyncio.sleep(0.006)).add_done_callback(lambda task: log("sleeper"))
    log(await event("a"))
    await asyncio.sleep(0)
    log("a turn later")
    await asyncio.sleep(0.004)


@program("tick + a", "tick")
async def a_lock_released_by_a_timer_with_an_arrival_in_one_poll(event, log):
    lock = asyncio.Lock()

    async def holder():
        async with lock:
            await asyncio.sleep(0.006)
            log("holder leaves")

    async def waiter():
        async with lock:
            log("waiter in")
            await asyncio.sleep(0.006)

    async def newcomer():
        await event("a")
        log(f"newcomer, locked {lock.locked()}")
        async with lock:
            log("newcomer in")

    async with asyncio.TaskGroup() as group:
        for flow in (holder, waiter, newcomer):
            group.create_task(flow())


@program("a")
async def wait_with_a_timeout(event, log):
    tasks = [asyncio.create_task(event("a")), asyncio.create_task(asyncio.sleep(0.006, "slept"))]
    done, pending = await asyncio.wait(tasks, timeout=0.020)
    log(f"{sorted(task.result() for task in done)} {len(pending)}")
    done, pending = await asyncio.wait([asyncio.create_task(asyncio.sleep(1))], timeout=0.004)
    log(f"{len(done)} {len(pending)}")
    for task in pending:
        log(str(task.cancel()))


@program()
async def as_completed_times_out(event, log):
    tasks = [asyncio.create_task(asyncio.sleep(delay, delay)) for delay in (0.004, 1)]
    try:
        for earliest in asyncio.as_completed(tasks, timeout=0.012):
            log(str(await earliest))
    except TimeoutError:
        log("timed out")
    log(str([task.done() for task in tasks]))


@program()
async def a_cancelled_sleep_leaves_no_timer(event, log):
    task = asyncio.create_task(asyncio.sleep(0.006))
    await asyncio.sleep(0.002)
    log(str(task.cancel()))
    await asyncio.sleep(0.010)
    log(str(task.cancelled()))


@program()
async def more_cancelled_timers_than_a_heap_keeps(event, log):
    loop = asyncio.get_running_loop()
    handles = [loop.call_later(1 + number, log, "never") for number in range(150)]
    loop.call_later(0.004, log, "kept")
    for handle in handles:
        handle.cancel()
    await asyncio.sleep(0.008)
    log("slept")


@program()
async def periodic_work(event, log):
    async def beat():
        while True:
            await asyncio.sleep(0.008)
            log("beat")

    task = asyncio.create_task(beat())
    await asyncio.sleep(0.028)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        log("stopped")
