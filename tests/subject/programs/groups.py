"""TaskGroups: joining, aborting, errors, nesting."""

import asyncio

from stage import program


@program("a", "b")
async def a_group_joins_its_tasks(event, log):
    async def child(name):
        log(f"{name} got {await event(name)}")

    async with asyncio.TaskGroup() as group:
        group.create_task(child("b"))
        group.create_task(child("a"))
        log("body over")
    log("joined")


@program("fail a")
async def the_first_error_aborts_the_rest(event, log):
    async def child(name):
        try:
            await event(name)
        finally:
            log(f"{name} leaves")

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(child("a"))
            group.create_task(child("b"))
            await event("c")
    except* ValueError as errors:
        log(repr(errors.exceptions))
    log(str(asyncio.current_task().cancelling()))


@program("fail a", exception="a stock group aborts its tasks in the order of a set hashed by address")
async def many_tasks_are_aborted(event, log):
    async def child(number):
        try:
            await event("a" if number == 3 else f"{number}")
        finally:
            log(f"{number} leaves")

    try:
        async with asyncio.TaskGroup() as group:
            for number in range(30):
                group.create_task(child(number))
    except* ValueError:
        log("caught")


@program("fail a + fail b")
async def two_errors_in_one_poll(event, log):
    async def child(name):
        await event(name)

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(child("a"))
            group.create_task(child("b"))
    except BaseExceptionGroup as error:
        log(f"{type(error).__name__} {error.exceptions!r}")


@program("fail a")
async def an_error_during_the_abort_joins_the_group(event, log):
    async def bad_loser():
        try:
            await event("b")
        except asyncio.CancelledError:
            raise KeyError("while aborted") from None

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(event("a"))
            group.create_task(bad_loser())
    except BaseExceptionGroup as error:
        log(repr(error.exceptions))


@program()
async def the_body_fails(event, log):
    async def child():
        try:
            await event("never")
        finally:
            log("child leaves")

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(child())
            await asyncio.sleep(0)
            raise KeyError("body")
    except BaseExceptionGroup as error:
        log(repr(error.exceptions))


@program("cancel main")
async def a_cancelled_group_cancels_its_tasks(event, log):
    async def child():
        try:
            await event("never")
        except asyncio.CancelledError:
            log("child cancelled")
            raise

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(child())
    except asyncio.CancelledError:
        log(f"group cancelled, {asyncio.current_task().cancelling()}")
        raise


@program("cancel main + fail a")
async def a_cancellation_and_an_error_in_one_poll(event, log):
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(event("a"))
            group.create_task(event("b"))
    except BaseExceptionGroup as error:
        log(f"{error.exceptions!r}, {asyncio.current_task().cancelling()}")
        await asyncio.sleep(0)
        log("goes on")


@program("fail a + cancel main")
async def an_error_and_a_cancellation_in_one_poll(event, log):
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(event("a"))
            group.create_task(event("b"))
    except BaseExceptionGroup as error:
        log(f"{error.exceptions!r}, {asyncio.current_task().cancelling()}")
        await asyncio.sleep(0)
        log("goes on")


@program("fail a")
async def groups_nest(event, log):
    async def inner():
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(event("a"))
                group.create_task(event("b"))
        finally:
            log("inner over")

    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(inner())
            group.create_task(event("c"))
    except BaseExceptionGroup as error:
        log(repr(error.exceptions))


@program("a + b")
async def both_of_two_nested_groups_fail_in_one_poll(event, log):
    async def child(name):
        await event(name)
        raise ValueError(name)

    try:
        async with asyncio.TaskGroup() as outer:
            outer.create_task(child("a"))
            try:
                async with asyncio.TaskGroup() as inner:
                    inner.create_task(child("b"))
                    await event("c")
            except* ValueError as errors:
                log(f"inner {errors.exceptions!r}")
            log("after the inner group")
            await asyncio.sleep(0.004)
            log("the outer body runs on")
    except BaseExceptionGroup as error:
        log(f"outer {error.exceptions!r}")


@program("tick", "fail a")
async def a_group_in_a_timeout(event, log):
    try:
        async with asyncio.timeout(0.006), asyncio.TaskGroup() as group:
            group.create_task(event("b"))
            group.create_task(asyncio.sleep(1))
    except TimeoutError:
        log("timed out")
    try:
        async with asyncio.timeout(1), asyncio.TaskGroup() as group:
            group.create_task(event("a"))
    except BaseExceptionGroup as error:
        log(repr(error.exceptions))


@program()
async def a_task_added_by_a_task_and_too_late(event, log):
    async def child(group):
        group.create_task(asyncio.sleep(0)).add_done_callback(lambda task: log("grandchild"))

    async with asyncio.TaskGroup() as group:
        group.create_task(child(group))
    log("joined")
    coroutine = child(group)
    try:
        group.create_task(coroutine)
    except RuntimeError as error:
        log(str(error)[-12:])
    coroutine.close()


@program()
async def a_cancelled_child_does_not_abort_the_group(event, log):
    async with asyncio.TaskGroup() as group:
        child = group.create_task(event("never"))
        other = group.create_task(asyncio.sleep(0.004, "kept"))
        await asyncio.sleep(0)
        child.cancel()
    log(f"{child.cancelled()} {other.result()}")


@program()
async def base_exceptions_come_out_bare(event, log):
    class Stop(BaseException):
        pass

    def group_of(*errors):
        return BaseExceptionGroup("several", errors)

    try:
        raise group_of(Stop(), ValueError("x"))
    except* ValueError as errors:
        log(repr(errors.exceptions))
    except* Stop as errors:
        log(type(errors).__name__)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(event("never"))
            await asyncio.sleep(0)
            raise Stop
    except BaseExceptionGroup as error:
        log(f"{type(error).__name__} {[type(member).__name__ for member in error.exceptions]}")
