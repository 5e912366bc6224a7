"""the await-each-and-note fix

Tempting, because settled only has to await them one by one and note what comes. `except CancelledError` around an await of
another task means two things, and the caller's own cancellation is noted as an outcome of a part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = _begin(awaitables)
    pending = set(tasks)
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            if any(task.cancelled() or task.exception() for task in done):
                break
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        raise
    for task in tasks:
        if task.done() and (task.cancelled() or task.exception()):
            task.result()
    return [task.result() for task in tasks]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    rows: list[tuple[str, Any]] = []
    for task in _begin(awaitables):
        try:
            rows.append(("ok", await task))
        except asyncio.CancelledError:
            rows.append(("cancelled", None))
        except Exception as error:
            rows.append(("error", error))
    return rows


def _begin(awaitables):
    begun = {id(each): each for each in awaitables}
    tasks = {key: asyncio.ensure_future(each) for key, each in begun.items()}
    for task in tasks.values():
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return [tasks[id(each)] for each in awaitables]
