"""How long it takes, how far ahead the list is read, and how many slots there may be."""

from __future__ import annotations

from gym.race import World, race

from .desk import BUDGET, Desk, Provider, Sending, names

LIMIT = 5


@race(
    "sixty mails over five connections, every fifth takes 50 ms and the others 5: all are out after 195 ms",
    shape="control",
    points=2,
    fault="batches-wait-for-the-slowest",
    budget=BUDGET,
)
def pace(world: World) -> None:
    def seconds(customer: str) -> float:
        return 0.05 if int(customer[1:]) % 5 == 0 else 0.005

    desk = Desk(world, names(60), LIMIT, Provider(LIMIT, seconds, in_turn=True))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending, as_list=True))
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    world.check(sorted(desk.provider.mailed) == sorted(desk.customers), "all sixty are mailed")
    world.check(sending.took == 0.195, "it takes 195 ms", f"{sending.took * 1000:.0f} ms")


@race(
    "a long list: a customer is taken from it when there is a slot for the mail, and no earlier",
    shape="unbounded-fan-out",
    points=2,
    fault="list-read-whole",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def lazily(world: World) -> None:
    desk = Desk(world, names(5), 2, Provider(2))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))

    def ended() -> int:
        return len(desk.provider.begun) - desk.provider.under_way

    world.always("the list is not read whole", lambda: len(desk.taken) < 5 or ended() > 0)
    world.always("at most two are taken whose mail has not ended", lambda: len(desk.taken) - ended() <= 2)
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    world.check(sorted(desk.provider.mailed) == desk.customers, "everybody is mailed once", f"{desk.provider.mailed}")
    desk.tells_the_truth(sending)


@race(
    "a limit of no slots at all: ValueError, and nobody is taken or mailed",
    shape="control",
    points=1,
    fault="limit-not-looked-at",
    budget=BUDGET,
)
def no_slots(world: World) -> None:
    desk = Desk(world, names(2), 0, Provider(LIMIT))
    none = world.flow("limit 0", desk.sends(Sending()))
    less = world.flow("limit -1", world.function("send_all"), desk.source, -1, desk.send, desk.stop)
    world.may_hang(none, less)
    world.run()
    refused = [flow.error is not None and flow.error.is_a("ValueError") for flow in (none, less)]
    world.check(all(refused), "it raises ValueError", f"{none.outcome}, {less.outcome}")
    world.check(not desk.taken and not desk.provider.begun, "nobody is taken", f"{desk.taken}")
