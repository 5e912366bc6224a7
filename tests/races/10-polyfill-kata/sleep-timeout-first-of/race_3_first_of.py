"""Several mirrors at once: who wins, and what becomes of the others."""

from __future__ import annotations

from gym.race import World, race

from .service import Service, told


@race(
    "of three mirrors the first to answer wins, with a package or an error; no error of another is lost",
    shape="loser-not-cancelled",
    points=2,
    fault="the-other-error-is-lost",
    level=1,
    max_ties=1,
)
def first_wins(world: World) -> None:
    service = Service(world, lack="bc")
    flow = service.fetch_any("abc")
    service.ends_with_its_work()
    ends = {"a": "package of a", "b": "b lacks it", "c": "c lacks it"}
    first: list[str] = []

    def note() -> bool:
        if not first:
            ended = [each for each in world.calls("mirrors") if each.state in ("completed", "failed")]
            first.extend(ends[str(each.args[0])] for each in ended)
        return True

    world.always("noted", note)
    world.run()
    found = flow.value if flow.error is None else flow.error.message
    world.check(found in first, "the first to end wins", f"{found}, first was {' or '.join(first)}")


@race(
    "the others have closed their connections when the first is told, and that they cannot is of no interest",
    shape="loser-not-cancelled",
    points=2,
    fault="cancelled-and-not-waited-for",
)
def others_tidy_up(world: World) -> None:
    service = Service(world, broken="b")
    flow = service.fetch_any("ab", how="fetch_any_tidily")
    service.ends_with_its_work()
    world.run()
    opened, closed = len(world.calls("mirrors", "fetch")), len(world.calls("mirrors", "close"))
    world.check(opened == closed == 2, "what was opened is closed", f"{closed} of {opened}")
    world.check(told(flow) in ("package of a", "OSError"), "the first to end wins", f"{told(flow)}")


@race(
    "who waits for the first is cancelled, also as it ends: all fetches are cancelled and have tidied up",
    shape="loser-not-cancelled",
    points=2,
    fault="goes-on-without-its-caller",
    level=2,
    ties="cancel",
    early="cancel",
)
def first_of_leaves(world: World) -> None:
    service = Service(world, lack="b")
    flow = service.fetch_any("ab", how="fetch_any_tidily")
    world.may_cancel(flow)
    service.ends_with_its_work_if_cancelled_first()
    world.run()


@race("nobody to be the first: a ValueError", shape="control", points=1)
def nobody(world: World) -> None:
    flow = Service(world).fetch_any("")
    world.run()
    world.check(flow.outcome == "ValueError", "without arguments it is a ValueError", flow.outcome)
