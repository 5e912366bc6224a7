"""A failed refresh is tried twice more, with pauses; the claim is given back in each pause. Who waits asks in a loop."""

from __future__ import annotations

import asyncio
import time
import uuid
from typing import Any

from ports import CLAIM_S, RefreshFailed, Unauthorized


class Session:
    def __init__(self, api: Any, auth: Any, store: Any, tab: str, access: str) -> None:
        self.api, self.auth, self.store, self.tab, self.access = api, auth, store, tab, access
        self.flight: asyncio.Future[None] | None = None

    async def get(self, path: str) -> str:
        token = self.access
        try:
            return str(await self.api.get(path, token))
        except Unauthorized:
            pass
        while self.access == token:
            if self.flight is None:
                self.flight = asyncio.ensure_future(self.fly(token))
                self.flight.add_done_callback(self.landed)
            flight = self.flight
            await asyncio.wait({flight})
            flight.result()
        return str(await self.api.get(path, self.access))

    def landed(self, flight: asyncio.Future[None]) -> None:
        if self.flight is flight:
            self.flight = None
        if not flight.cancelled():
            flight.exception()

    async def fly(self, token: str) -> None:
        for pause in (0.1, 0.2):
            try:
                self.access = await self.once(token)
            except RefreshFailed:
                await asyncio.sleep(pause)
            else:
                return
        self.access = await self.once(token)

    async def once(self, token: str) -> str:
        owner = f"{self.tab}-{uuid.uuid4()}"
        while True:
            record = await self.store.read()
            if record["access"] != token:
                return str(record["access"])
            if record.get("owner") and record["expires"] >= time.time():
                await asyncio.sleep(0.45)
                continue
            mine = {**record, "owner": owner, "expires": time.time() + CLAIM_S}
            if await self.store.swap(record, mine):
                break
        try:
            pair = await self.auth.refresh(record["refresh"])
        except BaseException:
            await asyncio.shield(self.store.swap(mine, {**record, "owner": None}))
            raise
        if await self.store.read() == mine:
            await self.store.swap(mine, pair)
        return str(pair["access"])
