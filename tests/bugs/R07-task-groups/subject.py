"""A service with two feeds: it lives as long as the main one, and does without the extra one."""

import asyncio


async def serve(feed):
    async with asyncio.TaskGroup() as service:
        service.create_task(feed.read("main"))
        try:
            async with asyncio.TaskGroup() as extras:
                extras.create_task(feed.read("extra"))
        except* ConnectionError:
            pass
        await asyncio.Event().wait()
