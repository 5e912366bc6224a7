"""The probe is known by its token; counts are kept for each era."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass


class Open(Exception):
    pass


@dataclass
class _Era:
    failures: int = 0
    opened: float | None = None
    probe: object = None


class Breaker:
    def __init__(self, failures, pause):
        self._max, self._pause, self._era = failures, pause, _Era()

    async def call(self, fn):
        era, token, clock = self._era, object(), asyncio.get_running_loop().time
        if era.opened is not None:
            if era.probe is not None or clock() - era.opened < self._pause - 1e-9:
                raise Open
            era.probe = token
        try:
            value = await fn()
        except Exception:
            era.failures += 1
            if era is self._era and (era.probe is token or era.failures >= self._max):
                self._era = _Era(opened=clock())
            raise
        finally:
            probed, era.probe = era.probe is token, None if era.probe is token else era.probe
        era.failures = 0
        if probed and era is self._era:
            self._era = _Era()
        return value
