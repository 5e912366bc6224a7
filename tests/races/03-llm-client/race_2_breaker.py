"""The breaker, seen by the calls that reach a provider."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from math import inf
from typing import Any

from gym.race import Fault, World, race
from gym.race.steps import Step

from .desk import HANGS, LOST, SEALED, Desk, Provider, Reply, desk, fails

REFUSED = "AllFailed(CircuitOpen)"


@race(
    "traffic while the breaker is open: the cooldown ends all the same, counted from its opening",
    shape="stuck-breaker",
    points=2,
    fault="refusals-count-as-failures",
)
def cooldown(world: World) -> None:
    alpha = Provider(world, "alpha", fails(503), fails(503), fails(503), Reply())
    client = desk(world, alpha, retries=0, threshold=2, cooldown=1.0)

    def script() -> Generator[Step, Any, object]:
        found: object = None
        for _ in range(26):
            found = yield from client.tries()
            yield client.sleeps(0.1)
        return found

    traffic = world.flow("traffic", script)
    world.run()
    world.check(alpha.calls > 2, "after the cooldown a call reaches the provider", f"{alpha.calls} calls")
    second, third, fourth = (*alpha.began[1:4], *[inf] * 3)[:3]
    waited = [alpha.delay(3, second + 0.01), alpha.delay(4, third + 0.01), alpha.delay(5, fourth + 0.04)]
    world.check(1.0 <= waited[0] < 1.12, "the first one 1 s after the breaker opened", f"{waited[0]} s")
    world.check(1.0 <= waited[1] < 1.12, "a failed trial begins a cooldown of its own", f"{waited[1]} s")
    world.check(waited[2] < 0.11, "a trial that succeeds closes the breaker", f"{waited[2]} s")
    world.check(traffic.value == Reply().text, "callers are answered again", f"{traffic.value}")


def opened(client: Desk, failures: int) -> Generator[Step, Any, None]:
    """The breaker opens after so many failures, and its cooldown of 1 s goes by."""
    for _ in range(failures):
        yield from client.tries()
    yield client.sleeps(1.05)


@race(
    "five callers after the cooldown: one is let through, and while it is under way the others are refused",
    shape="stuck-breaker",
    points=2,
    fault="cooldown-over-for-everybody",
    level=1,
    max_ties=1,
)
def half_open(world: World) -> None:
    trial = Reply(("fine",), first=None, gap=None, when=lambda: sum(flow.ended for flow in callers) >= 4)
    alpha = Provider(world, "alpha", fails(503), fails(503), trial)
    client = desk(world, alpha, retries=0, threshold=2, cooldown=1.0)
    opener = world.flow("outage", lambda: opened(client, 2))
    callers = [world.flow(f"request {number}", client.tries, after=[opener]) for number in range(1, 6)]
    world.alike(*callers)
    world.may_fail(client.ports["alpha"].stream, Fault("ApiError", "down", attrs={"status": 503}), flows=callers)
    again = world.flow("the next", client.tries, after=callers)
    world.always("one trial at a time", lambda: alpha.calls <= 3 or again.started)
    world.run()
    found = [str(flow.value) for flow in callers]
    world.check(found.count(REFUSED) == 4, "four are refused", f"{found}")
    told = "fine" if "fine" in found else REFUSED
    world.check(again.value == told, "the trial's end closes the breaker, or opens it again", f"{again.value}")


@race(
    "the trial's caller leaves: its place is free again for the next",
    shape="stuck-breaker",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
)
def trial_leaves(world: World) -> None:
    alpha = Provider(world, "alpha", fails(503), Reply())
    client = desk(world, alpha, retries=0, threshold=1, cooldown=1.0)
    opener = world.flow("outage", lambda: opened(client, 1))
    leaves = world.flow("trial", client.tries, after=[opener])
    world.may_cancel(leaves)
    stays = world.flow("next", client.tries, after=[leaves])
    world.run()
    world.check(stays.value == Reply().text, "the next caller is let through", f"{stays.value}")


@race(
    "a call from before the breaker opened ends late, well or badly: it moves the breaker no more",
    shape="stuck-breaker",
    points=2,
    fault="old-results-move-the-breaker",
)
def late_result(world: World) -> None:
    free = Reply(("fine",), first=None, gap=None)
    alpha = Provider(
        world,
        "alpha",
        by_prompt={
            "slow": free,
            "down": fails(503, first=None, when=lambda: slow.started),
            "trial": replace(free, when=lambda: any(flow.ended for flow in callers)),
        },
    )
    client = desk(world, alpha, retries=0, threshold=1, cooldown=1.0)
    elsewhere = desk(world, Provider(world, "elsewhere", Reply(("later",), first=1.05, gap=0.0)))

    def outage() -> Generator[Step, Any, str]:
        yield from client.tries("down")
        found = yield from client.tries("probe")
        yield from elsewhere.tries()  # takes as long as the cooldown
        return found

    slow = world.flow("slow request", lambda: client.tries("slow"))
    down = world.flow("outage", outage)
    callers = [world.flow(f"request {number}", lambda: client.tries("trial"), after=[down]) for number in (1, 2)]
    world.alike(*callers)
    world.may_fail(client.ports["alpha"].stream, Fault("ApiError", "down", attrs={"status": 503}), flows=[slow])
    last = world.flow("the last", lambda: client.tries("trial"), after=[slow, *callers])
    world.always("one trial at a time", lambda: alpha.calls <= 3 or last.started)
    world.run()
    world.check(down.value == REFUSED, "a late success does not close it", f"{down.value}")
    found = {str(flow.value) for flow in callers}
    world.check(found == {"fine", REFUSED}, "after the cooldown there is one trial", f"{found}")
    world.check(last.value == "fine", "the trial closes it, whatever comes late", f"{last.value}")


COUNTS = {
    "a 429": ("busy", fails(429)),
    "a 500": ("broken", fails(500)),
    "a 503": ("away", fails(503)),
    "a lost connection": ("lost", LOST),
    "a timeout": ("silent", HANGS),
}
SAYS_NOTHING = {"a 404": ("wrong", fails(404)), "an OSError that is no connection error": ("sealed", SEALED)}


@race(
    "one failure opens a breaker that waits for no more: what is a failure, and what says nothing of a provider",
    shape="stuck-breaker",
    points=2,
    fault="everything-says-down",
)
def one_of_each(world: World) -> None:
    kinds = COUNTS | SAYS_NOTHING
    providers = {kind: Provider(world, name, reply) for kind, (name, reply) in kinds.items()}
    clients = [desk(world, each, retries=0, threshold=1, timeout=0.8) for each in providers.values()]

    def script() -> Generator[Step, Any, None]:
        for client in clients:
            yield from client.tries_in_turn(2)

    world.flow("requests", script)
    world.run()
    asked = {kind: provider.calls for kind, provider in providers.items()}
    for kind in COUNTS:
        world.check(asked[kind] == 1, f"{kind} counts as a failure", f"{asked[kind]} calls with a threshold of 1")
    for kind in SAYS_NOTHING:
        world.check(asked[kind] == 2, f"{kind} says nothing of health", f"{asked[kind]} calls of 2 requests")


@race(
    "four failures on end open a breaker, whatever deadlines and wrong requests come between; a wrong trial frees its place",
    shape="stuck-breaker",
    points=2,
    fault="everything-says-down",
    budget=200,
)
def health(world: World) -> None:
    cut = [HANGS] * 4
    opening = [fails(503), Reply(), *[fails(503)] * 3, fails(400), fails(503)]
    alpha = Provider(world, "alpha", *cut, *opening, fails(404), Reply(first=0.5))
    client = desk(world, alpha, retries=0, threshold=4, cooldown=1.0, half_open_max=2, timeout=0.8)
    wrong = Provider(world, "wrong", fails(503), fails(400), fails(503))
    lenient = desk(world, wrong, retries=0, threshold=2)

    def script() -> Generator[Step, Any, list[str]]:
        yield from lenient.tries_in_turn(4)
        found: list[str] = []
        while len(found) < len(cut):
            found.append((yield from client.tries(deadline=0.2)))
        found += yield from client.tries_in_turn(len(opening) + 1)
        yield client.sleeps(1.1)
        found.append((yield from client.tries()))
        together = yield from client.tries_together(3)
        return [*found, *sorted(together)]

    requests = world.flow("requests", script)
    world.run()
    found = requests.value
    assert isinstance(found, list)
    failed = "AllFailed(ApiError 503)"
    told = [*["TimeoutError"] * 4, failed, Reply().text]
    world.check(found[:6] == told, "deadlines that pass do not open it", f"{found[:6]}, not {told}")
    told = [failed, failed, failed, "ApiError 400"]
    world.check(found[6:10] == told, "three failures on end do not open it", f"{found[6:10]}, not {told}")
    world.check(wrong.calls == 3, "a 400 between two failures is no success", f"{wrong.calls} calls with a threshold of 2")
    told = [failed, REFUSED]
    world.check(found[10:12] == told, "the fourth on end opens it", f"{found[10:12]}, not {told}")
    world.check(found[12] == "ApiError 404", "after the cooldown a call is let through", f"{found[12]}")
    told = [REFUSED, Reply().text, Reply().text]
    world.check(
        found[13:] == told, "a trial answered 404 leaves room for two trials, and no more", f"{found[13:]}, not {told}"
    )
