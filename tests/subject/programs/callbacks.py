"""Order of callbacks and tasks in the ready queue, futures, contexts, threads."""

import asyncio
import contextvars
import functools
import weakref

from stage import program

VARIABLE = contextvars.ContextVar("variable", default="unset")


@program()
async def tasks_start_in_order_of_creation(event, log):
    async def child(name):
        log(f"{name} starts")
        await asyncio.sleep(0)
        log(f"{name} goes on")

    tasks = [asyncio.create_task(child(name)) for name in "abc"]
    log("created")
    for task in tasks:
        await task
        log("joined")


@program()
async def call_soon_is_first_in_first_out(event, log):
    loop = asyncio.get_running_loop()

    def call(name, depth):
        log(f"{name} {depth}")
        if depth:
            loop.call_soon(call, name, depth - 1)

    loop.call_soon(call, "a", 3)
    loop.call_soon(call, "b", 1)
    asyncio.create_task(asyncio.sleep(0)).add_done_callback(lambda task: log("slept"))
    for turn in range(5):
        log(f"main {turn}")
        await asyncio.sleep(0)


@program()
async def sleep_zero_plays_ping_pong(event, log):
    async def player(name, rounds):
        for number in range(rounds):
            log(f"{name}{number}")
            await asyncio.sleep(0)

    await asyncio.gather(player("ping", 4), player("pong", 3), player("third", 5))
    log("over")


