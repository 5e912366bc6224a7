"""Takes in what the subject reported: new ops, ended steps, records, warnings."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from gym.race.events import Event
from gym.race.failure import SubjectStopped
from gym.race.flow import Flow
from gym.race.frames import (
    BrokenItem,
    DroppedItem,
    EndItem,
    HitItem,
    Item,
    MadeItem,
    OpItem,
    PrintItem,
    RecordItem,
    StepItem,
    TimerItem,
    WaitItem,
    WarnItem,
)
from gym.race.ops import Op
from gym.race.ports import Manners, PortLike, PortThing, short
from gym.race.state import State
from gym.race.things import AsyncItems, CallbackThing, Executor, Record, StreamThing
from gym.race.values import BadValue, plain

Place = tuple[str, int]
Latency = Callable[[Op], float | None]
Route = tuple[PortLike, Manners, bool, Latency | None]


ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
"""In a stock repr: it differs from run to run, and nothing else does for it."""

_PLAIN = frozenset({str, int, float, bool, type(None)})


class Absorber:
    """Applies the items of a report to the state, in order."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._routes: dict[tuple[int, str], Route] = {}
        self._takers: dict[type, Callable[[Any], None]] = {
            OpItem: self._op,
            DroppedItem: self._dropped,
            StepItem: self._step,
            EndItem: self._end,
            HitItem: self._hit,
            MadeItem: self._made,
            RecordItem: self._record,
            PrintItem: self._print,
            BrokenItem: self._broken,
            WarnItem: self._warn,
            WaitItem: self._wait,
            TimerItem: _nothing_new,
        }

    def take_in(self, items: Sequence[Item]) -> None:
        """Raises SubjectStopped where the subject speaks out of turn."""
        takers = self._takers
        if self._state.fingerprint is not None:
            seen = ADDRESS.sub("0x", repr(items))
            self._state.fingerprint = zlib.crc32(seen.encode("utf-8", "replace"), self._state.fingerprint)
        try:
            for item in items:
                takers[type(item)](item)
        except BadValue as error:
            raise SubjectStopped("protocol", str(error)) from None

    # -- ops

    def _op(self, item: OpItem) -> None:
        state = self._state
        number, process = item.number, item.process
        if number in state.ops or process not in state.processes or process in state.dead:
            raise BadValue("an op is reported twice, or for a process that does not run")
        port, manners, free, latency_of = self._route(item.port, item.method)
        args, kwargs = self._arguments(item.args, item.kwargs)
        op_id = self._op_id(state.by_name.get(item.flow), process)
        op = Op(op_id, number, item.flow, process, port.name, item.method, args, kwargs)
        op.place = item.place
        op.on_cancel = manners.on_cancel
        if item.method.endswith(".exit"):
            op.entered = state.tickets.get(args[1])  # type: ignore[call-overload]
            op.args = args[:1]
        latency = manners.latency if latency_of is None else latency_of(op)
        if latency is not None:
            op.due_ns = state.now_ns + round(latency * 1e9)
            free = False
        else:
            state.untimed_pending += 1
        state.ops[number] = state.pending[number] = op
        if state.recorder is not None:
            state.recorder.call(number)
        name = "c" + op_id
        state.mandatory[name] = Event(name, "complete", process, None, op, None, (), free)

    def _arguments(self, args: list[Any], kwargs: dict[str, Any]) -> tuple[tuple[object, ...], dict[str, object]]:
        decode = self._state.codec.decode
        got = tuple([arg if type(arg) in _PLAIN else plain(decode(arg)) for arg in args])
        return got, {key: plain(decode(arg)) for key, arg in kwargs.items()} if kwargs else {}

    def _route(self, number: int, method: str) -> Route:
        """The port that an op is for, how the method behaves in flight, whether it may always complete, and what tells
        each call's own latency."""
        found = self._routes.get((number, method))
        if found is None:
            port = self._find_port(number, method)
            say: Callable[[str], Manners] | None = getattr(port, "manners", None)
            free = bool(getattr(port, "always_ready", False))
            latency_of: Latency | None = getattr(port, "latency", None)
            found = self._routes[number, method] = (port, Manners() if say is None else say(method), free, latency_of)
        return found

    def _find_port(self, number: int, method: str) -> PortLike:
        """By its number; 0 is the executor."""
        state = self._state
        if number == 0:
            return state.ports.setdefault("executor", Executor("executor"))
        thing = state.codec.things.get(number)
        if isinstance(thing, PortThing):
            name, _, part = method.partition(".")
            wanted = {"": "op", "enter": "cm", "exit": "cm", "open": "stream", "next": "stream"}.get(part)
            if thing.port.methods.get(name) != wanted:
                raise BadValue(f"the port {thing.port.name} has no method {method[:40]!r}")
            return state.ports.setdefault(thing.port.name, thing.port)
        if isinstance(thing, StreamThing):
            return state.ports.setdefault(thing.port.name, thing.port)
        raise BadValue(f"an op names the unknown port {number}")

    def _op_id(self, flow: Flow | None, process: str) -> str:
        if flow is not None:
            flow.op_count += 1
            return f"{flow.index}.{flow.op_count}"
        state = self._state
        count = state.background_ops[process] = state.background_ops.get(process, 0) + 1
        return f"m{state.processes.get(process, 0)}.{count}"

    def _dropped(self, item: DroppedItem) -> None:
        state = self._state
        op = state.pending.pop(item.number, None)
        if op is None:
            return
        if op.due_ns is None:
            state.untimed_pending -= 1
        op.state = "cancelled"
        state.mandatory.pop(f"c{op.id}", None)
        state.mandatory.pop(f"r{op.id}", None)
        state.replies.pop(op.number, None)
        state.ports[op.port].cancelled(op, effected=op.effected)
        self._show_dropped(op)
        if not op.effected:
            self._may_land(op)

    def _show_dropped(self, op: Op) -> None:
        """A call that its own code gave up. Where its caller went away, that is said already."""
        state = self._state
        flow = state.by_name.get(op.flow)
        if state.recorder is not None and not (flow is not None and flow.cancel_sent):
            state.recorder.cell(op.flow, f"{state.ports[op.port].describe(op)} is cancelled", op.process)

    def _may_land(self, op: Op) -> None:
        manner = op.on_cancel
        event = Event(f"n{op.id}", "land", op.process, op=op)
        if manner == "lands":
            self._state.mandatory[event.id] = event
        elif manner == "may":
            self._state.late_effects[event.id] = event

    # -- flows

    def _flow(self, name: str) -> Flow:
        flow = self._state.by_name.get(name)
        if flow is None or not flow.started:
            raise BadValue("a step of a flow is reported that was not asked for")
        return flow

    def _step(self, item: StepItem) -> None:
        flow = self._flow(item.flow)
        if flow.ended:
            return
        value = self._value(item.status, item.value)
        step_was_stream = flow.last_kind in ("next", "send")
        if item.status == "ok" and step_was_stream:
            if value == []:
                flow.stream_ended()
            else:
                flow.result("ok", value[0])  # type: ignore[index]
        else:
            flow.result(item.status, self._unpack(value) if flow.last_kind == "all" else value)
        self._after_step(flow)

    def _after_step(self, flow: Flow) -> None:
        """The script is at its next step or at its end."""
        if flow.ended:
            self._show_end(flow)
            return
        event = Event(f"a{flow.index}.{flow.step_count + 1}", "arrive", flow.process, flow=flow)
        self._state.mandatory[event.id] = event

    def _unpack(self, value: object) -> object:
        """What `together` gave: a list of values, `Raised` where one failed."""
        if not isinstance(value, list):
            return value
        return [item[1] for item in value]

    def _value(self, status: str, value: Any) -> object:
        codec = self._state.codec
        return codec.decode_error(value) if status == "error" else codec.decode(value)

    def _end(self, item: EndItem) -> None:
        flow = self._flow(item.flow)
        if flow.ended:
            return
        flow.end(item.status, self._value(item.status, item.value))
        for key in [key for key, event in self._state.mandatory.items() if event.flow is flow]:
            del self._state.mandatory[key]
        self._show_end(flow)

    def _show_end(self, flow: Flow) -> None:
        if self._state.recorder is None:
            return
        if flow.status == "ok":
            text = "returns" if flow.value is None else f"returns {short(flow.value, 90)}"
        else:
            text = f"raises {flow.outcome}" if flow.status == "error" else flow.status
        self._state.recorder.cell(flow.name, text, flow.process)

    def _hit(self, item: HitItem) -> None:
        flow = self._flow(item.flow)
        # A script may have ended while its task in the subject still waited to be told so.
        flow.cancel_hit = flow.cancel_hit or not (flow.ended or flow.may_ignore_cancel)

    # -- the rest

    def _made(self, item: MadeItem) -> None:
        self._state.closers[item.handle] = [word for word in item.closers if word in ("aclose", "close")]

    def _record(self, item: RecordItem) -> None:
        codec = self._state.codec
        thing = codec.things.get(item.port)
        if isinstance(thing, StreamThing):
            if isinstance(thing.port, AsyncItems):
                thing.port.closed = True
            return
        args = tuple(codec.decode(arg) for arg in item.args)
        kwargs = {key: codec.decode(arg) for key, arg in item.kwargs.items()}
        name = self._hand_record(thing, item, Record(item.flow, args, kwargs))
        if self._state.recorder is not None:
            shown = [short(arg) for arg in args] + [f"{key}={short(arg)}" for key, arg in kwargs.items()]
            self._state.recorder.cell(item.flow, f"{name}({', '.join(shown)})", item.process)

    def _hand_record(self, thing: object, item: RecordItem, record: Record) -> str:
        if isinstance(thing, CallbackThing):
            thing.calls.append(record)
            return thing.name
        if isinstance(thing, PortThing):
            name, _, part = item.method.partition(".")
            kind = thing.port.methods.get(name)
            if kind == "record" or (kind == "stream" and part == "close"):
                hook: Callable[[str, Record], None] | None = getattr(thing.port, "recorded", None)
                if hook is not None:
                    hook(item.method, record)
                return f"{thing.port.name}.{item.method}"
        raise BadValue("a record is reported for something that was not handed out")

    def _print(self, item: PrintItem) -> None:
        if self._state.recorder is not None:
            self._state.recorder.printed(str(self._state.codec.decode(item.text)))

    def _broken(self, item: BrokenItem) -> None:
        error = self._state.codec.decode_error(item.error)
        raise SubjectStopped("crashed", f"{item.what} could not be made: {error}", error.place)

    def _warn(self, item: WarnItem) -> None:
        self._state.warnings.append((item.kind, str(self._state.codec.decode(item.message)), item.place))

    def _wait(self, item: WaitItem) -> None:
        if self._state.recorder is not None:
            self._state.recorder.wait(item.flow, item.place, item.what, item.holders)


def _nothing_new(item: TimerItem) -> None:
    """It only tells where a tick could have come early."""
