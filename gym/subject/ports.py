"""What stands in the subject for things of the judge's: ports, callbacks, iterables, awaitables."""

import asyncio


def make_port(runtime, number, kind, name, methods):
    """Build the stand-in that protocol.py's "p" describes."""
    if kind == "port":
        return _port_class(name, tuple(sorted(methods.items())))(runtime, number)
    return _KINDS[kind](runtime, number, name)


_classes = {}


def _port_class(name, methods):
    found = _classes.get((name, methods))
    if found is None:
        members = {method: _METHODS[kind](method) for method, kind in methods}
        found = type(name, (_Port,), {"__module__": "ports", **members})
        _classes[name, methods] = found
    return found


class _Port:
    def __init__(self, runtime, number):
        self._runtime = runtime
        self._number = number


def _op_method(method):
    async def call(self, *args, **kwargs):
        return await self._runtime.op(self._number, method, args, kwargs)

    call.__name__ = call.__qualname__ = method
    return call


def _context_method(method):
    def open_(self, *args, **kwargs):
        return _PortContext(self._runtime, self._number, method, args, kwargs)

    open_.__name__ = open_.__qualname__ = method
    return open_


def _stream_method(method):
    def stream(self, *args, **kwargs):
        return _PortStream(self._runtime, self._number, method, args, kwargs)

    stream.__name__ = stream.__qualname__ = method
    return stream


def _sync_method(method):
    def ask(self, *args, **kwargs):
        return self._runtime.ask(self._number, method, args, kwargs)

    ask.__name__ = ask.__qualname__ = method
    return ask


def _record_method(method):
    def record(self, *args, **kwargs):
        self._runtime.record(self._number, method, args, kwargs)

    record.__name__ = record.__qualname__ = method
    return record


_METHODS = {
    "op": _op_method,
    "cm": _context_method,
    "stream": _stream_method,
    "sync": _sync_method,
    "record": _record_method,
}


class _PortContext:
    """`async with port.method(...)`: entering and leaving are ops of their own."""

    def __init__(self, runtime, number, method, args, kwargs):
        self._call = (runtime, number, method, args, kwargs)
        self._ticket = None

    async def __aenter__(self):
        runtime, number, method, args, kwargs = self._call
        value, self._ticket = await runtime.enter(number, method, args, kwargs)
        return value

    async def __aexit__(self, kind, error, traceback):
        runtime, number, method, _, _ = self._call
        name = None if kind is None else kind.__name__
        await runtime.op(number, method + ".exit", (name, self._ticket), {})
        return


class _PortStream:
    """An async iterator each of whose items is an op."""

    def __init__(self, runtime, number, method, args, kwargs):
        self._runtime = runtime
        self._number = number
        self._method = method
        self._opening = (args, kwargs)
        self._ticket = None
        self._done = False

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self._done:
            raise StopAsyncIteration
        runtime = self._runtime
        if self._ticket is None:
            args, kwargs = self._opening
            self._ticket = runtime.ticket()
            op = runtime.op(self._number, self._method + ".open", (self._ticket, *args), kwargs)
        else:
            op = runtime.op(self._number, self._method + ".next", (self._ticket,), {})
        try:
            more = await op
        except BaseException:
            self._done = True
            raise
        if not more:
            self._done = True
            raise StopAsyncIteration
        return more[0]

    async def aclose(self):
        if not self._done:
            self._done = True
            if self._ticket is not None:
                self._runtime.record(self._number, self._method + ".close", (self._ticket,), {})


class _Callback:
    """A synchronous function of the judge's: the answer is waited for at once."""

    def __init__(self, runtime, number, name):
        self._runtime = runtime
        self._number = number
        self.__name__ = name

    def __call__(self, *args, **kwargs):
        return self._runtime.ask(self._number, "call", args, kwargs)


class _Recorder(_Callback):
    """A synchronous function that only takes note: nothing is waited for."""

    def __call__(self, *args, **kwargs):
        self._runtime.record(self._number, "call", args, kwargs)


class _Iterable:
    """An iterable whose items stay with the judge until they are pulled."""

    def __init__(self, runtime, number, name):
        self._runtime = runtime
        self._number = number

    def __iter__(self):
        while True:
            item = self._runtime.ask(self._number, "next", (), {})
            if not item:
                return
            yield item[0]


class _AsyncIterable(_Iterable):
    def __init__(self, runtime, number, name):
        super().__init__(runtime, number, name)
        self._stream = _PortStream(runtime, number, "items", (), {})

    __iter__ = None

    def __aiter__(self):
        return self._stream


def _awaitable(runtime, number, name):
    async def outcome():
        return await runtime.op(number, "result", (), {})

    outcome.__name__ = outcome.__qualname__ = name
    return outcome()


_KINDS = {
    "callback": _Callback,
    "recorder": _Recorder,
    "iterable": _Iterable,
    "async iterable": _AsyncIterable,
    "awaitable": _awaitable,
}


def new_event():
    """An asyncio.Event of the subject's own, which a flow of the judge's may set."""
    return asyncio.Event()