@program()
async def gather_gives_results_in_order_of_arguments(event, log):
    async def child(name, turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        log(f"{name} done")
        return name

    log(str(await asyncio.gather(child("a", 3), child("b", 1), child("c", 2))))


@program()
async def gather_raises_the_first_error_and_lets_the_rest_run(event, log):
    async def child(name, turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        log(f"{name} fails")
        raise ValueError(name)

    try:
        await asyncio.gather(child("a", 3), child("b", 1), child("c", 1))
    except ValueError as error:
        log(f"caught {error}")
    for _ in range(4):
        await asyncio.sleep(0)
    both = await asyncio.gather(child("d", 0), asyncio.sleep(0, "e"), return_exceptions=True)
    log(repr(both))


@program()
async def gather_of_one_coroutine_twice_runs_it_once(event, log):
    async def child():
        log("ran")
        return 1

    coroutine = child()
    log(str(await asyncio.gather(coroutine, coroutine)))
    log(str(await asyncio.gather()))


@program()
async def nested_gather_takes_a_turn_for_each_layer(event, log):
    async def layers(count):
        if count:
            await asyncio.gather(layers(count - 1))
        log(f"layer {count}")

    task = asyncio.create_task(layers(3))
    while not task.done():
        log("tick")
        await asyncio.sleep(0)


@program()
async def wait_returns_at_the_first_completion(event, log):
    async def child(turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        log(f"child {turns}")
        return turns

    tasks = [asyncio.create_task(child(turns)) for turns in (4, 1, 2, 1)]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    log(f"done {sorted(task.result() for task in done)}, {len(pending)} pending")
    done, pending = await asyncio.wait(tasks)
    log(f"done {len(done)}, {len(pending)} pending")


@program()
async def wait_returns_at_the_first_exception(event, log):
    async def child(turns, fails):
        for _ in range(turns):
            await asyncio.sleep(0)
        if fails:
            raise ValueError(turns)

    tasks = [asyncio.create_task(child(turns, turns == 2)) for turns in (1, 2, 5)]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    log(f"{len(done)} done, {len(pending)} pending, {[repr(t.exception()) for t in tasks if t in done]}")
    await tasks[2]


@program()
async def wait_with_a_timeout_of_zero(event, log):
    task = asyncio.create_task(asyncio.sleep(0, "x"))
    done, pending = await asyncio.wait([task], timeout=0)
    log(f"{len(done)} done, {len(pending)} pending")
    done, pending = await asyncio.wait([task], timeout=0)
    log(f"{len(done)} done, {len(pending)} pending")
    await task


@program()
async def as_completed_gives_tasks_as_they_end(event, log):
    async def child(name, turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        log(f"{name} ends")
        return name

    tasks = [asyncio.create_task(child(name, turns)) for name, turns in (("a", 3), ("b", 1), ("c", 2))]
    for earliest in asyncio.as_completed(tasks):
        log(f"got {await earliest}")


@program(exception="as_completed makes a set of its coroutines, which stock iterates in order of address")
async def as_completed_starts_coroutines(event, log):
    async def child(name):
        log(f"{name} starts")
        return name

    for earliest in asyncio.as_completed([child(name) for name in "abcdef"]):
        log(f"got {await earliest}")


@program(since=(3, 13))
async def as_completed_is_an_async_iterator(event, log):
    async def child(name, turns):
        for _ in range(turns):
            await asyncio.sleep(0)
        return name

    tasks = [asyncio.create_task(child(name, turns)) for name, turns in (("a", 3), ("b", 1), ("c", 2))]
    async for task in asyncio.as_completed(tasks):
        log(f"{task in tasks} {await task}")


@program()
async def callbacks_of_a_future_run_in_order(event, log):
    future = asyncio.get_running_loop().create_future()

    async def waiter(name):
        log(f"{name} got {await future}")

    future.add_done_callback(lambda done: log("first"))
    task = asyncio.create_task(waiter("waiter"))
    await asyncio.sleep(0)
    future.add_done_callback(lambda done: log("third"))
    removed = functools.partial(log, "removed")
    future.add_done_callback(removed)
    log(str(future.remove_done_callback(removed)))
    future.set_result(7)
    log("set")
    await asyncio.sleep(0)
    log("a turn later")
    await task


@program()
async def a_callback_on_a_done_future_runs_a_turn_later(event, log):
    future = asyncio.get_running_loop().create_future()
    future.set_result(None)
    future.add_done_callback(lambda done: log("called"))
    log("added")
    await future
    log("awaiting a done future takes no turn")
    await asyncio.sleep(0)
    log("a turn later")


@program()
async def a_future_set_twice_or_cancelled(event, log):
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    future.set_result(1)
    try:
        future.set_result(2)
    except asyncio.InvalidStateError as error:
        log(type(error).__name__)
    log(str(future.cancel()))
    other = loop.create_future()
    other.add_done_callback(lambda done: log(f"cancelled: {done.cancelled()}"))
    log(f"{other.cancel('why')} {other.cancel()}")
    try:
        await other
    except asyncio.CancelledError as error:
        log(f"{error.args}")
    try:
        loop.create_future().result()
    except asyncio.InvalidStateError as error:
        log(str(error))
    try:
        loop.create_future().set_exception(StopIteration())
    except TypeError:
        log("StopIteration is refused")


@program()
async def exceptions_in_callbacks_go_to_the_handler(event, log):
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: log(f"handler: {context['exception']!r}"))
    loop.call_soon(lambda: 1 / 0)
    loop.call_soon(log, "the next callback runs all the same")
    future = loop.create_future()
    future.add_done_callback(lambda done: [][0])
    future.add_done_callback(lambda done: log("second callback"))
    future.set_result(None)
    await asyncio.sleep(0)
    log("a turn later")
    await asyncio.sleep(0)


@program()
async def a_lost_exception_is_told_when_the_task_is_dropped(event, log):
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: log(f"{context['message']}: {context['exception']!r}"))

    async def child():
        raise ValueError("lost")

    task = asyncio.create_task(child())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    log("before")
    reference = weakref.ref(task)
    del task
    await asyncio.sleep(0)
    log(f"gone: {reference() is None}")


@program()
async def contexts_are_copied_when_a_task_or_callback_is_made(event, log):
    loop = asyncio.get_running_loop()

    async def child(name):
        log(f"{name} sees {VARIABLE.get()}")
        VARIABLE.set(name)
        await asyncio.sleep(0)
        log(f"{name} keeps {VARIABLE.get()}")

    VARIABLE.set("main")
    tasks = [asyncio.create_task(child(name)) for name in "ab"]
    VARIABLE.set("main again")
    loop.call_soon(lambda: log(f"callback sees {VARIABLE.get()}"))
    context = contextvars.copy_context()
    context.run(VARIABLE.set, "given")
    tasks.append(asyncio.create_task(child("c"), context=context))
    loop.call_soon(lambda: log(f"callback in context sees {VARIABLE.get()}"), context=context)
    VARIABLE.set("after")
    tasks[0].add_done_callback(lambda task: log(f"done callback sees {VARIABLE.get()}"))
    VARIABLE.set("later")
    for task in tasks:
        await task
    log(f"given context has {context[VARIABLE]}, main has {VARIABLE.get()}")


@program("a")
async def a_flow_sees_its_own_variable_after_an_event(event, log):
    VARIABLE.set("mine")
    await event("a")
    log(VARIABLE.get())
    log(await asyncio.wait_for(asyncio.sleep(0, VARIABLE.get()), 1))


@program(since=(3, 12))
async def eager_tasks_run_until_they_wait(event, log):
    loop = asyncio.get_running_loop()

    async def child(name, turns):
        log(f"{name} starts in {asyncio.current_task() is not main}")
        for _ in range(turns):
            await asyncio.sleep(0)
        log(f"{name} ends")
        return name

    main = asyncio.current_task()
    loop.set_task_factory(asyncio.eager_task_factory)
    first = asyncio.create_task(child("a", 0))
    log(f"created, done: {first.done()}")
    second = asyncio.create_task(child("b", 1))
    log(f"created, done: {second.done()}")
    log(str(await asyncio.gather(first, second, child("c", 0), child("d", 2))))
    async with asyncio.TaskGroup() as group:
        group.create_task(child("e", 0))
        log("in the group")
        group.create_task(child("f", 1))
    loop.set_task_factory(None)
    plain = asyncio.create_task(child("g", 0))
    log("plain again")
    await plain


@program(since=(3, 12))
async def an_eager_task_that_fails_or_is_cancelled(event, log):
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)

    async def fails():
        raise ValueError("eager")

    async def waits():
        try:
            await asyncio.sleep(60)
        finally:
            log("cleaned up")

    task = asyncio.create_task(fails())
    log(f"{task.done()} {task.exception()!r}")
    task = asyncio.create_task(waits())
    log(f"{task.cancel()} {task.done()}")
    try:
        await task
    except asyncio.CancelledError:
        log("cancelled")
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails())
            log("the body goes on")
            await asyncio.sleep(0)
            log("never")
    except BaseExceptionGroup as error:
        log(repr(error.exceptions))


