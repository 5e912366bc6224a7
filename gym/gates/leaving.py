"""Ending what a test left running, without ever waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gym.gates.errors import GateError, NeverReturns
from gym.gates.loop import HeldLoop

MOST_ROUNDS = 20
"""So often a task is cancelled that will not go; then it is forgotten."""


def end_tasks(held: HeldLoop, callers: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel all tasks of the loop, forget those that stay, and look at what the callers raised: nobody else will."""
    loop = held.loop
    if loop.is_closed():
        return
    with suppress(GateError, NeverReturns):
        loop.run_until_complete(_cancel_all(held))
    for task in asyncio.all_tasks(loop):
        _forget(task)
    for task in callers:
        if task.done() and not task.cancelled():
            task.exception()


async def _cancel_all(held: HeldLoop) -> None:
    for _ in range(MOST_ROUNDS):
        left = asyncio.all_tasks() - {asyncio.current_task()}
        if not left:
            return
        for task in left:
            task.cancel()
        await held.settle()


def _forget(task: asyncio.Task[Any]) -> None:
    """A runner that closes would wait for it."""
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    asyncio.tasks._unregister_task(task)
