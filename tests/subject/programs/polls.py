"""Several events in one poll, in each order, and events at a poll while callbacks are still ready to run."""

import asyncio

from stage import program


def two_waiters(event, log):
    async def waiter(name):
        log(f"{name} got {await event(name)}")
        await asyncio.sleep(0)
        log(f"{name} goes on")

    async def main():
        await asyncio.gather(waiter("a"), waiter("b"))

    return {"main": main}


@program("a + b")
def two_events_in_one_poll(event, log):
    return two_waiters(event, log)


@program("b + a")
def two_events_in_one_poll_the_other_way(event, log):
    return two_waiters(event, log)


@program("a", "b")
def two_events_one_after_the_other(event, log):
    return two_waiters(event, log)


@program("a", "@1 b")
def an_event_in_the_next_poll(event, log):
    return two_waiters(event, log)


@program("a", "@2 b")
def an_event_in_the_poll_after_the_next(event, log):
    return two_waiters(event, log)


@program("@1 arrive two", "@1 arrive three")
def flows_that_arrive_while_others_run(event, log):
    async def flow(name):
        for turn in range(4):
            log(f"{name} {turn}")
            await asyncio.sleep(0)

    return {name: (lambda name=name: flow(name)) for name in ("main", "two", "three")}


@program("arrive two + arrive three")
def two_arrivals_in_one_poll(event, log):
    async def flow(name):
        for turn in range(3):
            log(f"{name} {turn}")
            await asyncio.sleep(0)

    return {name: (lambda name=name: flow(name)) for name in ("main", "two", "three")}


@program("arrive two", "a + cancel two")
def a_result_of_one_and_a_cancellation_of_another_in_one_poll(event, log):
    shared = {}

    async def main():
        shared["future"] = asyncio.ensure_future(event("a"))
        log(f"main {await shared['future']}")

    async def two():
        try:
            log(f"two {await asyncio.shield(shared['future'])}")
        finally:
            log("two leaves")

    return {"main": main, "two": two}


@program("a", "@3 cancel main")
async def cancelled_in_the_third_poll(event, log):
    await event("a")
    for turn in range(6):
        log(f"turn {turn}")
        await asyncio.sleep(0)


@program("a + a + a")
async def three_waiters_for_one_name(event, log):
    async def waiter(number):
        await event("a")
        log(f"{number}")

    await asyncio.gather(*[waiter(number) for number in range(3)])


@program("a + fail b + c")
async def a_failure_between_two_results(event, log):
    print_order = await asyncio.gather(event("a"), event("b"), event("c"), return_exceptions=True)
    log(repr(print_order))


@program("tick + b + a")
async def two_events_and_two_timers_in_one_poll(event, log):
    async def waiter(name):
        log(f"{name} got {await event(name)}")

    async def sleeper(name):
        await asyncio.sleep(0.006)
        log(f"{name} awake")

    await asyncio.gather(sleeper("x"), waiter("a"), sleeper("y"), waiter("b"))


@program("a", "@1 tick + b")
async def an_early_event_with_a_due_timer(event, log):
    async def waiter(name):
        log(f"{name} got {await event(name)}")
        await asyncio.sleep(0)
        log(f"{name} goes on")

    async def sleeper():
        await asyncio.sleep(0.006)
        log("awake")

    await asyncio.gather(waiter("a"), sleeper(), waiter("b"))


@program("a + cancel main", "@1 arrive two")
def a_newcomer_behind_a_cancelled_holder(event, log):
    lock = asyncio.Lock()

    async def main():
        async with lock:
            log(await event("a"))
            await asyncio.sleep(0)
            log("never")

    async def two():
        log(f"two sees locked {lock.locked()}")
        async with lock:
            log("two in")

    return {"main": main, "two": two}


@program("a", "work + b")
async def a_thread_and_a_socket(event, log):
    async def worker():
        log(f"worked {await asyncio.to_thread(lambda: 'work')}")

    async def waiter(name):
        log(f"got {await event(name)}")

    await asyncio.gather(waiter("a"), worker(), waiter("b"))
