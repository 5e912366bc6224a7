"""How many requests are sent, when, and how they end."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import World, call, outcomes, race
from gym.race.steps import Step

from .page import DELAY, Page, text_of


@race(
    "a newer text comes while a request is under way: that request is cancelled",
    shape="lifecycle",
    points=2,
    fault="old-request-runs-on",
    level=1,
    max_ties=1,
)
def old_request_stops(world: World) -> None:
    page = Page(world)
    page.keys("r", "ri")
    world.always("no request of an older text is under way", lambda: set(page.under_way()) <= {page.newest})
    world.run()
    page.shows_newest()


@race(
    "whoever types waits until the text is drawn or a newer one has come, and is told of no cancellation",
    shape="lifecycle",
    points=1,
    level=1,
    max_ties=1,
)
def callers_wait(world: World) -> None:
    page = Page(world)
    keys = page.keys("r", "ri")

    def drawn_or_old() -> bool:
        returned = {flow.value for flow in keys if flow.outcome == "ok"}
        return page.newest not in returned or page.settled

    world.always("who returns has been drawn, or is no longer the newest", drawn_or_old)
    world.run()
    world.check(outcomes(*keys) == {"ok": 2}, "both return", f"{outcomes(*keys)}")


@race(
    "two keys, the second a little later: each request goes out 250 ms after its key, if no other key came by then",
    shape="control",
    points=2,
    fault="debounce-made-anew",
    level=1,
    max_ties=1,
)
def debounce(world: World) -> None:
    page = Page(world, delay=DELAY)
    world.always("requests are noted", page.note_sent)
    world.flow("key 1", page.types("r", "ri"))
    pause = world.flow("0.1 s go by", world.function("asyncio:sleep"), 0.1)
    world.flow("key 2", page.types("r", "ri"), after=[pause])
    world.run()
    at = dict(page.typed)
    waited = [round(page.sent[op.id] - at[text_of(op)], 3) for op in page.requests()]
    asked = [text_of(op) for op in page.requests()]
    between = at["ri"] - at["r"]
    world.check(all(text == "ri" or between > DELAY - 0.01 for text in asked), "an overtaken key asks nothing", f"{asked}")
    world.check(asked.count("ri") == 1 and asked.count("r") <= 1, "one request a text", f"{asked}")
    world.check(set(waited) == {DELAY}, "each after 0.25 s", f"{waited}")
    world.check(between < DELAY + 0.01 or "r" in asked, "a pause long enough is searched", f"{asked}")


@race(
    "Enter asks at once for the text that waits, and never twice",
    shape="control",
    points=1,
    fault="debounce-made-anew",
    level=1,
    max_ties=1,
)
def enter(world: World) -> None:
    page = Page(world, delay=DELAY)
    keys_before: list[int] = []
    moments: list[float] = []

    def press() -> Generator[Step, object, None]:
        keys_before.append(len(page.typed))
        moments.append(world.now)
        yield call(page.box.on_enter)

    world.always("requests are noted", page.note_sent)
    page.keys("r", "ri")
    world.flow("Enter", press)
    world.run()
    asked = [text_of(op) for op in page.requests()]
    world.check(asked.count("ri") == 1 and asked.count("r") <= 1, "a text is asked for once", f"{asked}")
    sent = page.sent[page.requests()[-1].id]
    if keys_before == [2]:
        late = round(sent - moments[0], 3)
        world.check(late <= 0, "what waits is asked for at once", f"{late} s later")
    else:
        waited = round(sent - page.typed[-1][1], 3)
        world.check(waited == DELAY, "a key after Enter waits for its own pause", f"{waited} s")
