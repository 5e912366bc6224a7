"""A whole Friday. It comes last, since it takes as many steps as all other checks together."""

from __future__ import annotations

from gym.race import World, race

from .desk import BUDGET, SENT, Desk, Provider, Sending, names

COUNT = 1_000
LIMIT = 5


@race(
    "a thousand customers, and a provider that refuses a sixth connection: nobody is refused, everybody is mailed",
    shape="unbounded-fan-out",
    points=2,
    fault="all-at-once",
    budget=BUDGET,
)
def thousand(world: World) -> None:
    provider = Provider(LIMIT, in_turn=True)
    desk = Desk(world, names(COUNT), LIMIT, provider)
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending, as_list=True))
    mailed: set[str] = set()

    def nobody_refused() -> None:
        ended = f"{len(provider.mailed)} sent, {provider.refused} refused"
        world.check(provider.refused == 0, "no connection is refused", ended)

    def once() -> bool:
        """Asked after each mail. With the thousandth answer it is known how many were refused."""
        if len(provider.mailed) + provider.refused == COUNT:
            nobody_refused()
        newest = provider.mailed[-1:]
        again = len(mailed) < len(provider.mailed) and mailed.issuperset(newest)
        mailed.update(newest)
        return not again

    world.always("nobody is mailed twice", once)
    world.run()
    nobody_refused()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    world.check(len(mailed) == COUNT, "everybody is mailed", f"{len(mailed)} mails")
    world.check(sending.report == [(customer, SENT) for customer in desk.customers], "everybody is reported as sent")
