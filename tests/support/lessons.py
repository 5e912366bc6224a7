"""One small piece of each kind, written where a curriculum of its own stands."""

from __future__ import annotations

from pathlib import Path

from tests.support.investigation import INVESTIGATION

DRILL = """\
+++
title = "A counter"
asks = "Mark the place to switch."
shapes = ["lost-update"]
level = 1
source = "asyncio"

[[marks]]
line = "await self._store.pause()"
why = "Everybody runs here."
+++
Two counts, and one is missing.

```python listing
class Counter:
    def __init__(self, store) -> None:
        self._store = store
        self.total = 0

    async def add(self) -> None:
        seen = self.total
        await self._store.pause()
        self.total = seen + 1

    async def count(self) -> int:
        return self.total
```

## Answer

What was read is old by then.

## Fix

No await between.

```python fix
class Counter:
    def __init__(self, store) -> None:
        self._store = store
        self.total = 0

    async def add(self) -> None:
        await self._store.pause()
        self.total += 1

    async def count(self) -> int:
        return self.total
```

## Say it

> "It reads, waits and writes."

```python race
from gym.race import World, race


class Store:
    async def pause(self) -> None:
        pass


@race("two adds: both count", shape="lost-update", points=1)
def both_count(world: World) -> None:
    counter = world.subject("Counter", world.port("store", Store()))
    adds = [world.flow(name, counter.add) for name in ("A", "B")]
    world.alike(*adds)
    reader = world.flow("reader", counter.count, after=adds)
    world.run()
    world.check(reader.value == 2, "both count", f"{reader.value}")
```
"""
CHAIN = """\
+++
title = "A lock that nobody lets go"
shapes = ["permit-leak"]
source = "asyncio"

[[links]]
asks = "What does the second caller do?"
then = "It waits."

[[links]]
asks = "And the third?"
then = "It waits, too."
+++
A lock is taken, and not released when the work fails.

## The way out

`async with`.

```python proof
print("waiting: 2")
```

```text output
waiting: 2
```
"""
PAGE = """\
+++
title = "What a race is"
minutes = 3
+++
Two flows, one state.

```python example
print(1 + 1)
```

It prints:

```text output
2
```
"""
CHOOSE = """\
+++
kind = "choose"
title = "What gather does"
shapes = ["lifecycle"]
misconception = "gather cancels the rest."

[[choices]]
text = "It cancels them."
why = "You think of a TaskGroup."

[[choices]]
text = "They go on."
why = "gather raises, and leaves them alone."
right = true

[[choices]]
text = "It waits for them."
why = "You think of return_exceptions."
+++
One of three fails. What becomes of the others?

## Answer

gather leaves them running.
"""
PREDICT = """\
+++
kind = "predict"
title = "Two numbers"
shapes = ["ordering"]
misconception = "print is lazy."

[[wrong]]
output = "2 1"
why = "You read from below."
+++
What is printed?

```python listing
print(1)
print(2)
```

```text output
1
2
```

## Answer

From above.
"""
WRITE = """\
+++
kind = "write"
title = "Mend the counter"
shapes = ["lost-update"]
misconception = "An await inside a sum does no harm."
+++
Make both adds count.

```python starter
{starter}```

```python solution
{solution}```

## Answer

No await between.

```python race
{race}```
"""


def write_lessons(exercises: Path) -> None:
    """Put one piece of each kind, and a question of each, below `exercises`."""
    starter, solution, race = (
        DRILL.split(f"```python {label}\n")[1].split("```")[0] for label in ("listing", "fix", "race")
    )
    pieces = {
        "_drills/counter": DRILL,
        "_chains/lock": CHAIN,
        "_primer/1-what": PAGE,
        "_investigations/short-counter": INVESTIGATION,
        "_quiz/gather": CHOOSE,
        "_quiz/numbers": PREDICT,
        "_quiz/mend": WRITE.format(starter=starter, solution=solution, race=race),
    }
    for name, text in pieces.items():
        path = exercises / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
