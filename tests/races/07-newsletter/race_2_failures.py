"""Mails that fail, and what that means for the others."""

from __future__ import annotations

from gym.race import Fault, World, race

from .desk import BUDGET, FAILED, SENT, Desk, Provider, Sending, names

NO_MORE = "nobody is taken once a mail has failed"


def takes_no_more(world: World, desk: Desk) -> None:
    """Claim that from the step after a failure on nobody is taken from the list."""
    then: list[int] = []

    def holds() -> bool:
        if not then and any(op.state == "failed" for op in desk.provider.begun.values()):
            then.append(len(desk.taken))
        return not then or len(desk.taken) == then[0]

    world.always(NO_MORE, holds)


@race(
    "eight mails, two at a time, the third fails after 10 ms: four were begun and no other, and the fourth ends as it would",
    shape="lifecycle",
    points=2,
    fault="goes-on-after-a-failure",
    budget=BUDGET,
)
def third_fails(world: World) -> None:
    seconds = {"c1": 0.004, "c2": 0.006, "c3": 0.006}
    fails = {"c3": Fault("MailError", "554, this looks like spam")}
    provider = Provider(2, lambda customer: seconds.get(customer, 0.010), fails=fails, in_turn=True)
    desk = Desk(world, names(8), 2, provider)
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))
    world.run()
    begun = [str(op.args[0]) for op in provider.begun.values()]
    world.check(sorted(begun) == names(4), "four mails are begun", f"{begun}")
    world.check(desk.taken == names(4), NO_MORE, f"{desk.taken}")
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    expected = [("c1", SENT), ("c2", SENT), ("c3", FAILED), ("c4", SENT)]
    world.check(sending.report == expected, "the report says what came of the four", f"{sending.report}")
    world.check(sending.took == 0.016, "it returns with the end of the fourth", f"after {sending.took * 1000:.0f} ms")


@race(
    "any mail may fail, at any moment: the others under way go out, nobody else is taken, and the report says it all",
    shape="lifecycle",
    points=2,
    fault="goes-on-after-a-failure",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def any_fails(world: World) -> None:
    desk = Desk(world, names(4), 2, Provider(2))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))
    world.may_fail(desk.send, Fault("MailError", "554, this looks like spam"))
    takes_no_more(world, desk)
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    desk.tells_the_truth(sending)
    cut = [op for op in desk.provider.begun.values() if op.state == "cancelled"]
    world.check(not cut, "no mail is cut off by another's failure", f"{len(cut)} mails")
    desk.leaves_nothing(sending)


@race(
    "a mail ends in an exception that nobody expected: it has failed like any other",
    shape="lifecycle",
    points=2,
    fault="one-kind-of-failure",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def unexpected(world: World) -> None:
    desk = Desk(world, names(3), 2, Provider(2))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))
    world.may_fail(desk.send, Fault("ConnectionResetError", "gone"))
    takes_no_more(world, desk)
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    desk.tells_the_truth(sending)
