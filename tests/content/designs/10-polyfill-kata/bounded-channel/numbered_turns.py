"""Everybody draws a number on its side; who has the lowest looks, and all look again after a change."""

from __future__ import annotations

import asyncio
import itertools


class Closed(Exception):
    pass


class Channel:
    def __init__(self, capacity):
        if capacity <= 0:
            raise ValueError(capacity)
        self._capacity, self._items, self._open = capacity, [], True
        self._numbers = itertools.count()
        self._sides = {"in": set(), "out": set()}
        self._bell = asyncio.Event()

    async def _turn(self, side, may_go):
        number = next(self._numbers)
        line = self._sides[side]
        line.add(number)
        try:
            while self._open and not (min(line) == number and may_go()):
                await self._bell.wait()
            if side == "in" and not self._open:
                raise Closed
            while side == "out" and not (min(line) == number and may_go()):
                if not self._items:
                    raise Closed
                await self._bell.wait()
        finally:
            line.discard(number)
            self._ring()

    def _ring(self):
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

    async def send(self, item):
        await self._turn("in", lambda: len(self._items) < self._capacity)
        self._items.append(item)
        self._ring()

    async def receive(self):
        await self._turn("out", lambda: bool(self._items))
        item = self._items.pop(0)
        self._ring()
        return item

    def close(self):
        self._open = False
        self._ring()

    async def __aiter__(self):
        while True:
            try:
                item = await self.receive()
            except Closed:
                break
            yield item
