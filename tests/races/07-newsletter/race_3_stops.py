"""Somebody presses stop, or the caller goes away."""

from __future__ import annotations

from gym.race import Fault, World, race

from .desk import BUDGET, Desk, Provider, Sending, names

LATE = "nobody is taken after the stop"
HOUR = 3_600.0


def lasting(customer: str) -> float:
    """Seconds: the first mail is quick, the others last."""
    return 0.01 if customer == "c1" else HOUR


def cut_at_once(world: World, desk: Desk, sending: Sending) -> None:
    """Claim that the stop has cut off what was under way, and that the report was there at that moment."""
    uncut = [op for op in desk.provider.begun.values() if op.state == "completed" and op.id not in desk.ended_early]
    world.check(not uncut, "the mails under way are cut off", f"{len(uncut)} mails go out")
    desk.leaves_nothing(sending)
    late = round(sending.returned - max(desk.pressed, sending.began), 3)
    world.check(late <= 0, "it returns at the moment of the stop", f"{late} s later")


@race(
    "a stop while mails are under way: they are cut off, and the report is there at once",
    shape="cancellation",
    points=3,
    fault="stop-looked-at-between-batches",
    budget=BUDGET,
)
def stop_cuts(world: World) -> None:
    desk = Desk(world, names(4), 2, Provider(2, lasting, on_cancel="may"))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))
    desk.presses_stop_later(0.03, "c1")
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    cut_at_once(world, desk, sending)
    world.check(not desk.taken_late, LATE, f"{desk.taken_late}")
    desk.tells_the_truth(sending)


@race(
    "a stop when nobody is left to be taken, as the list is over or a mail has failed: the last mails are cut off too",
    shape="cancellation",
    points=2,
    fault="stop-looked-at-between-batches",
    budget=BUDGET,
)
def stop_at_the_end(world: World) -> None:
    desk = Desk(world, names(2), 2, Provider(2, lasting))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))
    world.may_fail(desk.send, Fault("MailError", "554, this looks like spam"))
    desk.presses_stop_later(0.03, "c1")
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    cut_at_once(world, desk, sending)
    desk.tells_the_truth(sending)


@race(
    "a stop at any moment: nobody is taken after it, and the report says who was mailed and of whom nobody knows",
    shape="lifecycle",
    points=3,
    fault="nobody-knows-who-was-mailed",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def stop_any_moment(world: World) -> None:
    desk = Desk(world, names(3), 2, Provider(2))
    sending = Sending()
    friday = world.flow("Friday", desk.sends(sending))
    desk.presses_stop()
    world.run()
    world.check(friday.outcome == "ok", "it returns its report", friday.outcome)
    world.check(not desk.taken_late, LATE, f"{desk.taken_late}")
    desk.leaves_nothing(sending)
    desk.tells_the_truth(sending)


@race(
    "stopped, mended and sent on from the same list: nobody is left out and nobody is taken twice",
    shape="lifecycle",
    points=2,
    fault="list-read-whole",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def sent_on(world: World) -> None:
    desk = Desk(world, names(4), 1, Provider(1))
    before, after = Sending(), Sending()
    friday = world.flow("Friday", desk.sends(before))
    desk.presses_stop()
    world.run()
    desk.button = None
    monday = world.flow("Monday", desk.sends(after, stop=world.event("another stop")), after=[friday])
    world.run()
    world.check(monday.outcome == "ok", "it returns its report", monday.outcome)
    told = [line[0] for sending in (before, after) if isinstance(sending.report, list) for line in sending.report]
    world.check(told == desk.customers, "both reports together have the whole list", f"{told}")


@race(
    "the caller goes away: its mails are cut off, and nobody else is taken",
    shape="swallowed-cancellation",
    points=2,
    fault="caller-leaves-mails-behind",
    level=2,
    ties="cancel",
    early="cancel",
    budget=BUDGET,
)
def caller_leaves(world: World) -> None:
    desk = Desk(world, names(3), 2, Provider(2))
    friday = world.flow("Friday", desk.sends(Sending()))
    world.may_cancel(friday)
    world.always("no mail is under way for who has left", lambda: not (friday.ended and desk.provider.under_way))
    world.run()
    mailed = desk.provider.mailed
    world.check(friday.cancel_sent or sorted(mailed) == desk.customers, "who stays has everybody mailed", f"{mailed}")
