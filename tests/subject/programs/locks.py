"""Lock, Semaphore, Condition, Event, Queue, Barrier: first come first served, and cancellation."""

import asyncio

from stage import program


async def cancelled(task, log, name):
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        log(f"{name} cancelled")


@program("go")
async def a_lock_is_fair(event, log):
    lock = asyncio.Lock()

    async def user(name):
        async with lock:
            log(f"{name} in")
            await asyncio.sleep(0)
            log(f"{name} out")

    async with lock:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(user(name)) for name in "abc"]
            await event("go")
            lock.release()
            log(f"released, locked {lock.locked()}")
            await tasks[0]
            log("a is through")
        await lock.acquire()
    log(str(lock.locked()))


@program()
async def a_newcomer_does_not_overtake_a_woken_waiter(event, log):
    lock = asyncio.Lock()
    await lock.acquire()

    async def waiter():
        async with lock:
            log("waiter in")

    async def newcomer():
        log(f"newcomer sees locked {lock.locked()}")
        async with lock:
            log("newcomer in")

    first = asyncio.create_task(waiter())
    await asyncio.sleep(0)
    second = asyncio.create_task(newcomer())
    lock.release()
    await asyncio.gather(first, second)


@program("arrive two", "cancel two + go")
def a_waiter_for_a_lock_cancelled_as_it_is_released(event, log):
    lock = asyncio.Lock()

    async def main():
        async with lock:
            await event("go")
            log("main leaves")
        async with lock:
            log("main again")

    async def two():
        async with lock:
            log("two in")

    return {"main": main, "two": two}


@program("arrive two", "arrive three", "go + cancel two")
def a_lock_released_as_its_next_owner_is_cancelled(event, log):
    lock = asyncio.Lock()

    async def main():
        async with lock:
            await event("go")
        log("main left")

    async def user(name):
        async with lock:
            log(f"{name} in")

    return {"main": main, "two": lambda: user("two"), "three": lambda: user("three")}


@program("arrive two", "arrive three", "go", "@1 cancel two")
def the_next_owner_of_a_lock_is_cancelled_a_poll_after_the_release(event, log):
    lock = asyncio.Lock()

    async def main():
        async with lock:
            await event("go")
        log("main left")

    async def user(name):
        async with lock:
            log(f"{name} in")

    return {"main": main, "two": lambda: user("two"), "three": lambda: user("three")}


@program()
async def a_lock_released_without_being_held(event, log):
    try:
        asyncio.Lock().release()
    except RuntimeError as error:
        log(str(error))
    try:
        asyncio.BoundedSemaphore(1).release()
    except ValueError as error:
        log(str(error))


@program()
async def a_semaphore_admits_so_many_in_order(event, log):
    semaphore = asyncio.Semaphore(2)

    async def user(name, turns):
        async with semaphore:
            log(f"{name} in")
            for _ in range(turns):
                await asyncio.sleep(0)
            log(f"{name} out")

    await asyncio.gather(*[user(name, turns) for name, turns in zip("abcdef", (3, 1, 2, 0, 1, 1), strict=True)])


@program()
async def a_waiter_for_a_semaphore_is_cancelled(event, log):
    semaphore = asyncio.Semaphore(1)
    await semaphore.acquire()

    async def user(name):
        async with semaphore:
            log(f"{name} in")

    tasks = [asyncio.create_task(user(name)) for name in "abc"]
    await asyncio.sleep(0)
    await cancelled(tasks[0], log, "a")
    semaphore.release()
    tasks[1].cancel()
    for task in tasks[1:]:
        try:
            await task
        except asyncio.CancelledError:
            log("cancelled as it was woken")
    log(str(semaphore.locked()))


@program("arrive two", "arrive three", "go + cancel two + arrive four")
def a_permit_released_as_its_waiter_is_cancelled_and_one_arrives(event, log):
    semaphore = asyncio.Semaphore(1)

    async def main():
        async with semaphore:
            await event("go")
        log("main left")

    async def user(name):
        async with semaphore:
            log(f"{name} in")
            await asyncio.sleep(0)

    return {
        "main": main, "two": lambda: user("two"), "three": lambda: user("three"), "four": lambda: user("four")
    }  # fmt: skip


@program()
async def an_event_wakes_all_in_order(event, log):
    gate = asyncio.Event()

    async def waiter(name):
        log(f"{name} {await gate.wait()}")

    tasks = [asyncio.create_task(waiter(name)) for name in "abc"]
    await asyncio.sleep(0)
    await cancelled(tasks[1], log, "b")
    gate.set()
    gate.clear()
    late = asyncio.create_task(waiter("late"))
    await asyncio.sleep(0)
    log(f"set {gate.is_set()}")
    gate.set()
    await late
    log(str(await gate.wait()))


