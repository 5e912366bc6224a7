"""coalescer behind the part's signature: it has the same one."""

from __future__ import annotations

from coalescer import Coalescer as SingleFlight

__all__ = ["SingleFlight"]
