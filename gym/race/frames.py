"""The subject's frames as typed data. What does not fit is refused by the decoder, not by hope.

The grammar stands in gym/subject/protocol.py. Values stay in wire form here; gym/race/values.py turns them into Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

Wire = Any
"""A value in wire form: JSON as decoded, not yet looked at."""

Place = tuple[str, int]


class OpItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="op"):
    turn: int
    number: int
    process: str
    flow: str
    port: int
    method: str
    args: list[Wire]
    kwargs: dict[str, Wire]
    place: Place | None


class DroppedItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="dropped"):
    turn: int
    number: int


class StepItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="step"):
    turn: int
    flow: str
    status: str
    value: Wire


class EndItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="end"):
    turn: int
    flow: str
    status: str
    value: Wire


class HitItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="hit"):
    turn: int
    flow: str


class RecordItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="record"):
    turn: int
    process: str
    flow: str
    port: int
    method: str
    args: list[Wire]
    kwargs: dict[str, Wire]


class PrintItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="print"):
    turn: int
    flow: str | None
    text: Wire


class BrokenItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="broken"):
    turn: int
    what: str
    error: Wire
    place: Place | None


class MadeItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="made"):
    turn: int
    handle: int
    closers: list[str]


class WarnItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="warn"):
    turn: int
    kind: str
    message: Wire
    place: Place | None


class TimerItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="timer"):
    turn: int


class WaitItem(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False, tag="wait"):
    flow: str
    place: Place
    what: str | None
    holders: list[tuple[str, Place | None]]


Item = (
    OpItem
    | DroppedItem
    | StepItem
    | EndItem
    | HitItem
    | RecordItem
    | PrintItem
    | BrokenItem
    | MadeItem
    | WarnItem
    | TimerItem
    | WaitItem
)


class Loaded(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="loaded"):
    nonce: int
    problem: tuple[str, int, Wire] | None


class Left(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What the subject says is left over: tasks pending, exceptions that nobody looked at. It may reject, never accept."""

    pending: list[tuple[str, Place | None, str | None]]
    lost: list[Wire]


class Report(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="report"):
    """`kind` is "idle", "paused" or "busy"; `now` and `deadline` are virtual nanoseconds, deadline -1 for none.

    `left` is told without being asked for once every flow has ended and nothing is under way.
    """

    nonce: int
    kind: str
    polls: int
    now: int
    deadline: int
    items: list[Item]
    left: Left | None = None


class Sync(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="sync"):
    """`now` is in virtual nanoseconds, as in a report: a tick may have moved the clock since the last one."""

    nonce: int
    now: int
    items: list[Item]
    port: int
    method: str
    args: list[Wire]
    kwargs: dict[str, Wire]
    process: str
    flow: str


class Claims(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="claims"):
    nonce: int
    items: list[Item]
    left: Left


class Fatal(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="fatal"):
    nonce: int
    kind: str
    message: Wire
    file: str | None
    line: int | None


Frame = Loaded | Report | Sync | Claims | Fatal

decode_frame: Callable[[bytes], Frame] = msgspec.json.Decoder(Frame).decode
encode_frame = msgspec.json.Encoder().encode
