"""The one port of all small worlds, as plain functions on a store: each is a method with its manners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Store = dict[str, Any]


@dataclass(frozen=True)
class Method:
    """`effect(store, *args)` gives the reply, or raises `Refused`.

    `split`: the reply is a decision of its own. `gate`: it cannot take effect before that key of the store is true.
    """

    effect: Callable[..., Any]
    split: bool = False
    on_cancel: Literal["lands", "drops", "may", "at once"] = "may"
    latency: float | None = None
    gate: str = ""


class Refused(Exception):
    """The port refuses: to the subject it is a ValueError."""


def _get(store: Store, key: str) -> Any:
    return store.get(key, 0)


def _put(store: Store, key: str, value: Any) -> None:
    store[key] = value


def _add(store: Store, key: str, by: int = 1) -> int:
    store[key] = store.get(key, 0) + by
    return int(store[key])


def _take(store: Store, key: str) -> int:
    if store.get(key, 0) <= 0:
        raise Refused
    store[key] -= 1
    return int(store[key])


def _ask(store: Store, what: Any) -> Any:
    return what


METHODS: dict[str, Method] = {
    "get": Method(_get, on_cancel="drops"),
    "put": Method(_put),
    "add": Method(_add),
    "take": Method(_take),
    "ask": Method(_ask, on_cancel="drops"),
    "read": Method(_get, split=True, on_cancel="drops"),
    "write": Method(_put, split=True),
    "surely": Method(_add, on_cancel="lands"),
    "atomic": Method(_add, on_cancel="at once"),
    "slow": Method(_ask, latency=0.2, on_cancel="drops"),
    "slowly": Method(_add, latency=0.2),
    "fast": Method(_ask, latency=0.05, on_cancel="drops"),
    "pass_gate": Method(_ask, gate="open", on_cancel="drops"),
}

STREAM = ("items", ("a", "b"))
"""An async iterator besides: each item is a call of its own (`items.open`, `items.next`)."""
