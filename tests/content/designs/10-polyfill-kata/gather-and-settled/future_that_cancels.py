"""A future whose cancel() goes to the children, in the manner of asyncio's own; own cancellation is kept in mind."""

from __future__ import annotations

import asyncio


class _All(asyncio.Future):
    def __init__(self, children):
        super().__init__(loop=asyncio.get_running_loop())
        self.children, self.asked = children, False

    def cancel(self, msg=None):
        if self.done():
            return False
        self.asked = True
        for child in self.children:
            child.cancel()
        return super().cancel()


def _children(awaitables):
    known = {}
    for each in awaitables:
        known[id(each)] = known.get(id(each)) or asyncio.ensure_future(each)
    return [known[id(each)] for each in awaitables]


async def _all(children, stop_early):
    if not children:
        return
    outer = _All(children)
    left = set(children)

    def ended(child):
        left.discard(child)
        bad = child.cancelled() or child.exception() is not None
        if not outer.done() and ((bad and stop_early) or not left):
            outer.set_result(None)

    for child in list(left):
        child.add_done_callback(ended)
    try:
        await outer
    except asyncio.CancelledError:
        for child in children:
            child.cancel()
        raise


async def gather(*awaitables):
    children = _children(awaitables)
    await _all(children, True)
    bad = [each for each in children if each.done() and (each.cancelled() or each.exception())]
    for each in bad:
        each.result()
    return [each.result() for each in children]


async def settled(*awaitables):
    children = _children(awaitables)
    await _all(children, False)
    return [
        ("cancelled", None)
        if each.cancelled()
        else ("error", each.exception())
        if each.exception()
        else ("ok", each.result())
        for each in children
    ]
