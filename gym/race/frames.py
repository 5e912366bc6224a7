"""The subject's frames as typed data. What does not fit is refused by the decoder, not by hope.

The grammar stands in gym/subject/protocol.py. Values stay in wire form here; gym/race/values.py turns them into Python.
"""

from __future__ import annotations

from typing import Any, Union

import msgspec

Wire = Any
"""A value in wire form: JSON as decoded, not yet looked at."""

Place = tuple[str, int]


class _Item(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True, gc=False):
    pass


class OpItem(_Item, tag="op"):
    turn: int
    number: int
    process: str
    flow: str
    port: int
    method: str
    args: list[Wire]
    kwargs: dict[str, Wire]
    place: Place | None


class DroppedItem(_Item, tag="dropped"):
    turn: int
    number: int


class StepItem(_Item, tag="step"):
    turn: int
    flow: str
    status: str
    value: Wire


class EndItem(_Item, tag="end"):
    turn: int
    flow: str
    status: str
    value: Wire


class HitItem(_Item, tag="hit"):
    turn: int
    flow: str


class RecordItem(_Item, tag="record"):
    turn: int
    process: str
    flow: str
    port: int
    method: str
    args: list[Wire]
    kwargs: dict[str, Wire]


class PrintItem(_Item, tag="print"):
    turn: int
    flow: str | None
    text: Wire


class BrokenItem(_Item, tag="broken"):
    turn: int
    what: str
    error: Wire
    place: Place | None


class MadeItem(_Item, tag="made"):
    turn: int
    handle: int
    closers: list[str]


class WarnItem(_Item, tag="warn"):
    turn: int
    kind: str
    message: Wire
    place: Place | None


class WaitItem(_Item, tag="wait"):
    flow: str
    place: Place


Item = Union[
    OpItem, DroppedItem, StepItem, EndItem, HitItem, RecordItem, PrintItem, BrokenItem, MadeItem, WarnItem, WaitItem
]  # fmt: skip


class _Frame(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    pass


class Loaded(_Frame, tag="loaded"):
    nonce: int
    problem: tuple[str, int, Wire] | None


class Report(_Frame, tag="report"):
    """`kind` is "idle", "paused" or "busy"; `now` and `deadline` are virtual nanoseconds, deadline -1 for none."""

    nonce: int
    kind: str
    polls: int
    now: int
    deadline: int
    items: list[Item]


class Sync(_Frame, tag="sync"):
    nonce: int
    items: list[Item]
    port: int
    method: str
    args: list[Wire]
    kwargs: dict[str, Wire]
    process: str
    flow: str


class Claims(_Frame, tag="claims"):
    """What the subject says is left over: tasks pending, exceptions that nobody looked at. It may reject, never accept."""

    nonce: int
    items: list[Item]
    pending: list[tuple[str, Place | None]]
    lost: list[Wire]


class Fatal(_Frame, tag="fatal"):
    nonce: int
    kind: str
    message: Wire
    file: str | None
    line: int | None


Frame = Union[Loaded, Report, Sync, Claims, Fatal]

decode_frame = msgspec.json.Decoder(Frame).decode
encode_frame = msgspec.json.Encoder().encode
