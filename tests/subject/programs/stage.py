"""What the programs of the fidelity suite are declared with. Runs inside stock Python and inside the subject alike.

A program logs its effects with `log(text)` and waits for things of the outside world with `await event(name)`. It is
an async function, which becomes the flow "main", or a plain function that returns async functions by flow name.

Its script says what happens outside, one poll an entry, after the arrival of "main":

    "a"            the event a is ready            "fail a"      it is ready with an error, ValueError("a")
    "a + b"        both in one poll, in this order "cancel main" the caller of a flow goes away
    "arrive two"   another flow begins             "tick"        nothing but the next timers
    "tick + a"     a is ready in the poll in which the next timers are due
    "work"         the oldest call in a thread is done
    "@2 a"         a is ready in the second poll after the last entry, while callbacks are still ready to run

When the script is over, timers run until all flows have ended.
"""

import inspect

PROGRAMS = {}


class Program:
    def __init__(self, function, script, since, exception):
        self.function = function
        self.script = ["arrive main", *script]
        self.since = since
        self.exception = exception


def program(*script, since=(3, 11), exception=None):
    """Register a program. `exception` names the reason why stock logs may differ from ours in it."""

    def register(function):
        assert function.__name__ not in PROGRAMS, function.__name__
        PROGRAMS[function.__name__] = Program(function, script, since, exception)
        return function

    return register


class Started:
    """A program under way: its flows by name."""

    def __init__(self, name, outside, log):
        function = PROGRAMS[name].function
        if inspect.iscoroutinefunction(function):
            self._flows = {"main": lambda: function(outside.wait, log)}
        else:
            self._flows = function(outside.wait, log)

    def flow(self, name):
        return self._flows[name]()
