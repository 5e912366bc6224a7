"""Cancellation: before the start, after the end, shields, counts, and what comes in the same poll."""

import asyncio

from stage import program


@program()
async def a_task_cancelled_before_it_starts_never_runs(event, log):
    async def child():
        log("never")

    task = asyncio.create_task(child())
    log(str(task.cancel("early")))
    try:
        await task
    except asyncio.CancelledError as error:
        log(f"cancelled {error.args}")
    log(f"{task.cancelled()} {task.cancel()}")


@program()
async def a_done_task_cannot_be_cancelled(event, log):
    task = asyncio.create_task(asyncio.sleep(0, "result"))
    await task
    log(f"{task.cancel()} {task.cancelled()} {task.cancelling()} {task.result()}")


@program("arrive two + cancel two")
def a_flow_cancelled_in_the_poll_it_arrives_in(event, log):
    async def main():
        await asyncio.sleep(0)
        log("main")

    async def two():
        log("never")

    return {"main": main, "two": two}


@program("a + cancel main")
async def a_result_then_a_cancellation_in_one_poll(event, log):
    try:
        log(await event("a"))
        log("has the result")
    except asyncio.CancelledError:
        log("cancelled at the wait")
        raise
    await asyncio.sleep(0)
    log("goes on")


@program("cancel main + a")
async def a_cancellation_then_a_result_in_one_poll(event, log):
    try:
        log(await event("a"))
    except asyncio.CancelledError:
        log("cancelled at the wait")
        raise


@program("fail a + cancel main")
async def an_error_then_a_cancellation_in_one_poll(event, log):
    try:
        await event("a")
    except BaseException as error:
        log(type(error).__name__)
        raise


@program("a + cancel main")
async def wait_for_with_a_result_and_a_cancellation_in_one_poll(event, log):
    try:
        log(await asyncio.wait_for(event("a"), 60))
    except asyncio.CancelledError:
        log("cancelled")
        raise
    await asyncio.sleep(0)
    log("goes on")


@program("cancel main + a")
async def wait_for_with_a_cancellation_and_a_result_in_one_poll(event, log):
    try:
        log(await asyncio.wait_for(event("a"), 60))
    except asyncio.CancelledError:
        log("cancelled")
        raise


@program("a", "@1 cancel main")
async def a_cancellation_a_poll_after_the_result(event, log):
    log(await asyncio.gather(event("a"), asyncio.sleep(0)) and "gathered")
    await asyncio.sleep(0)
    log("goes on")


@program("cancel main", "@1 cancel main")
async def cancelled_twice(event, log):
    try:
        await event("a")
    except asyncio.CancelledError:
        log(f"first, {asyncio.current_task().cancelling()}")
    try:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        log("not yet")
    except asyncio.CancelledError:
        log(f"second, {asyncio.current_task().cancelling()}")


@program("cancel main + cancel main")
async def cancelled_twice_in_one_poll(event, log):
    try:
        await event("a")
    except asyncio.CancelledError:
        log(f"once, {asyncio.current_task().cancelling()}")
    await asyncio.sleep(0)
    log("goes on")


@program("cancel main", "a")
async def a_shield_keeps_the_task_alive(event, log):
    async def work():
        log(f"worked {await event('a')}")
        return "result"

    task = asyncio.create_task(work())
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        log(f"cancelled, task done {task.done()}")
        log(await task)
        raise


@program("cancel main + a")
async def a_shield_with_its_result_in_the_same_poll(event, log):
    task = asyncio.create_task(event("a"))
    try:
        log(await asyncio.shield(task))
    except asyncio.CancelledError:
        log("cancelled")
        log(await task)


@program("cancel main", "fail a")
async def an_error_behind_a_left_shield_goes_to_the_handler(event, log):
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: log(f"handler: {context.get('exception')!r}"))
    task = asyncio.create_task(event("a"))
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        log("cancelled")
    await asyncio.wait([task])
    log("waited")


@program()
async def shields_and_inner_cancellation(event, log):
    task = asyncio.create_task(event("never"))
    outer = asyncio.shield(task)
    await asyncio.sleep(0)
    task.cancel()
    try:
        await outer
    except asyncio.CancelledError:
        log(f"inner cancelled {task.cancelled()}, outer {outer.cancelled()}")
    done = asyncio.create_task(asyncio.sleep(0, 1))
    await done
    log(f"{asyncio.shield(done) is done}")