@program()
async def a_condition_notifies_so_many_in_order(event, log):
    condition = asyncio.Condition()
    stock = []

    async def taker(name):
        async with condition:
            await condition.wait_for(lambda: stock)
            log(f"{name} takes {stock.pop()}")

    tasks = [asyncio.create_task(taker(name)) for name in "abc"]
    await asyncio.sleep(0)
    for count in (1, 2):
        async with condition:
            stock.extend(range(count))
            condition.notify(count)
            log(f"notified {count}")
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    try:
        condition.notify()
    except RuntimeError as error:
        log(str(error))


@program()
async def a_waiter_for_a_condition_is_cancelled(event, log):
    condition = asyncio.Condition()

    async def waiter(name):
        async with condition:
            try:
                await condition.wait()
            finally:
                log(f"{name} leaves, locked {condition.locked()}")

    tasks = [asyncio.create_task(waiter(name)) for name in "ab"]
    await asyncio.sleep(0)
    await condition.acquire()
    tasks[0].cancel()
    await asyncio.sleep(0)
    log("a waits for the lock")
    condition.notify_all()
    condition.release()
    log(repr(await asyncio.gather(*tasks, return_exceptions=True)))


@program("arrive two", "arrive three", "go + cancel two")
def a_waiter_notified_and_cancelled_in_one_poll(event, log):
    condition = asyncio.Condition()

    async def main():
        await event("go")
        async with condition:
            condition.notify()
        log("notified")
        await asyncio.sleep(0.004)
        async with condition:
            condition.notify_all()

    async def user(name):
        async with condition:
            await condition.wait()
            log(f"{name} woken")

    return {"main": main, "two": lambda: user("two"), "three": lambda: user("three")}


@program("a", "b")
async def a_queue_is_first_in_first_out_on_both_sides(event, log):
    queue = asyncio.Queue(1)

    async def putter(name):
        await queue.put(name)
        log(f"put {name}")

    async def getter(name):
        log(f"{name} got {await queue.get()}")

    putters = [asyncio.create_task(putter(number)) for number in range(4)]
    await event("a")
    getters = [asyncio.create_task(getter(name)) for name in "xyz"]
    await event("b")
    log(f"{queue.qsize()} left")
    await asyncio.gather(*putters, *getters)
    log(str(queue.get_nowait()))


@program()
async def a_getter_is_cancelled_as_an_item_comes(event, log):
    queue = asyncio.Queue()

    async def getter(name):
        log(f"{name} got {await queue.get()}")

    tasks = [asyncio.create_task(getter(name)) for name in "ab"]
    await asyncio.sleep(0)
    queue.put_nowait("item")
    await cancelled(tasks[0], log, "a")
    await tasks[1]
    putter = asyncio.create_task(queue.put("x"))
    await putter
    log(f"{queue.qsize()} {queue.full()} {queue.empty()}")


@program()
async def a_queue_joins_when_all_is_done(event, log):
    queue = asyncio.PriorityQueue()
    for number in (3, 1, 2):
        queue.put_nowait(number)

    async def worker():
        while True:
            log(f"works on {await queue.get()}")
            await asyncio.sleep(0)
            queue.task_done()

    task = asyncio.create_task(worker())
    await queue.join()
    log("joined")
    await cancelled(task, log, "worker")
    stack = asyncio.LifoQueue(2)
    stack.put_nowait(1)
    stack.put_nowait(2)
    try:
        stack.put_nowait(3)
    except asyncio.QueueFull:
        log(f"full, last is {stack.get_nowait()}")
    try:
        queue.task_done()
    except ValueError as error:
        log(str(error))


@program(since=(3, 13))
async def a_queue_is_shut_down(event, log):
    queue = asyncio.Queue()

    async def getter(name):
        try:
            log(f"{name} got {await queue.get()}")
        except asyncio.QueueShutDown:
            log(f"{name} shut down")

    tasks = [asyncio.create_task(getter(name)) for name in "abc"]
    await asyncio.sleep(0)
    queue.put_nowait(1)
    queue.shutdown()
    await asyncio.gather(*tasks)


@program()
async def a_barrier_opens_for_all(event, log):
    barrier = asyncio.Barrier(3)

    async def party(name):
        position = await barrier.wait()
        log(f"{name} was number {position}")

    await asyncio.gather(*[party(name) for name in "abc"])
    log(f"{barrier.n_waiting} {barrier.broken}")


@program()
async def a_barrier_breaks(event, log):
    barrier = asyncio.Barrier(3)

    async def party(name):
        try:
            await barrier.wait()
        except asyncio.BrokenBarrierError:
            log(f"{name} broken")
        except asyncio.CancelledError:
            log(f"{name} cancelled")

    tasks = [asyncio.create_task(party(name)) for name in "ab"]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    log(f"{barrier.n_waiting} waiting, broken {barrier.broken}")
    await barrier.abort()
    await asyncio.gather(*tasks)
    log(f"broken {barrier.broken}")
    await barrier.reset()
    log(f"broken {barrier.broken}")
