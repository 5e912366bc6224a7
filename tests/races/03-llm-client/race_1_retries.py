"""What is tried again, how often and after which wait; deadlines, the retry budget, and callers who leave."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, race
from gym.race.steps import Step

from .desk import HANGS, LOST, SEALED, Provider, Reply, desk, fails

HALF = Reply(("half ",), error=fails(503, retry_after=0.1).error)
"""A provider that gives up in the middle of its answer."""
DRIPS = Reply(("drip ",) * 8, gap=0.8)
"""One that keeps saying a little."""


@race(
    "what passes is tried again, each time after the wait that is due: drawn below a doubled ceiling, or asked for",
    shape="retry-storm",
    points=2,
    fault="waits-in-step",
)
def waits(world: World) -> None:
    alpha = Provider(world, "alpha", fails(503), fails(429, retry_after=7.0), fails(502), LOST, DRIPS, HALF, Reply())
    client = desk(world, alpha, timeout=2.0, retries=6, base=1.0, cap=5.0, threshold=100)
    asking = world.flow("request", client.tries)
    world.always("an attempt that took too long is stopped", lambda: alpha.under_way <= 1)
    world.run()
    took = [0.01, 0.01, 0.01, 0.01, 2.0, 0.02]
    waited = [
        round(later - began - spent, 2) for began, later, spent in zip(alpha.began, alpha.began[1:], took, strict=False)
    ]
    world.check(asking.value != DRIPS.text, "tokens buy an attempt no more time", f"{asking.value}")
    world.check(alpha.calls == 7, "six failures, seven calls", f"{alpha.calls}")
    drawn, asked_for = [waited[0], *waited[2:5]], [waited[1], waited[5]]
    world.check(drawn != [1.0, 4.0, 5.0, 5.0], "waits are drawn at random", f"{waited}")
    world.check(drawn == [0.25, 1.0, 1.25, 1.25], "a wait is drawn between nothing and its ceiling", f"{waited}")
    world.check(asked_for[0] >= 7.0, "what the provider asks for is the least, above the cap too", f"{waited}")
    world.check(asked_for[0] == 7.0, "what the provider asks for and what is drawn are not added", f"{waited}")
    world.check(asked_for[1] == 1.25, "the provider may ask for less than is drawn", f"{waited}")
    world.check(asking.value == Reply().text, "the answer is one attempt's tokens", f"{asking.value}")


@race(
    "all providers fail: each is asked as often as the settings say, the next one at once, and all last errors are told",
    shape="control",
    points=2,
    fault="waits-in-step",
)
def all_fail(world: World) -> None:
    alpha = Provider(world, "alpha", fails(504), fails(503), fails(502))
    beta = Provider(world, "beta", fails(500))
    gamma = Provider(world, "gamma", fails(429), LOST)
    client = desk(world, alpha, beta, gamma, retries=2, base=1.0)
    spoke, other = Provider(world, "spoke", Reply(("half ",), error=fails(500).error)), Provider(world, "other", Reply())
    moves_on = desk(world, spoke, other, hedge_after=1.0)
    sealed = Provider(world, "sealed", SEALED)
    closed = desk(world, sealed, Provider(world, "open", Reply()), retries=2)
    slow, fast = Provider(world, "slow", fails(500, first=0.2)), Provider(world, "fast", fails(501))
    hedged = desk(world, slow, fast, hedge_after=0.05)
    ended: list[float] = []
    others: list[str] = []

    def script() -> Generator[Step, Any, str]:
        found = yield from client.tries()
        ended.append(world.now)
        others.extend([(yield from moves_on.tries()), (yield from hedged.tries()), (yield from closed.tries())])
        return found

    asking = world.flow("request", script)
    world.run()
    calls = [alpha.calls, beta.calls, gamma.calls]
    world.check(alpha.calls >= 3, "a 504 and a 503 are tried again", f"{calls}")
    world.check(calls == [3, 1, 3], "two retries are three calls, and none for a 500", f"{calls}")
    found = str(asking.value)
    expected = "AllFailed(ApiError 502, ApiError 500, ConnectionResetError)"
    world.check(found == expected, "AllFailed holds each provider's last error", found)
    after = [*beta.began[:1], *gamma.began[:1], *ended]
    last = [each.began[-1] for each in (alpha, beta, gamma) if each.began]
    gaps = [round(later - began, 3) for began, later in zip(last, after, strict=True)]
    world.check(gaps == [0.01, 0.01, 0.01], "nobody waits after a last attempt", f"{gaps}")
    world.check(sealed.calls == 1, "an OSError that is no connection error is not tried again", f"{sealed.calls} calls")
    world.check(others[0] == Reply().text, "who fails for good after a token is followed by the next", others[0])
    in_order = "AllFailed(ApiError 500, ApiError 501)"
    world.check(others[1] == in_order, "errors stand in the order of the providers", f"{others[1]}, not {in_order}")
    world.check(others[2] == Reply().text, "after any other error the next provider is asked", others[2])


@race(
    "a retry asks the breaker when its wait is over, and a turn's last failure takes nothing from the budget",
    shape="retry-storm",
    points=1,
)
def retries_ask(world: World) -> None:
    down, crowded, busy = (Provider(world, name, fails(503)) for name in ("down", "crowded", "busy"))
    alone = desk(world, down, retries=2, base=1.0, threshold=1)
    together = desk(world, crowded, retries=1, base=1.0, threshold=2)
    sparing = desk(world, busy, retries=1, base=0.001, retry_floor=2, threshold=100)

    def script() -> Generator[Step, Any, None]:
        yield from alone.tries()
        yield from together.tries_together(2)
        yield from sparing.tries_in_turn(2)

    world.flow("requests", script)
    world.run()
    world.check(down.calls == 1, "a retry asks the breaker too", f"{down.calls} calls, opened by the first")
    world.check(crowded.calls == 2, "it asks when its wait is over", f"{crowded.calls} calls, opened by the second")
    world.check(busy.calls == 4, "a last failure takes no retry from the budget", f"{busy.calls} calls for 2 requests")


@race(
    "a request that is wrong itself: its error is the caller's at once, and nobody else is asked",
    shape="control",
    points=1,
    fault="retries-what-cannot-help",
)
def own_fault(world: World) -> None:
    statuses = [400, 401, 404, 408, 409, 422]
    alpha, beta = Provider(world, "alpha", *map(fails, statuses)), Provider(world, "beta", Reply())
    client = desk(world, alpha, beta, threshold=100)
    slow, wrong = Provider(world, "slow", Reply(first=2.0)), Provider(world, "wrong", fails(422))
    hedged = desk(world, slow, wrong, hedge_after=1.0)

    def script() -> Generator[Step, Any, list[str]]:
        found = yield from client.tries_in_turn(len(statuses))
        beside.append((yield from hedged.tries()))
        return found

    beside: list[str] = []
    asking = world.flow("requests", script)
    world.run()
    world.check(alpha.calls == 6, "none is tried again", f"{alpha.calls} calls")
    world.check(beta.calls == 0, "no other provider is asked", f"{beta.calls} calls")
    world.check(asking.value == [f"ApiError {each}" for each in statuses], "the error is raised as it is", f"{asking.value}")
    world.check(beside == ["ApiError 422"], "it ends the call while another provider is asked, too", f"{beside}")


@race(
    "attempts of 50 ms that hang, and a deadline of 250 ms: five calls. A deadline in a wait, and one in a tie, are met too",
    shape="retry-storm",
    points=2,
    fault="deadline-is-one-more-timeout",
    level=1,
    timers="any",
)
def deadline(world: World) -> None:
    hanging, spare = Provider(world, "alpha", HANGS), Provider(world, "beta", Reply())
    hangs = desk(world, hanging, spare, timeout=0.05, retries=10, base=0.0, threshold=100)
    busy = Provider(world, "busy", fails(429, retry_after=30.0), Reply())
    waits = desk(world, busy, retries=1)
    ties = desk(world, Provider(world, "tie", Reply(("just",), first=1.0, gap=0.0)))
    took: list[float] = []
    found: list[str] = []

    def script() -> Generator[Step, Any, None]:
        for client, seconds in ((hangs, 0.25), (waits, 1.0), (ties, 1.0)):
            began = world.now
            answer = yield from client.tries(deadline=seconds)
            found.append(answer)
            took.append(round(world.now - began, 3))

    world.flow("requests", script)
    world.run()
    calls = [hanging.calls, spare.calls]
    world.check(calls == [5, 0], "five calls, and none after the deadline", f"{calls}")
    world.check((found[0], took[0]) == ("TimeoutError", 0.25), "TimeoutError at the deadline", f"{found[0]}, {took[0]} s")
    world.check(took[1] <= 1.0 and busy.calls == 1, "no wait goes beyond it", f"{took[1]} s, {busy.calls} calls")
    world.check(found[1] in ("TimeoutError", "AllFailed(ApiError 429)"), "a wait ends with an error", found[1])
    world.check(found[2] in ("TimeoutError", "just"), "a tie ends with the answer or with TimeoutError", found[2])


@race(
    "an outage under 40 requests: four of them are tried again, and not all of them",
    shape="retry-storm",
    points=2,
    fault="budget-of-each-request",
)
def outage(world: World) -> None:
    alpha = down(world, "alpha", 40)
    client = desk(world, alpha, retries=6, base=0.001, retry_floor=2, threshold=1_000)
    beta, gamma = down(world, "beta", 10), down(world, "gamma", 20, 0.0005)
    generous = desk(world, beta, gamma, retries=6, base=0.001, retry_floor=2, retry_ratio=0.5, threshold=1_000)
    counts: list[int] = []

    def script() -> Generator[Step, Any, None]:
        yield from client.tries_together(40)
        counts.append(alpha.calls)
        yield client.sleeps(25.0)
        yield from client.tries()
        counts.append(alpha.calls - counts[0])
        yield from generous.tries_together(10)

    world.flow("requests", script)
    world.run()
    world.check(counts[0] < 60, "an outage makes no storm", f"{counts[0]} calls for 40 requests")
    world.check(counts[0] == 44, "one retry for ten requests", f"{counts[0]} calls for 40 requests")
    world.check(counts[1] == 3, "a few retries are there in every window", f"{counts[1]} calls for one request")
    world.check(beta.calls <= 15, "retries are no requests", f"{beta.calls} calls for 10 requests")
    calls = beta.calls + gamma.calls
    world.check(calls == 25, "one budget is for all providers", f"{calls} calls for 10 requests")


def down(world: World, name: str, count: int, apart: float = 0.01) -> Provider:
    """A provider whose first so many calls fail one after the other, so many seconds apart, though made together."""
    return Provider(world, name, *(fails(503, first=apart * number) for number in range(1, count + 1)), fails(503))


@race(
    "the caller leaves in an attempt or in a wait: nothing more is asked, and the provider's health is as it was",
    shape="swallowed-cancellation",
    points=2,
    fault="loser-streams-on",
    level=2,
    ties="cancel",
    early="cancel",
)
def caller_leaves(world: World) -> None:
    alpha, beta = Provider(world, "alpha", fails(503), Reply()), Provider(world, "beta", Reply())
    client = desk(world, alpha, beta, threshold=2, base=1.0)
    leaves = world.flow("leaves", client.tries)
    world.may_cancel(leaves)
    asked: list[int] = []

    def nothing_more() -> bool:
        if leaves.ended and not asked:
            asked.append(alpha.calls + beta.calls)
        return not asked or stays.started or asked == [alpha.calls + beta.calls]

    stays = world.flow("stays", client.tries, after=[leaves])
    world.always("nothing is asked for who has left", nothing_more)
    world.always("no stream is read for who has left", lambda: not leaves.ended or stays.started or not client.under_way)
    world.run()
    world.check(leaves.outcome == "cancelled" or leaves.value == Reply().text, "who stays is answered", leaves.outcome)
    world.check(stays.value == Reply().text, "the next caller is answered", f"{stays.value}")
    world.check(beta.calls == 0, "who left has not opened the breaker", f"{beta.calls} calls of the next provider")
