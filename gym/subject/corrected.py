"""CPython's own faults in asyncio, mended on demand: what a later release does, for the one that runs.

A learner whose code is right and runs on a faulty release must not pay for it, so a failing schedule can be judged
again with these in place. Written anew after the documented behaviour of the release that `NAMES` gives for each.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import exceptions, tasks
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from .protocol import CORRECTIONS

NAMES = CORRECTIONS
"""(issue, what goes wrong, first release without it) of each correction."""

Kind = type[BaseException] | None

_stock: dict[tuple[Any, str], Any] = {}


def use_corrected(wanted: bool | Sequence[str]) -> None:
    """Put the corrected primitives in place, or the stock ones back; a list names the issues that are wanted.

    Nothing is changed where the running release has the fix.
    """
    for (owner, name), original in _stock.items():
        setattr(owner, name, original)
    for issue, _, fixed_in in NAMES:
        if sys.version_info < fixed_in and (wanted is True or (wanted and issue in wanted)):
            for owner, name, corrected in _PARTS[issue]:
                _stock.setdefault((owner, name), getattr(owner, name))
                setattr(owner, name, corrected)


# -- gh-86296: wait_for is a timeout around an await, so no cancellation can come between the two


async def wait_for(fut: Any, timeout: float | None) -> Any:
    """Await with a deadline. A result and a cancellation in one poll: cancelled."""
    if timeout is None or timeout > 0:
        async with asyncio.timeout(timeout):
            return await fut
    task = asyncio.ensure_future(fut)
    if task.done():
        return task.result()
    await tasks._cancel_and_wait(task, asyncio.get_running_loop())  # type: ignore[attr-defined]
    try:
        return task.result()
    except exceptions.CancelledError as error:
        raise TimeoutError from error


# -- gh-112202: a waiter that was notified and leaves with an error hands the notification on


async def _condition_wait(self: Any) -> bool:
    """Wait until notified, and own the lock again in any case."""
    if not self.locked():
        raise RuntimeError("cannot wait on un-acquired lock")
    waiter = self._get_loop().create_future()
    self.release()
    try:
        try:
            self._waiters.append(waiter)
            try:
                await waiter
                return True
            finally:
                self._waiters.remove(waiter)
        finally:
            await _acquire_whatever_comes(self)
    except BaseException:
        # Whether it had been notified cannot be told any more. One wake-up too many is allowed, a lost one is not.
        _notify(self, 1)
        raise


async def _acquire_whatever_comes(condition: Any) -> None:
    """Take the lock; cancellations that come meanwhile are raised once it is held."""
    cancellation: BaseException | None = None
    while True:
        try:
            await condition.acquire()
            break
        except exceptions.CancelledError as error:
            cancellation = error
    if cancellation is not None:
        try:
            raise cancellation
        finally:
            cancellation = None


def _condition_notify(self: Any, n: int = 1) -> None:
    if not self.locked():
        raise RuntimeError("cannot notify on un-acquired lock")
    _notify(self, n)


def _notify(condition: Any, n: int) -> None:
    for waiter in condition._waiters:
        if n <= 0:
            break
        if not waiter.done():
            n -= 1
            waiter.set_result(False)


# -- gh-116720: an inner group takes back its own cancellation of the parent only, never another's


async def _group_exit(self: Any, kind: Kind, error: BaseException | None, traceback: TracebackType | None) -> None:
    """Join the tasks; raise what is to be raised."""
    try:
        await _join(self, kind, error)
    finally:
        self._parent_task = self._errors = self._base_error = None
        del error, traceback


async def _join(group: Any, kind: Kind, error: BaseException | None) -> None:
    group._exiting = True
    if error is not None and group._base_error is None and group._is_base_error(error):
        group._base_error = error
    cancellation = error if isinstance(error, exceptions.CancelledError) else None
    if kind is not None and not group._aborting:
        group._abort()
    cancellation = await _until_all_ended(group) or cancellation
    if group._base_error is not None:
        raise group._base_error
    parent = group._parent_task
    if group._parent_cancel_requested:
        if parent.uncancel() == 0:
            cancellation = None
        await _forget_own_cancellation(parent)
    if cancellation is not None and not group._errors:
        raise cancellation
    if error is not None and not isinstance(error, exceptions.CancelledError):
        group._errors.append(error)
    if group._errors:
        if parent.cancelling():
            # Somebody else's cancellation goes on: the parent meets it at its next wait.
            parent.uncancel()
            parent.cancel()
        raise BaseExceptionGroup("unhandled errors in a TaskGroup", group._errors) from None


async def _until_all_ended(group: Any) -> exceptions.CancelledError | None:
    """Wait for the tasks of a group; gives the cancellation that made it abort meanwhile."""
    cancellation: exceptions.CancelledError | None = None
    while group._tasks:
        if group._on_completed_fut is None:
            group._on_completed_fut = group._loop.create_future()
        try:
            await group._on_completed_fut
        except exceptions.CancelledError as error:
            if not group._aborting:
                cancellation = error
                group._abort()
        group._on_completed_fut = None
    return cancellation


async def _forget_own_cancellation(task: Any) -> None:
    """What `Task.uncancel` does since 3.13 when nothing is left to cancel for: drop a cancellation not yet raised.

    The flag is out of Python's reach in earlier releases, so it is let out and caught, which takes a turn.
    """
    if task is not None and task._must_cancel and task.cancelling() == 0:
        try:
            await asyncio.sleep(0)
        except exceptions.CancelledError:
            if task.cancelling():
                raise


_stock_timeout_exit: Callable[..., Any] = asyncio.Timeout.__aexit__


async def _timeout_exit(self: Any, kind: Kind, error: BaseException | None, traceback: TracebackType | None) -> bool | None:
    try:
        suppressed: bool | None = await _stock_timeout_exit(self, kind, error, traceback)
    finally:
        await _forget_own_cancellation(self._task)
    return suppressed


_PARTS: dict[str, tuple[tuple[Any, str, Any], ...]] = {
    "gh-86296": ((asyncio, "wait_for", wait_for), (tasks, "wait_for", wait_for)),
    "gh-112202": (
        (asyncio.Condition, "wait", _condition_wait),
        (asyncio.Condition, "notify", _condition_notify),
    ),
    "gh-116720": (
        (asyncio.TaskGroup, "__aexit__", _group_exit),
        (asyncio.Timeout, "__aexit__", _timeout_exit),
    ),
}