@program()
async def cancelling_and_uncancel_count(event, log):
    async def child():
        me = asyncio.current_task()
        while True:
            try:
                await event("never")
            except asyncio.CancelledError as error:
                log(f"{error.args} {me.cancelling()}")
                if me.uncancel() == 0 and error.args == ("last",):
                    log("uncancelled and over")
                    return

    task = asyncio.create_task(child())
    await asyncio.sleep(0)
    task.cancel("first")
    await asyncio.sleep(0)
    task.cancel("second")
    task.cancel("again")
    log(f"{task.cancelling()}")
    await asyncio.sleep(0)
    task.cancel("third")
    task.uncancel()
    await asyncio.sleep(0)
    task.cancel("last")
    await task


@program()
async def uncancel_before_the_task_runs(event, log):
    async def child():
        try:
            await asyncio.sleep(0)
            log("not cancelled")
        except asyncio.CancelledError:
            log("cancelled all the same")

    task = asyncio.create_task(child())
    await asyncio.sleep(0)
    task.cancel()
    log(f"{task.uncancel()}")
    await task


@program("cancel main")
async def gather_hands_a_cancellation_on(event, log):
    async def child(name):
        try:
            await event(name)
        except asyncio.CancelledError:
            log(f"{name} cancelled")
            raise

    try:
        await asyncio.gather(child("x"), child("y"), child("z"))
    except asyncio.CancelledError:
        log("main cancelled")
        raise


@program("cancel main", "a")
async def gather_with_a_child_that_cleans_up(event, log):
    async def child():
        try:
            await event("never")
        finally:
            log("cleaning up")
            await event("a")
            log("clean")

    try:
        await asyncio.gather(child(), return_exceptions=True)
        log("never")
    except asyncio.CancelledError:
        log("cancelled")
        raise


@program()
async def a_cancelled_child_raises_out_of_gather(event, log):
    task = asyncio.create_task(event("never"))
    other = asyncio.create_task(asyncio.sleep(0.004, "kept"))
    asyncio.get_running_loop().call_soon(task.cancel)
    try:
        await asyncio.gather(task, other)
    except asyncio.CancelledError:
        log(f"main not cancelled: {asyncio.current_task().cancelling()}")
    log(await other)


@program("cancel main")
async def a_task_awaited_by_a_cancelled_one_is_cancelled_too(event, log):
    async def child():
        try:
            await event("never")
        finally:
            log("child leaves")

    try:
        await asyncio.create_task(child())
    finally:
        log("main leaves")


@program("cancel main")
async def wait_leaves_its_tasks_alone(event, log):
    task = asyncio.create_task(asyncio.sleep(0.004, "kept"))
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        log(f"cancelled, task done {task.done()}")
        log(await task)


@program("cancel main")
async def a_cancellation_turned_into_another_error(event, log):
    try:
        await event("never")
    except asyncio.CancelledError:
        raise KeyError("instead") from None


@program("cancel main", "a")
async def a_swallowed_cancellation(event, log):
    try:
        await event("never")
    except asyncio.CancelledError:
        log("swallowed")
    log(await event("a"))
    return "as if nothing had been"


@program("cancel main", "@2 a")
async def cleaning_up_takes_turns(event, log):
    task = asyncio.create_task(event("a"))
    try:
        await event("never")
    finally:
        for turn in range(4):
            log(f"cleaning {turn}, other done {task.done()}")
            await asyncio.sleep(0)


@program("cancel main")
async def wait_for_passes_a_cancellation_to_one_that_ignores_it(event, log):
    async def ignores():
        try:
            await event("never")
        except asyncio.CancelledError:
            log("ignored")
            return "all the same"

    log(await asyncio.wait_for(ignores(), 60))
    await asyncio.sleep(0)
    log("goes on")


@program("cancel main")
async def a_timeout_passes_on_a_cancellation_from_outside(event, log):
    try:
        async with asyncio.timeout(60):
            async with asyncio.timeout(30):
                await event("never")
    except asyncio.CancelledError:
        log(f"{asyncio.current_task().cancelling()}")
        raise


@program()
async def a_task_cancels_itself(event, log):
    async def child():
        asyncio.current_task().cancel()
        log("runs on to its next wait")
        await asyncio.sleep(0)
        log("never")

    task = asyncio.create_task(child())
    await asyncio.wait([task])
    log(str(task.cancelled()))
