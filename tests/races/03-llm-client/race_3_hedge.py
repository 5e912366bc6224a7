"""A second provider beside a slow first one: who wins, and what becomes of who does not."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, race
from gym.race.steps import Step

from .desk import Provider, Reply, desk, fails

ALPHA = ("from ", "alpha")
BETA = ("from ", "beta")
GAMMA = ("from ", "gamma")
TICK = 1e-6
"""A timer is late by so much: what is to come together with something later is due this much earlier."""


@race(
    "two providers write at once: who speaks first wins and is read to its end, the other is stopped on the spot",
    shape="loser-not-cancelled",
    points=2,
    fault="race-decided-at-the-end",
    level=1,
)
def first_token(world: World) -> None:
    alpha = Provider(world, "alpha", Reply(ALPHA, at=0.5, gap=3.0), Reply(ALPHA, first=0.1))
    beta = Provider(world, "beta", Reply(BETA, at=0.5, gap=0.01))
    gamma = Provider(world, "gamma", Reply(GAMMA))
    client = desk(world, alpha, beta, gamma, hedge_after=0.3, threshold=1)
    spoke: list[str] = []
    asked = 0

    def nobody_else() -> bool:
        nonlocal asked
        calls = sum(each.calls for each in client.providers.values())
        if not spoke:
            spoke.extend(op.port for name in client.providers for op in world.calls(name) if op.state == "completed")
            asked = asked if spoke else calls
        return not spoke or asking.ended or calls == asked

    def one_is_read() -> bool:
        return not spoke or client.under_way <= 1

    asking = world.flow("request", client.tries)
    after = world.flow("the next", client.tries, after=[asking])
    world.always("once one has spoken, nobody else is asked", nobody_else)
    world.always("once one has spoken, one is read", one_is_read)
    world.run()
    waited = beta.delay(1, 0.0)
    world.check(waited == 0.3, "the second is asked 0.3 s after the first", f"{waited} s")
    texts = {"alpha": "".join(ALPHA), "beta": "".join(BETA), "gamma": "".join(GAMMA)}
    allowed = {texts[port] for port in spoke}
    world.check(asking.value in allowed, "the answer is the whole text of who spoke first", f"{asking.value}")
    world.check(after.value == texts["alpha"] and alpha.calls == 2, "losing says nothing of health", f"{after.value}")


@race(
    "one fails fast, is refused by its breaker, or is slow too: who is asked next, and when; one failure ends no call",
    shape="control",
    points=2,
    fault="race-decided-at-the-end",
    level=1,
)
def fast_failure(world: World) -> None:
    slow, tied = Reply(ALPHA, first=2.0), fails(500, first=1.0 - TICK)
    alpha = Provider(world, "alpha", fails(500, first=0.05), slow, slow)
    beta = Provider(world, "beta", Reply(BETA), fails(500, first=0.05), tied)
    gamma = Provider(world, "gamma", Reply(GAMMA, first=0.2), fails(500))
    three = desk(world, alpha, beta, gamma, retries=0, hedge_after=1.0)
    down, spare = Provider(world, "down", fails(503)), Provider(world, "spare", Reply(BETA))
    refused = desk(world, down, spare, retries=0, hedge_after=1.0, threshold=1)
    crawling = [Provider(world, name, Reply((name,), first=2.5)) for name in ("slow", "slower", "slowest")]
    patient = desk(world, *crawling, hedge_after=1.0)
    busy, quick = Provider(world, "busy", fails(503, retry_after=1.0)), Provider(world, "quick", Reply(BETA, gap=3.0))
    waits = desk(world, busy, quick, hedge_after=0.5)
    mute, unasked = Provider(world, "mute", Reply(())), Provider(world, "unasked", Reply(BETA))
    silent = desk(world, mute, unasked, hedge_after=1.0)
    began: list[float] = []

    def script() -> Generator[Step, Any, list[str]]:
        found: list[str] = []
        for client in (three, three, three, refused, refused, patient, waits, silent):
            began.append(world.now)
            found.append((yield from client.tries()))
        return found

    requests = world.flow("requests", script)
    world.run()
    waited = beta.delay(1, began[0])
    world.check(waited == 0.05, "after a failure the next is asked at once", f"{waited} s")
    later = [beta.delay(2, began[1]), gamma.delay(1, began[1])]
    world.check(later == [1.0, 1.05], "beside a slow one too", f"{later} s")
    waited = spare.delay(2, began[4])
    world.check((down.calls, waited) == (1, 0.0), "an open breaker is no reason to wait", f"{down.calls} calls, {waited} s")
    times = [each.delay(1, began[5]) for each in crawling]
    world.check(times == [0.0, 1.0, 2.0], "a slow second one gets company as well", f"{times}")
    assert isinstance(requests.value, list)
    world.check(requests.value[-1:] == [""], "an empty answer is an answer", f"{requests.value[-1:]}")
    expected = ["from beta", "from gamma", "from alpha", "from beta", "from beta", "slow", "from beta", ""]
    world.check(requests.value == expected, "the call goes on while one is under way", f"{requests.value}, not {expected}")
    world.check(busy.calls == 1, "who lost is not tried again", f"{busy.calls} calls")


@race(
    "the caller leaves, or its deadline comes, while two providers are asked: both are stopped",
    shape="loser-not-cancelled",
    points=2,
    fault="loser-streams-on",
    level=2,
    ties="cancel",
    early="cancel",
)
def hedged_caller_leaves(world: World) -> None:
    alpha = Provider(world, "alpha", Reply(("so",), first=0.5, gap=0.1))
    beta = Provider(world, "beta", Reply(("so",), first=0.4, gap=0.1))
    client = desk(world, alpha, beta, hedge_after=0.2, threshold=1)
    leaves = world.flow("leaves", client.tries)
    world.may_cancel(leaves)
    cut = world.flow("in a hurry", lambda: client.tries(deadline=0.3), after=[leaves])
    idle = "no stream is read for who has left"
    world.always(idle, lambda: not leaves.ended or (cut.started and not cut.ended) or not client.under_way)
    world.run()
    world.check(leaves.outcome == "cancelled" or leaves.value == "so", "who stays is answered", leaves.outcome)
    world.check(cut.value == "TimeoutError", "a deadline ends both", f"{cut.value}")
