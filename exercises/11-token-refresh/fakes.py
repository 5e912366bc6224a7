"""Stand-ins for the visible tests: a service, a token server and a store that answer at once."""

from __future__ import annotations

import asyncio
from typing import Any

from ports import ApiError, RefreshFailed, SessionRevoked, Unauthorized


class FakeAuth:
    """Gives out a1 and r1, a2 and r2, and so on. `down` makes it fail; `expire` is what time does to an access token."""

    def __init__(self) -> None:
        self.down = False
        self.revoked = False
        self.number = 1
        self.good: set[str] = {"a1"}
        self.used: list[str] = []

    def expire(self) -> None:
        self.good.clear()

    async def refresh(self, refresh: str) -> dict[str, str]:
        await asyncio.sleep(0)
        if self.down:
            raise RefreshFailed("no answer")
        if self.revoked or refresh != f"r{self.number}":
            self.revoked = True
            self.good.clear()
            raise SessionRevoked(f"{refresh} was used before")
        self.used.append(refresh)
        self.number += 1
        self.good = {f"a{self.number}"}
        return {"access": f"a{self.number}", "refresh": f"r{self.number}"}


class FakeApi:
    """Gives `data of PATH` to whoever shows a good token. `asked` keeps what it was asked for; `down` makes it fail."""

    def __init__(self, auth: FakeAuth) -> None:
        self.down = False
        self.asked: list[tuple[str, str]] = []
        self._auth = auth

    async def get(self, path: str, access: str) -> str:
        self.asked.append((path, access))
        await asyncio.sleep(0)
        if self.down:
            raise ApiError("503")
        if access not in self._auth.good:
            raise Unauthorized("401")
        return f"data of {path}"


class FakeStore:
    """Holds one record, in `record`."""

    def __init__(self) -> None:
        self.record: dict[str, Any] = {"access": "a1", "refresh": "r1"}

    async def read(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        return dict(self.record)

    async def swap(self, old: dict[str, Any], new: dict[str, Any]) -> bool:
        await asyncio.sleep(0)
        if self.record != old:
            return False
        self.record = dict(new)
        return True
