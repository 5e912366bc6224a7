"""Async generators: closing, throwing, and what happens to one that is dropped. Async contexts."""

import asyncio
import contextlib

from stage import program


@program()
async def a_generator_is_closed(event, log):
    async def numbers():
        try:
            for number in range(5):
                yield number
        finally:
            log("closing")
            await asyncio.sleep(0)
            log("closed")

    generator = numbers()
    log(str(await anext(generator)))
    log(str(await generator.asend(None)))
    await generator.aclose()
    log("after aclose")
    async for number in generator:
        log(f"never {number}")
    await generator.aclose()
    log("closing twice is nothing")


@program()
async def a_generator_is_thrown_into(event, log):
    async def echo():
        got = None
        while True:
            try:
                got = yield got
            except ValueError as error:
                got = f"caught {error}"

    generator = echo()
    await anext(generator)
    log(await generator.asend("sent"))
    log(await generator.athrow(ValueError("thrown")))
    try:
        await generator.athrow(KeyError("through"))
    except KeyError as error:
        log(repr(error))
    log(str(await anext(generator, "over")))


@program()
async def a_generator_left_by_break_is_closed_by_the_loop(event, log):
    async def numbers():
        try:
            for number in range(5):
                yield number
        finally:
            log("finalized")
            await asyncio.sleep(0)
            log("to its end")

    async for number in numbers():
        log(str(number))
        break
    log("after the break")
    await asyncio.sleep(0)
    log("a turn later")
    await asyncio.sleep(0)
    log("two turns later")
    await asyncio.sleep(0)


@program()
async def a_dropped_generator_is_closed_by_the_loop(event, log):
    async def numbers():
        try:
            yield 1
            yield 2
        finally:
            log(f"finalized by another task: {asyncio.current_task() is not main}")

    main = asyncio.current_task()
    generator = numbers()
    log(str(await anext(generator)))
    del generator
    log("dropped")
    await asyncio.sleep(0)
    log("a turn later")
    await asyncio.sleep(0)
    unused = numbers()
    del unused
    await asyncio.sleep(0)
    log("one that never began has nothing to finalize")


@program()
async def a_generator_dropped_with_its_task(event, log):
    async def numbers():
        try:
            while True:
                yield await event("never")
        finally:
            log("generator leaves")

    async def child():
        async for number in numbers():
            log(f"never {number}")

    task = asyncio.create_task(child())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    log("child gone")
    await asyncio.sleep(0)


@program("a", "b")
async def a_generator_that_waits_for_events(event, log):
    async def items():
        for name in "ab":
            yield await event(name)

    async for item in items():
        log(item)
    log(str([number async for number in aiter_of(3)]))


async def aiter_of(count):
    for number in range(count):
        await asyncio.sleep(0)
        yield number


@program("a")
async def a_generator_run_by_two_tasks(event, log):
    async def items():
        while True:
            yield await event("a")

    generator = items()

    async def pull(name):
        try:
            log(f"{name} {await anext(generator)}")
        except RuntimeError as error:
            log(f"{name} {error}")

    await asyncio.gather(pull("x"), pull("y"))
    await generator.aclose()


@program("fail a")
async def a_generator_that_fails(event, log):
    async def items():
        try:
            yield await event("a")
        except ValueError as error:
            log(f"caught {error}")
            raise KeyError("instead") from error

    try:
        async for _ in items():
            pass
    except KeyError as error:
        log(f"{error!r} from {error.__cause__!r}")


@program("cancel main")
async def contexts_unwind_in_order(event, log):
    @contextlib.asynccontextmanager
    async def scope(name):
        log(f"enter {name}")
        try:
            yield name
        finally:
            log(f"leave {name}")
            await asyncio.sleep(0)
            log(f"left {name}")

    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(scope("a"))
        await stack.enter_async_context(scope("b"))
        stack.push_async_callback(asyncio.sleep, 0)
        stack.callback(log, "callback")
        async with scope("c"):
            await event("never")


@program("cancel main")
async def aclosing_closes_on_cancellation(event, log):
    async def items():
        try:
            while True:
                yield await event("a")
        finally:
            log("closed")

    async with contextlib.aclosing(items()) as generator:
        async for item in generator:
            log(item)


@program()
async def a_generator_that_yields_while_it_is_closed(event, log):
    async def stubborn():
        try:
            yield 1
        finally:
            yield 2

    generator = stubborn()
    await anext(generator)
    try:
        await generator.aclose()
    except RuntimeError as error:
        log(str(error))
