"""One small investigation: four looks, two routes, a red herring."""

INVESTIGATION = """\
+++
title = "A counter that is short"
shapes = ["lost-update"]
minutes = 10
overtime = "The day's books were closed."
proofs = [["two-adds", "old-value"]]

[facts]
two-adds = "Two adds were under way at once."
old-value = "The second wrote what it had read before the first wrote."

[[looks]]
id = "log"
title = "The log"
minutes = 2
shows = ["two-adds"]
tells = "Two adds overlap."

[[looks]]
id = "load"
title = "The load"
minutes = 3
tells = "It is high, and nothing follows from that."

[[looks]]
id = "code"
title = "The code"
minutes = 4
after = ["log", "load"]
shows = ["old-value"]
rules_out = ["overload"]
tells = "It reads, waits and writes."

[[looks]]
id = "test"
title = "A test with two adds"
minutes = 7
after = ["load"]
rules_out = ["float"]
shows = ["two-adds", "old-value"]
tells = "One of two adds is lost."

[[causes]]
id = "overload"
text = "The machine is overloaded"
suggested_by = ["load"]
why = "An idle one loses adds as well."

[[causes]]
id = "lost"
text = "An add overwrites another"
why = "It writes a total that was read too early."
right = true

[[causes]]
id = "float"
text = "Sums are rounded"
suggested_by = ["load"]
why = "They are whole numbers."

[[fixes]]
id = "atomic"
text = "Add in one step"
why = "There is nothing between reading and writing."
right = true

[[fixes]]
id = "machine"
text = "A bigger machine"
suggested_by = ["load"]
why = "It loses adds faster."

[[fixes]]
id = "sleep"
text = "A pause between adds"
why = "Two pauses may end together."
+++
Of 100 adds, 98 were counted.

## log

```text
add A begins, add B begins, add A ends, add B ends
```

## load

Per hour.

```text graph
08:00: 2
09:00: 40
10:00: 0
```

## code

`seen = total`, then a wait, then `total = seen + 1`.

## test

98 of 100, each time.

## What happened

Two adds read the same total.
"""
