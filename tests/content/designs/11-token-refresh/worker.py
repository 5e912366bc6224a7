"""A queue of futures and one worker, which is there as long as somebody waits; it answers all of them together."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ports import CLAIM_S, RefreshFailed, SessionRevoked, Unauthorized


class Session:
    def __init__(self, api: Any, auth: Any, store: Any, tab: str, access: str) -> None:
        self.api, self.auth, self.store, self.tab, self.access = api, auth, store, tab, access
        self.queue: list[asyncio.Future[None]] = []
        self.worker: asyncio.Task[None] | None = None

    async def get(self, path: str) -> str:
        shown = self.access
        try:
            return str(await self.api.get(path, shown))
        except Unauthorized:
            if shown == self.access:
                place = asyncio.get_running_loop().create_future()
                self.queue.append(place)
                if self.worker is None:
                    self.worker = asyncio.create_task(self.work(shown))
                await place
            return str(await self.api.get(path, self.access))

    async def work(self, old: str) -> None:
        error: Exception | None = None
        try:
            fresh = await self.next_pair(old)
        except (RefreshFailed, SessionRevoked) as failure:
            error = failure
        else:
            self.access = fresh["access"]
        self.worker = None
        waiting, self.queue = self.queue, []
        for place in waiting:
            if place.done():
                continue
            if error is None:
                place.set_result(None)
            else:
                place.set_exception(error)

    async def next_pair(self, old: str) -> dict[str, Any]:
        while True:
            record = await self.store.read()
            if record["access"] != old:
                return dict(record)
            now = time.time()
            if record.get("by") and now < record["at"] + CLAIM_S:
                await asyncio.sleep(0.1)
                continue
            claimed = {**record, "by": self.tab, "at": now}
            if await self.store.swap(record, claimed):
                break
        pair: dict[str, Any] | None = None
        try:
            pair = await self.auth.refresh(record["refresh"])
        finally:
            rest = {"access": old, "refresh": record["refresh"]} if pair is None else pair
            await self.store.swap(claimed, {**rest, "by": None, "at": 0})
        return pair
