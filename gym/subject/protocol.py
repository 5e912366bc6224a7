"""The words that judge and subject speak over their two pipes. Both sides import this; it imports nothing.

A frame is one line of JSON in UTF-8, at most MAX_FRAME bytes. The judge speaks first; every frame of the judge carries a
nonce, and the answer repeats it. One request is outstanding at a time, unless the judge sends further ones ahead because
it knows or guesses what it will ask next: then the answers may come in one piece too, still one for each.

Frames of the judge (arrays):

    ["load", {file: source}, entry module, corrected, nonce]   compile the attempt; corrected: whether, or which
                                                               of CORRECTIONS, to mend           -> "loaded"
    ["begin", options, [setup ...], nonce]                     a fresh loop and namespace        -> report
    ["go", pause, [event ...], nonce]                          deliver in one poll; pause at the
                                                               pause-th poll after it, 0: never  -> report
    ["return", ok, value, nonce]                               the answer to a "sync" frame      -> report
    ["finish", nonce]                                          what is left over                 -> "claims"

Set-up: ["process", name] and ["new", process, handle, name, args, kwargs] ["event", process, handle] and
["name", process, handle, name] (a name of the entry module, not called).

Events: ["arrive", flow, process, step, last]  the flow takes this step; `last`: it has no other
        ["done", op, value] ["failed", op, exception] ["local", op]   an op's result, error, or own stored result
        ["setup", [setup ...]] more set-up in the same world
        ["cancel", flow] ["tick", nanoseconds or null] ["kill", process]

Steps:  ["call", target, method or null, args, kwargs, "await" | "handle"]
        ["enter", target] ["exit", target] ["next", target] ["send", target, value] ["all", [step ...]]

Frames of the subject:

    ["loaded", nonce, null | [file, line, message]]
    ["report", nonce, kind, polls, now, next timer or -1, [item ...], left or null]    kind: "idle", "paused", "busy"
    ["sync", nonce, now, [item ...], port, method, args, kwargs, process, flow]
    ["claims", nonce, [item ...], left]
    ["adrift", nonce]                                                  the judge's guess was wrong, no world is under way
    ["fatal", nonce, kind, message, file, line]                        kind: "blocked", "runaway", "crashed", "protocol"

What is left: [[[pending task, place, flow or null] ...], [lost exception ...]]; in a report once all flows have ended.

Items (what happened since the last frame, in order; `turn` counts polls since the last delivery):

    ["op", turn, number, process, flow, port, method, args, kwargs, place]
    ["dropped", turn, number]                       the caller of an op was cancelled
    ["step", turn, flow, status, value]             a step of a script ended: "ok", "error"
    ["end", turn, flow, status, value]              a flow ended: "ok", "error", "cancelled"
    ["hit", turn, flow]                             a cancellation reached a flow that had not ended
    ["made", turn, handle, [closer ...]]            set-up made an object that has these of aclose, close
    ["record", turn, process, flow, port, method, args, kwargs]
    ["print", turn, flow, text]
    ["broken", turn, what, exception, place]        set-up failed
    ["warn", turn, kind, message, place]            "never awaited", "lost exception"
    ["timer", turn]                                 a timer was made, and all of them are gone by now
    ["wait", flow, place, kind, [[who, place] ...]] with options.verbose, in the last report: where each flow waits, for
                                                    what kind of lock, event or queue, and who holds that since where

A place is null or [file, line].

Values: null, true, false, whole numbers within 64 bits, finite floats and strings stand for themselves, an object is a
dict with string keys; everything else is an array with its kind first:

    ["l", ...] list   ["t", ...] tuple   ["b", base64] bytes   ["f", "nan" | "inf" | "-inf"]   ["i", hexadecimal]
    ["s", hexadecimal of UTF-8 with surrogates passed] ["r", class name, {field: value}] a record, by value
    ["x", class name, value] a subclass of str, int, float or bytes; never equal to the plain value
    ["h", number, [ability ...], class name] an object of the subject, by reference
    ["p", number, kind, name, {method: kind}] something of the judge's, by reference
    ["m", port, method] a method of a port, to be called: only from the judge
    ["e", name, [base ...], message, {attribute: value}, cause or null, [member ...] or null, place] an exception
"""

MAX_FRAME = 1 << 20
MAX_DEPTH = 64
MAX_BITS = 4096
MAX_TEXT = 500_000
"""So many characters or bytes one value may have."""
MAX_MESSAGE = 20_000
"""So many characters of an exception's message are told."""

EPOCH_NS = 1_767_225_600 * 10**9
"""Wall time at loop time 0: 2026-01-01T00:00:00Z."""

BUSY_POLLS = 200
"""After so many polls with work always ready, the subject reports as if it were idle (a loop over sleep(0))."""

CORRECTIONS = (
    ("gh-86296", "asyncio.wait_for swallows a cancellation that comes with the result", (3, 12)),
    ("gh-112202", "asyncio.Condition loses a notification when the notified task is cancelled", (3, 13)),
    ("gh-116720", "a nested asyncio.TaskGroup swallows the cancellation of the outer one", (3, 13)),
)
"""CPython's own faults that a "load" with `corrected` mends: issue, what goes wrong, first release without it."""