@program("work", "work")
async def work_in_a_thread_comes_back_as_an_event(event, log):
    loop = asyncio.get_running_loop()

    def work(name):
        VARIABLE.get()
        return f"worked {name} with {VARIABLE.get()}"

    VARIABLE.set("mine")
    other = asyncio.create_task(asyncio.sleep(0))
    other.add_done_callback(lambda task: log("meanwhile"))
    log(await loop.run_in_executor(None, work, "a"))
    log(await asyncio.to_thread(work, "b"))


@program("work", "work")
async def work_in_a_thread_that_fails(event, log):
    def work():
        raise KeyError("thread")

    try:
        await asyncio.to_thread(work)
    except KeyError as error:
        log(repr(error))
    future = asyncio.get_running_loop().run_in_executor(None, work)
    future.add_done_callback(lambda done: log(f"done {done.exception()!r}"))
    try:
        await asyncio.wait_for(future, 60)
    except KeyError:
        log("raised through wait_for")


@program()
async def call_soon_threadsafe_is_call_soon_here(event, log):
    loop = asyncio.get_running_loop()
    loop.call_soon(log, "a")
    loop.call_soon_threadsafe(log, "b")
    loop.call_soon(log, "c")
    await asyncio.sleep(0)
    log("main")
    await asyncio.sleep(0)


@program()
async def a_cancelled_handle_does_not_run(event, log):
    loop = asyncio.get_running_loop()
    handle = loop.call_soon(log, "never")
    timer = loop.call_later(0.001, log, "never")
    loop.call_soon(log, "after")
    handle.cancel()
    timer.cancel()
    log(f"{handle.cancelled()} {timer.cancelled()}")
    await asyncio.sleep(0.004)


@program()
async def all_tasks_and_current_task(event, log):
    async def child():
        log(f"{len(asyncio.all_tasks())} tasks, current is child: {asyncio.current_task() is task}")
        await asyncio.sleep(0)

    log(f"{len(asyncio.all_tasks())} tasks")
    task = asyncio.create_task(child(), name="child")
    log(f"{len(asyncio.all_tasks())} tasks, {task.get_name()}")
    await task
    log(f"{len(asyncio.all_tasks())} tasks")


@program()
async def a_loop_cannot_be_run_within_itself(event, log):
    async def never():
        log("never")

    coroutine = never()
    for run in (asyncio.run, asyncio.get_running_loop().run_until_complete):
        try:
            run(coroutine)
        except RuntimeError as error:
            log(str(error))
    coroutine.close()


@program()
async def a_coroutine_awaited_twice(event, log):
    async def child():
        return 1

    coroutine = child()
    log(str(await coroutine))
    try:
        await coroutine
    except RuntimeError as error:
        log(str(error))
    try:
        await asyncio.create_task(None)
    except TypeError as error:
        log(type(error).__name__)


@program("a")
def two_tasks_await_one_future(event, log):
    async def main():
        shared = asyncio.ensure_future(event("a"))

        async def waiter(name):
            log(f"{name} got {await shared}")

        async with asyncio.TaskGroup() as group:
            for name in "xyz":
                group.create_task(waiter(name))

    return {"main": main}
